package dev.drawbridge.fit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out what would fail again: devices like one that has failed in the same place, places that have failed with the same devices left,
 * and places that cannot succeed since there are too few devices for what is still to come. Without effect in releases whose search
 * changes what it gives back, as long as there is something that it could change.
 */
final class Pruning {

    /** A search that is over by then leaves out nothing but like devices. */
    private static final int FEW_VISITS = 300;

    private final Allocation search;
    private final boolean isPossible;
    private final Set<Object> failed = new HashSet<>();
    private final Map<Object, Integer> kinds = new HashMap<>();
    private final List<Candidate> examples = new ArrayList<>();
    private final Map<RequestState, BitSet> eligible = new IdentityHashMap<>();
    private final boolean isThorough;
    private int visits;
    private @Nullable Outlook outlook;
    private boolean isCertain;

    /**
     * Prunes the search.
     *
     * @param isThorough whether it remembers and looks ahead from the first visit on; else a long search ends with {@link SearchIsLong}
     */
    Pruning(Allocation search, boolean isThorough) {
        this.search = search;
        this.isThorough = isThorough;
        AllocatorVersion version = search.version();
        boolean leaks = version.forgetsToWiden() && version.has(Feature.LIST_ATTRIBUTES)
                || !version.rollsBack()
                        && (version.has(Feature.PARTITIONABLE_DEVICES) || version.has(Feature.CONSUMABLE_CAPACITY));
        this.isPossible = !leaks;
    }

    /** Begins to look for a device. */
    Visit visit(Place place, int start) {
        visits++;
        if (!isPossible || !isThorough) {
            if (isPossible && visits > FEW_VISITS) {
                throw new SearchIsLong();
            }
            return new Visit(null, true);
        }
        if (visits == 1) {
            isCertain = knowsAll();
            outlook = isCertain ? new Outlook(search, this) : null;
        }
        Object memory = memory(place, start);
        boolean isHopeless = failed.contains(memory) || outlook != null && !outlook.isPossible(place);
        return new Visit(memory, !isHopeless);
    }

    /** Whether every request can be held against every device without an error, which the search might come to or not. */
    private boolean knowsAll() {
        search.candidates().forEach(this::kind);
        try {
            for (int claim = 0; claim < search.requests().size(); claim++) {
                for (List<RequestState> alternatives : search.requests().of(claim)) {
                    for (RequestState request : alternatives) {
                        if (!isOrdinary(claim, request)) {
                            return false;
                        }
                        eligible.put(request, eligible(claim, request));
                    }
                }
            }
            return true;
        } catch (AllocationError | Undecidable e) {
            return false;
        }
    }

    /** Whether taking a device for the request is no error, either. */
    private boolean isOrdinary(int claim, RequestState request) {
        boolean isConstrainedAll = request.alternative().isAll()
                && search.requests().constraints(claim).stream().anyMatch(constraint -> constraint.concerns(request));
        return !isConstrainedAll && request.alternative().derivedAttributes().isEmpty();
    }

    private BitSet eligible(int claim, RequestState request) {
        BitSet found = new BitSet();
        for (Candidate example : examples) {
            found.set(
                    example.kind, search.matcher().isEligible(search.requests().claim(claim), request, example));
        }
        return found;
    }

    /** The kinds of devices that the request could take. */
    BitSet eligible(RequestState request) {
        return eligible.getOrDefault(request, new BitSet());
    }

    /** One device of each kind. */
    List<Candidate> examples() {
        return examples;
    }

    /** The kind of a device. */
    int kind(Candidate candidate) {
        if (candidate.kind < 0) {
            candidate.kind = kinds.computeIfAbsent(search.likeness().looks(candidate), look -> {
                examples.add(candidate);
                return kinds.size();
            });
        }
        return candidate.kind;
    }

    /** Whether the device is known to be of no use for anything that is still to come. */
    private boolean isUseless(Candidate candidate, BitSet useful) {
        return isCertain && !(useful.get(kind(candidate)) && search.taker().hasCountersFor(candidate));
    }

    /** All that decides about the rest of the search. */
    private Object memory(Place place, int start) {
        List<Object> memory = new ArrayList<>();
        memory.add(place);
        boolean isInOrder = isCertain && search.likeness().isRestAlike(place);
        BitSet useful = useful(place);
        Map<Integer, int[]> untouched = new TreeMap<>();
        for (int i = isInOrder ? start : 0; i < search.candidates().size(); i++) {
            Candidate candidate = search.candidates().get(i);
            if (candidate.isUntouched()) {
                int[] counts = untouched.computeIfAbsent(kind(candidate), any -> new int[2]);
                counts[0]++;
                counts[1] += i >= start ? 1 : 0;
            } else if (candidate.shares != null || search.requests().haveAdminAccess()) {
                memory.add(List.of(
                        i,
                        i >= start,
                        Set.copyOf(candidate.claims),
                        candidate.shares == null ? "" : Map.copyOf(candidate.shares)));
            }
        }
        untouched.forEach((kind, counts) -> {
            Candidate example = examples.get(kind);
            if (!isUseless(example, useful)) {
                memory.add(((long) kind << 32) + ((long) counts[0] << 16) + counts[1]);
                memory.add(search.taker().memory(example));
            }
        });
        for (int i = place.claim(); i < search.requests().size(); i++) {
            search.requests().constraints(i).forEach(constraint -> memory.add(constraint.memory()));
        }
        memory.add(search.results(place.claim()));
        return memory;
    }

    /** Whether every request can be held against every device without an error. */
    boolean isCertain() {
        return isCertain;
    }

    /** The kinds that a request from the place on could take. */
    private BitSet useful(Place place) {
        BitSet useful = new BitSet();
        for (int claim = place.claim(); claim < search.requests().size(); claim++) {
            List<List<RequestState>> ofClaim = search.requests().of(claim);
            int first = claim == place.claim() ? place.request() : 0;
            for (int i = first; i < ofClaim.size(); i++) {
                ofClaim.get(i).forEach(request -> useful.or(eligible(request)));
            }
        }
        return useful;
    }

    /** One look for a device. */
    final class Visit {

        private final @Nullable Object memory;
        private final boolean isPromising;
        private @Nullable BitSet tried;

        private Visit(@Nullable Object memory, boolean isPromising) {
            this.memory = memory;
            this.isPromising = isPromising;
        }

        /** Whether it cannot succeed. */
        boolean hasFailed() {
            return !isPromising;
        }

        /** Whether a device like it has failed here. */
        boolean hasTried(Candidate candidate) {
            return tried != null && candidate.isUntouched() && tried.get(kind(candidate));
        }

        /** The device, now given back, has failed. */
        void failed(Candidate candidate) {
            if (isPossible && candidate.isUntouched()) {
                if (tried == null) {
                    tried = new BitSet();
                }
                tried.set(kind(candidate));
            }
        }

        /** All devices have failed. */
        void failed() {
            if (memory != null) {
                failed.add(memory);
            }
        }
    }
}
