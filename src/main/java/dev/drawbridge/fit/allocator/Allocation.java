package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The search for devices of one node. See the description of the package.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}, Allocate, allocateOne, allocateDevice.
 */
final class Allocation {

    private enum Result {
        DONE,
        NOT_FOUND,
        /** The claim would have more devices than the limit. */
        TOO_MANY
    }

    /** The result of a search from one place on, with what it has taken, or after a failure has left behind. */
    private record Outcome(Result result, Taken after) {

        static Outcome notFound(Taken after) {
            return new Outcome(Result.NOT_FOUND, after);
        }
    }

    private final AllocatorInputs inputs;
    private final AllocatorVersion version;
    private final Budget budget;
    private final List<Pool> pools;
    private final List<Candidate> candidates;
    private final DeviceMatcher matcher;
    private final ClaimRequests requests;
    private final DeviceTaker taker;
    private final Rollback rollback;
    private final DeviceKinds kinds;
    private final PruningMode mode;
    private final Counters counters;

    /** What a long search remembers; null while it is brief. */
    private @Nullable Thorough thorough;

    private final List<Deque<Decision.Chosen>> chosen = new ArrayList<>();

    /**
     * What a long search remembers.
     *
     * @param isPossible a necessary condition for a search in a state to succeed
     * @param failed the states in which it has failed, as {@link AllocatorInputs#view}
     */
    private record Thorough(SearchStates states, Predicate<SearchState> isPossible, Set<Object> failed) {}

    /** Creates a search; an AllocationError if scheduling fails before devices are searched. */
    Allocation(
            AllocatorInputs inputs, Node node, List<Pool> pools, List<Claim> claims, Budget budget, PruningMode mode) {
        this.inputs = inputs;
        this.version = inputs.version();
        this.budget = budget;
        this.pools = pools;
        boolean isPrunable = Rollback.isClean(version) && !Counters.dependOnOrder(version, pools);
        this.mode = isPrunable ? mode : PruningMode.NONE;
        this.matcher = new DeviceMatcher(inputs, node);
        this.candidates = candidates(pools, inputs.allocated());
        this.requests = new ClaimRequests(inputs, matcher, pools, candidates, claims);
        this.counters = new Counters(inputs);
        this.rollback = new Rollback(version, matcher, requests, counters);
        DeviceTaker.Groups groups = new DeviceTaker.Groups(inputs.allocated(), counters, new IdentityHashMap<>());
        this.taker = new DeviceTaker(inputs, matcher, requests, candidates, counters, groups, rollback);
        this.kinds = new DeviceKinds(inputs, matcher, counters, requests, candidates);
        claims.forEach(claim -> chosen.add(new ArrayDeque<>()));
    }

    private static List<Candidate> candidates(List<Pool> pools, AllocatedState allocated) {
        List<Candidate> candidates = new ArrayList<>();
        for (Pool pool : pools) {
            for (Slice slice : pool.slices()) {
                for (int i = 0; i < slice.devices().size(); i++) {
                    Device device = slice.devices().get(i);
                    boolean isAllocated = allocated.isHeld(device.id());
                    candidates.add(new Candidate(candidates.size(), device, slice, pool, i, isAllocated));
                }
            }
        }
        return candidates;
    }

    private Thorough thorough() {
        Prospects prospects = new Prospects(requests, matcher, kinds, pools);
        Outlook outlook = new Outlook(requests, prospects, kinds, counters, budget);
        return new Thorough(
                new SearchStates(requests, candidates, counters, kinds, prospects),
                state -> mode != PruningMode.THOROUGH || !prospects.areCertain() || outlook.isPossible(state),
                new HashSet<>());
    }

    /** Searches, and returns the decision; fails if scheduling fails with an error, or the search takes too long. */
    Decision decide() {
        Result result =
                allocate(new Place(0, 0, 0, 0), false, 0, requests.nothing()).result();
        if (result == Result.DONE) {
            return new Decision.Fits(chosen.stream().map(List::copyOf).toList());
        }
        if (result == Result.TOO_MANY) {
            throw new AllocationError(FitCause.Kind.LIMIT_EXCEEDED, "allocation max size exceeded");
        }
        if (version.has(Quirk.INVALID_POOLS_REPORTED) && pools.stream().anyMatch(Pool::isInvalid)) {
            throw new AllocationError(FitCause.Kind.POOLS_UNUSED, "invalid resource pools were encountered");
        }
        return new Decision.DoesNotFit();
    }

    /** Allocates devices from the place on; {@code isChosen} if the alternative is already chosen. */
    private Outcome allocate(Place place, boolean isChosen, int start, Taken taken) {
        budget.step();
        if (place.claim() >= requests.size()) {
            return new Outcome(Result.DONE, taken);
        }
        List<List<RequestState>> ofClaim = requests.of(place.claim());
        if (place.request() >= ofClaim.size()) {
            return allocateNextClaim(place, taken);
        }
        RequestState request = ofClaim.get(place.request()).get(place.alternative());
        if (!isChosen && request.request().isPrioritized()) {
            return allocateAlternative(place, ofClaim.get(place.request()).size(), taken);
        }
        boolean isAll = request.alternative().isAll();
        if (isAll && request.all().isEmpty()) {
            return Outcome.notFound(taken);
        }
        if (place.device() >= request.devices()) {
            return allocate(new Place(place.claim(), place.request() + 1, 0, 0), false, 0, taken);
        }
        if (request.devices() - place.device() > ClaimLimits.RESULTS - taken.results()) {
            return new Outcome(version.has(Quirk.BACKTRACKS_ABOVE_LIMIT) ? Result.TOO_MANY : Result.NOT_FOUND, taken);
        }
        return isAll
                ? allocateAll(place, request, isChosen, taken)
                : allocateOne(place, request, isChosen, start, taken);
    }

    private Outcome allocateNextClaim(Place place, Taken taken) {
        Outcome outcome = allocate(new Place(place.claim() + 1, 0, 0, 0), false, 0, taken.withResults(0));
        // The limit may not apply to another claim, which may need fewer devices.
        return outcome.result() == Result.DONE
                ? outcome
                : Outcome.notFound(outcome.after().withResults(taken.results()));
    }

    private Outcome allocateAlternative(Place place, int alternatives, Taken taken) {
        boolean isTooMany = true;
        Taken left = taken;
        for (int i = 0; i < alternatives; i++) {
            Place alternative = new Place(place.claim(), place.request(), i, place.device());
            Outcome outcome = allocate(alternative, true, 0, left);
            if (outcome.result() == Result.DONE) {
                return outcome;
            }
            left = outcome.after();
            isTooMany &= outcome.result() == Result.TOO_MANY;
        }
        return isTooMany && version.has(Quirk.BACKTRACKS_ABOVE_LIMIT)
                ? new Outcome(Result.TOO_MANY, left)
                : Outcome.notFound(left);
    }

    private Outcome allocateAll(Place place, RequestState request, boolean isChosen, Taken before) {
        if (place.device() >= request.all().size()) {
            throw new AllocationError("panic: index out of range");
        }
        Candidate candidate = request.all().get(place.device());
        DeviceTaker.Attempt attempt = taker.take(before, place, request, candidate, true);
        if (!attempt.isTaken()) {
            return Outcome.notFound(attempt.after());
        }
        Place next = place.nextDevice(version.has(Quirk.MIXES_ALTERNATIVES));
        Outcome outcome = allocate(next, isChosen, 0, attempt.after());
        return outcome.result() == Result.DONE
                ? done(place, request, candidate, outcome)
                : new Outcome(outcome.result(), rollback.givenBack(before, outcome.after(), place, request, candidate));
    }

    private Outcome allocateOne(Place place, RequestState request, boolean isChosen, int start, Taken before) {
        if (budget.isLongWithVisit() && thorough == null && mode != PruningMode.NONE) {
            thorough = thorough();
        }
        Thorough known = thorough;
        if (known == null) {
            return tryDevices(place, request, isChosen, start, before);
        }
        SearchState state = known.states().of(place, start, before);
        Object key = inputs.view(state);
        if (known.failed().contains(key) || !known.isPossible().test(state)) {
            return Outcome.notFound(before);
        }
        Outcome outcome = tryDevices(place, request, isChosen, start, before);
        if (outcome.result() == Result.NOT_FOUND) {
            known.failed().add(key);
        }
        return outcome;
    }

    private Outcome tryDevices(Place place, RequestState request, boolean isChosen, int start, Taken before) {
        Claim claim = requests.claim(place.claim());
        BitSet failed = new BitSet();
        Taken taken = before;
        Pool last = null;
        for (Candidate candidate : candidates.subList(start, candidates.size())) {
            if (candidate.pool() != last) {
                last = candidate.pool();
                refuseInvalid(last);
            }
            boolean isUntouched =
                    mode != PruningMode.NONE && taken.use(candidate.index()).isNone();
            if (isInUse(taken.use(candidate.index()), place, request, candidate)
                    || isUntouched && !failed.isEmpty() && failed.get(kinds.of(candidate))
                    || !matcher.isSelectable(claim, request, candidate, request)
                    || !matcher.hasEnoughLeft(request, candidate, taken.use(candidate.index()))) {
                continue;
            }
            DeviceTaker.Attempt attempt = taker.take(taken, place, request, candidate, false);
            if (!attempt.isTaken()) {
                taken = attempt.after();
                continue;
            }
            int next = version.has(Quirk.CHOOSES_IN_ORDER) ? candidate.index() + 1 : 0;
            Outcome outcome = allocate(place.nextDevice(false), isChosen, next, attempt.after());
            if (outcome.result() == Result.DONE) {
                return done(place, request, candidate, outcome);
            }
            taken = rollback.givenBack(taken, outcome.after(), place, request, candidate);
            if (outcome.result() == Result.TOO_MANY) {
                return new Outcome(Result.TOO_MANY, taken);
            }
            if (isUntouched) {
                failed.set(kinds.of(candidate));
            }
        }
        return Outcome.notFound(taken);
    }

    private static void refuseInvalid(Pool pool) {
        if (pool.isInvalid()) {
            throw new AllocationError(
                    FitCause.Kind.POOL_FAILS, "pool " + pool.id().pool() + " is invalid: " + pool.invalidReason());
        }
    }

    private static boolean isInUse(DeviceUse use, Place place, RequestState request, Candidate candidate) {
        return request.alternative().hasAdminAccess()
                ? use.claims().contains(place.claim())
                : candidate.isAllocated() || !use.claims().isEmpty();
    }

    /** Ends the search; the request keeps the device. */
    private Outcome done(Place place, RequestState request, Candidate candidate, Outcome outcome) {
        Device device = candidate.device();
        boolean isShared = version.isShared(device);
        AllocatedDevice allocated = new AllocatedDevice(
                request.request().fullName(request.alternative()),
                device.id(),
                request.alternative().hasAdminAccess(),
                isShared,
                isShared ? matcher.share(request, candidate) : null);
        chosen.get(place.claim())
                .addFirst(new Decision.Chosen(allocated, candidate.slice().nodesOf(device)));
        return outcome;
    }
}
