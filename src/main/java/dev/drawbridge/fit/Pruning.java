package dev.drawbridge.fit;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out what would fail again. It sees nothing of a search but its {@link SearchState} and the kinds of its
 * devices: states that have failed are remembered, and of the devices of a kind the second one is not tried where the
 * first has failed.
 */
final class Pruning {

    private final Predicate<SearchState> isPossible;
    private final UnaryOperator<SearchState> view;
    private final Set<SearchState> failed = new HashSet<>();

    /**
     * Prunes a search.
     *
     * @param isPossible a necessary condition for a search in the state to succeed
     * @param view what is seen of a state: all of it, but in a test of what that is needed for
     */
    Pruning(Predicate<SearchState> isPossible, UnaryOperator<SearchState> view) {
        this.isPossible = isPossible;
        this.view = view;
    }

    /** Whether a search in the state fails. */
    boolean isHopeless(SearchState state) {
        return failed.contains(view.apply(state)) || !isPossible.test(state);
    }

    /** Remembers that a search in the state has failed, without an error. */
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
