package dev.drawbridge.fit;

import dev.drawbridge.constraint.content.Quantity;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.PoolId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes devices for requests, and gives them back: marks, shares, counters, compatibility groups, constraints and results.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}, allocateDevice.
 */
final class DeviceTaker {

    private final Allocator allocator;
    private final AllocatorVersion version;
    private final DeviceMatcher matcher;
    private final ClaimRequests requests;
    private final List<Candidate> candidates;
    private final Counters counters;
    private final Map<PoolId, Map<String, CompatibilityGroups>> groups = new HashMap<>();
    private final List<List<Decision.Chosen>> results = new ArrayList<>();

    DeviceTaker(Allocator allocator, DeviceMatcher matcher, ClaimRequests requests, List<Candidate> candidates) {
        this.allocator = allocator;
        this.version = allocator.version();
        this.matcher = matcher;
        this.requests = requests;
        this.candidates = candidates;
        this.counters = new Counters(allocator);
        for (int claim = 0; claim < requests.size(); claim++) {
            results.add(new ArrayList<>());
        }
    }

    /** What is taken, a list a claim. */
    List<List<Decision.Chosen>> results() {
        return results;
    }

    Counters counters() {
        return counters;
    }

    /** What taking a device changed, to be undone. */
    static final class Taken {

        private @Nullable Map<String, @Nullable CompatibilityGroups> groups;
        private boolean hasCounters;
        private int constraints;
        private boolean isMarked;
        private @Nullable Map<String, Quantity> share;
        private boolean hadShares;
        private boolean isResult;
    }

    /**
     * Takes the device for the request; null where that is not possible.
     *
     * @param isNeeded whether the request fails without it
     */
    @Nullable
    Taken take(Place place, RequestState request, Candidate candidate, boolean isNeeded) {
        Device device = candidate.device;
        boolean isAdmin = request.alternative().hasAdminAccess();
        boolean isShared = version.has(Feature.CONSUMABLE_CAPACITY) && device.allowMultipleAllocations();
        if (!isShared && isAdmin && candidate.claims.contains(place.claim())
                || !isAdmin && candidate.isInUse()
                || matcher.skipsOperationsThatNodeNeeds(candidate)) {
            return null;
        }
        boolean hasCounters = !device.consumesCounters().isEmpty();
        if (hasCounters && !version.has(Feature.PARTITIONABLE_DEVICES)) {
            return null;
        }
        boolean hasTakenCounters = isShared && version.takesCountersOncePerDevice() && isShareInUse(candidate);
        Taken taken = new Taken();
        boolean isPossible =
                hasTakenCounters || !hasCounters || takeGroups(candidate, taken) && takeCounters(candidate, taken);
        isPossible = isPossible
                && !matcher.isTainted(device, request)
                && isConstrained(place, request, candidate, taken, isNeeded)
                && takeDevice(place, request, candidate, taken, isShared);
        if (!isPossible) {
            undoFailure(place, request, candidate, taken);
            return null;
        }
        results.get(place.claim()).add(new Decision.Chosen(request.fullName(), device.id()));
        taken.isResult = true;
        return taken;
    }

    private boolean isShareInUse(Candidate candidate) {
        AllocatedState allocated = allocator.allocated();
        return allocated.capacity().containsKey(candidate.device.id())
                || version.knowsSharesWithoutCapacity() && allocated.shared().contains(candidate.device.id())
                || candidate.shares != null;
    }

    private boolean takeGroups(Candidate candidate, Taken taken) {
        if (!version.has(Feature.COMPATIBILITY_GROUPS)) {
            return true;
        }
        Map<String, CompatibilityGroups> running =
                groups.computeIfAbsent(candidate.pool.id(), pool -> allocatedGroups(candidate.pool));
        Map<String, @Nullable CompatibilityGroups> before = new HashMap<>();
        taken.groups = before;
        for (CounterConsumption consumed : candidate.device.consumesCounters()) {
            CompatibilityGroups known = running.getOrDefault(consumed.counterSet(), CompatibilityGroups.NONE);
            if (!known.admits(consumed.compatibilityGroups())) {
                return false;
            }
            before.putIfAbsent(consumed.counterSet(), known);
            running.put(consumed.counterSet(), known.with(consumed.compatibilityGroups()));
        }
        return true;
    }

    private Map<String, CompatibilityGroups> allocatedGroups(Pool pool) {
        Map<String, CompatibilityGroups> known = new HashMap<>();
        Stream.concat(pool.slices().stream(), pool.otherSlices().stream())
                .flatMap(slice -> slice.devices().stream())
                .filter(device -> allocator.allocated().isAllocated(device.id()))
                .flatMap(device -> device.consumesCounters().stream())
                .forEach(consumed -> known.merge(
                        consumed.counterSet(),
                        CompatibilityGroups.NONE.with(consumed.compatibilityGroups()),
                        (before, one) -> before.with(consumed.compatibilityGroups())));
        return known;
    }

    private boolean takeCounters(Candidate candidate, Taken taken) {
        taken.hasCounters = counters.take(candidate);
        return taken.hasCounters;
    }

    private boolean isConstrained(
            Place place, RequestState request, Candidate candidate, Taken taken, boolean isNeeded) {
        for (ConstraintState constraint : requests.constraints(place.claim())) {
            if (constraint.concerns(request)) {
                Attribute value = matcher.attribute(request, candidate.device, constraint.attribute());
                if (value == null || !constraint.add(request, value)) {
                    if (isNeeded) {
                        throw new AllocationError("claim " + requests.claim(place.claim()) + ", request "
                                + request.alternative().name() + ": cannot add device " + candidate.device.id()
                                + " because a claim constraint would not be satisfied");
                    }
                    return false;
                }
            }
            taken.constraints++;
        }
        return true;
    }

    private boolean takeDevice(Place place, RequestState request, Candidate candidate, Taken taken, boolean isShared) {
        if (!isShared) {
            candidate.claims.add(place.claim());
            taken.isMarked = true;
        }
        if (!version.has(Feature.CONSUMABLE_CAPACITY)) {
            return true;
        }
        Candidate measured = version.looksAtOtherCapacity() ? otherOf(candidate, place.device()) : candidate;
        if (!matcher.isLargeEnough(request, measured, false)) {
            return false;
        }
        if (isShared) {
            Map<String, Quantity> share = matcher.share(request, candidate);
            Map<String, Quantity> shares = candidate.shares;
            taken.hadShares = shares != null;
            Map<String, Quantity> sum = shares == null ? new HashMap<>() : new HashMap<>(shares);
            share.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
            candidate.shares = sum;
            taken.share = share;
        }
        return true;
    }

    private Candidate otherOf(Candidate candidate, int index) {
        if (index >= candidate.slice.devices().size()) {
            throw new AllocationError("panic: index out of range");
        }
        return candidates.get(candidates.indexOf(candidate) - candidate.indexInSlice + index);
    }

    /** Undoes what was done before taking the device failed; old releases undo the constraints alone. */
    private void undoFailure(Place place, RequestState request, Candidate candidate, Taken taken) {
        if (version.rollsBack()) {
            giveBack(place, request, candidate, taken);
        } else if (!taken.isMarked
                && taken.constraints < requests.constraints(place.claim()).size()) {
            removeFromConstraints(place, request, taken);
        }
    }

    /** Undoes all that taking the device changed. */
    void giveBack(Place place, RequestState request, Candidate candidate, Taken taken) {
        if (taken.isResult) {
            List<Decision.Chosen> ofClaim = results.get(place.claim());
            ofClaim.remove(ofClaim.size() - 1);
        }
        Map<String, Quantity> share = taken.share;
        if (share != null) {
            removeShare(candidate, share, taken.hadShares);
        }
        if (taken.isMarked) {
            candidate.claims.remove(place.claim());
        }
        removeFromConstraints(place, request, taken);
        Map<String, @Nullable CompatibilityGroups> before = taken.groups;
        if (before != null) {
            Map<String, CompatibilityGroups> running = groups.getOrDefault(candidate.pool.id(), new HashMap<>());
            before.forEach((set, known) -> running.put(set, known == null ? CompatibilityGroups.NONE : known));
        }
        if (taken.hasCounters && (version.rollsBack() || share == null)) {
            counters.giveBack(candidate);
        }
    }

    private void removeShare(Candidate candidate, Map<String, Quantity> share, boolean hadShares) {
        Map<String, Quantity> shares = candidate.shares;
        if (shares == null || share.isEmpty() && !version.rollsBack()) {
            return;
        }
        share.forEach((name, amount) -> shares.merge(name, amount, Quantity::minus));
        boolean isEmpty = shares.values().stream().allMatch(amount -> amount.sign() == 0);
        if (isEmpty) {
            candidate.shares = hadShares && version.rollsBack() ? new HashMap<>() : null;
        }
    }

    private void removeFromConstraints(Place place, RequestState request, Taken taken) {
        List<ConstraintState> ofClaim = requests.constraints(place.claim());
        for (int i = taken.constraints - 1; i >= 0; i--) {
            if (ofClaim.get(i).concerns(request)) {
                ofClaim.get(i).remove(request);
            }
        }
    }

    /** What counters and groups remember that decides about the device. */
    Object memory(Candidate candidate) {
        if (candidate.device.consumesCounters().isEmpty()) {
            return "";
        }
        Map<String, CompatibilityGroups> ofPool = groups.getOrDefault(candidate.pool.id(), Map.of());
        return List.of(counters.memory(candidate), Map.copyOf(ofPool));
    }

    /** Whether the counters that the device needs are left. */
    boolean hasCountersFor(Candidate candidate) {
        return candidate.device.consumesCounters().isEmpty() || counters.isEnoughFor(candidate);
    }
}
