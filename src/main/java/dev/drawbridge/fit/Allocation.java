package dev.drawbridge.fit;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * The search for devices of one node. See the description of the package.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}, Allocate, allocateOne, allocateDevice.
 */
final class Allocation {

    private enum Result {
        DONE,
        NOT_FOUND,
        /** More devices than a claim may have. */
        TOO_MANY
    }

    private final AllocatorVersion version;
    private final Budget budget;
    private final List<Pool> pools;
    private final List<Candidate> candidates = new ArrayList<>();
    private final DeviceMatcher matcher;
    private final ClaimRequests requests;
    private final DeviceTaker taker;
    private final Likeness likeness;
    private final Pruning pruning;

    /**
     * A search.
     *
     * @throws AllocationError where scheduling fails before devices are searched
     */
    Allocation(Allocator allocator, Node node, List<Claim> claims, long deadline, boolean isThorough) {
        this.version = allocator.version();
        this.budget = new Budget(deadline);
        this.pools = allocator.pools(node);
        this.matcher = new DeviceMatcher(allocator, node);
        for (Pool pool : pools) {
            addCandidates(pool, allocator.allocated());
        }
        this.requests = new ClaimRequests(allocator, matcher, pools, candidates, claims);
        this.taker = new DeviceTaker(allocator, matcher, requests, candidates);
        this.likeness = new Likeness(allocator, matcher, requests, candidates);
        this.pruning = new Pruning(this, isThorough);
    }

    private void addCandidates(Pool pool, AllocatedState allocated) {
        for (Slice slice : pool.slices()) {
            for (int i = 0; i < slice.devices().size(); i++) {
                Device device = slice.devices().get(i);
                boolean isAllocated = allocated.devices().contains(device.id());
                candidates.add(new Candidate(device, slice, pool, i, isAllocated));
            }
        }
    }

    /**
     * Decides.
     *
     * @throws AllocationError where scheduling fails with an error
     * @throws Undecidable where it takes too long
     */
    Decision decide() {
        if (allocate(new Place(0, 0, 0, 0), false, 0) == Result.DONE) {
            return new Decision.Fits(List.copyOf(taker.results()));
        }
        if (version.reportsInvalidPools() && pools.stream().anyMatch(Pool::isInvalid)) {
            throw AllocationError.ofNode("invalid resource pools were encountered");
        }
        return new Decision.DoesNotFit();
    }

    /** Finds devices from the place on; {@code isChosen} where the alternative is decided already. */
    private Result allocate(Place place, boolean isChosen, int start) {
        budget.step();
        if (place.claim() >= requests.size()) {
            return Result.DONE;
        }
        List<List<RequestState>> ofClaim = requests.of(place.claim());
        if (place.request() >= ofClaim.size()) {
            Result result = allocate(new Place(place.claim() + 1, 0, 0, 0), false, 0);
            return result == Result.TOO_MANY ? Result.NOT_FOUND : result;
        }
        RequestState request = ofClaim.get(place.request()).get(place.alternative());
        if (!isChosen && request.isAlternative()) {
            return allocateAlternative(place, ofClaim.get(place.request()).size());
        }
        if (request.alternative().isAll() && request.all.isEmpty()) {
            return Result.NOT_FOUND;
        }
        if (place.device() >= request.devices()) {
            int next = isNextAlike(place) && version.choosesInOrder() ? start : 0;
            return allocate(new Place(place.claim(), place.request() + 1, 0, 0), false, next);
        }
        long remaining = request.devices() - place.device();
        if (remaining > ClaimLimits.RESULTS - results(place.claim())) {
            return version.backtracksAboveLimit() ? Result.TOO_MANY : Result.NOT_FOUND;
        }
        return request.alternative().isAll()
                ? allocateAll(place, request, isChosen)
                : allocateOne(place, request, isChosen, start);
    }

    private Result allocateAlternative(Place place, int alternatives) {
        boolean isTooMany = true;
        for (int i = 0; i < alternatives; i++) {
            Result result = allocate(new Place(place.claim(), place.request(), i, place.device()), true, 0);
            if (result == Result.DONE) {
                return result;
            }
            isTooMany &= result == Result.TOO_MANY;
        }
        return isTooMany && version.backtracksAboveLimit() ? Result.TOO_MANY : Result.NOT_FOUND;
    }

    private Result allocateAll(Place place, RequestState request, boolean isChosen) {
        if (place.device() >= request.all.size()) {
            throw new AllocationError("panic: index out of range");
        }
        Candidate candidate = request.all.get(place.device());
        DeviceTaker.Taken taken = taker.take(place, request, candidate, true);
        if (taken == null) {
            return Result.NOT_FOUND;
        }
        Result result = allocate(place.nextDevice(version.mixesAlternatives()), isChosen, 0);
        if (result != Result.DONE) {
            taker.giveBack(place, request, candidate, taken);
        }
        return result;
    }

    private Result allocateOne(Place place, RequestState request, boolean isChosen, int start) {
        Pruning.Visit visit = pruning.visit(place, start);
        if (visit.hasFailed()) {
            return Result.NOT_FOUND;
        }
        Claim claim = requests.claim(place.claim());
        boolean isAdmin = request.alternative().hasAdminAccess();
        Pool before = null;
        for (int i = start; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            if (candidate.pool != before) {
                before = candidate.pool;
                if (before.isInvalid()) {
                    throw new AllocationError("pool " + before.id().pool() + " is invalid: " + before.invalidReason());
                }
            }
            boolean isTaken = isAdmin ? candidate.claims.contains(place.claim()) : candidate.isInUse();
            if (isTaken
                    || visit.hasTried(candidate)
                    || !matcher.isSelectable(claim, request, candidate, request)
                    || !matcher.isLargeEnough(request, candidate, false)) {
                continue;
            }
            DeviceTaker.Taken taken = taker.take(place, request, candidate, false);
            if (taken == null) {
                continue;
            }
            Result result = allocate(place.nextDevice(false), isChosen, version.choosesInOrder() ? i + 1 : 0);
            if (result == Result.DONE) {
                return result;
            }
            taker.giveBack(place, request, candidate, taken);
            if (result == Result.TOO_MANY) {
                return result;
            }
            visit.failed(candidate);
        }
        visit.failed();
        return Result.NOT_FOUND;
    }

    /**
     * Whether the next request asks for the same as this one, so that their devices can be chosen in one order; a search that is not certain
     * to meet no error does not change its order.
     */
    private boolean isNextAlike(Place place) {
        List<List<RequestState>> ofClaim = requests.of(place.claim());
        return pruning.isCertain()
                && place.request() + 1 < ofClaim.size()
                && likeness.areAlike(place.claim(), ofClaim.get(place.request()), ofClaim.get(place.request() + 1));
    }

    AllocatorVersion version() {
        return version;
    }

    List<Candidate> candidates() {
        return candidates;
    }

    ClaimRequests requests() {
        return requests;
    }

    /** How many devices the claim has. */
    int results(int claim) {
        return taker.results().get(claim).size();
    }

    Budget budget() {
        return budget;
    }

    DeviceMatcher matcher() {
        return matcher;
    }

    DeviceTaker taker() {
        return taker;
    }

    Likeness likeness() {
        return likeness;
    }
}
