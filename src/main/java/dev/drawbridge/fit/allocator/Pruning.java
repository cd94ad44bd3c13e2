package dev.drawbridge.fit.allocator;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Skips parts of a search that would fail again. It sees only the {@link SearchState} and the kinds of devices: it
 * remembers failed states, and does not try a device after another of its kind has failed.
 */
final class Pruning {

    private final Predicate<SearchState> isPossible;
    private final Function<Record, Object> view;
    private final Set<Object> failed = new HashSet<>();

    /**
     * Creates the pruning of a search.
     *
     * @param isPossible a necessary condition for a search in the state to succeed
     * @param view what is compared of a state
     */
    Pruning(Predicate<SearchState> isPossible, Function<Record, Object> view) {
        this.isPossible = isPossible;
        this.view = view;
    }

    boolean isHopeless(SearchState state) {
        return failed.contains(view.apply(state)) || !isPossible.test(state);
    }

    void failed(SearchState state) {
        failed.add(view.apply(state));
    }

    /** The kinds of devices that have failed in one place, before anything was taken of them. */
    static final class Kinds {

        private final DeviceKinds kinds;
        private @Nullable BitSet failed;

        Kinds(DeviceKinds kinds) {
            this.kinds = kinds;
        }

        boolean haveFailed(Candidate candidate) {
            return failed != null && failed.get(kinds.of(candidate));
        }

        void failed(Candidate candidate) {
            BitSet known = failed == null ? new BitSet() : failed;
            known.set(kinds.of(candidate));
            failed = known;
        }
    }
}
