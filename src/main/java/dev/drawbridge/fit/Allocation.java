package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.constraint.content.Quantity;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The search for devices of one node. See the description of the package.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}, Allocate, allocateOne, allocateDevice.
 */
final class Allocation {

    /** AllocationResultsMaxSize. */
    private static final int MAX_RESULTS = 32;

    /** What the scheduler says where nothing fits and a pool makes no sense. It fails the node, and not the pod. */
    static final String INVALID_POOLS = "invalid resource pools were encountered";

    private static final String NODE_OPERATIONS = "DRAOptionalNodeOperations";

    /** Where the search is: a device of an alternative of a request of a claim. */
    record Place(int claim, int request, int alternative, int device) {

        Place nextDevice(boolean forgetsAlternative) {
            return new Place(claim, request, forgetsAlternative ? 0 : alternative, device + 1);
        }
    }

    private enum Result {
        DONE,
        NOT_FOUND,
        /** More devices than a claim may have. */
        TOO_MANY
    }

    private final Allocator allocator;
    private final AllocatorVersion version;
    private final Node node;
    private final List<Claim> claims;
    private final Budget budget;
    private final List<Pool> pools;
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<List<List<RequestState>>> requests = new ArrayList<>();
    private final List<List<ConstraintState>> constraints = new ArrayList<>();
    private final List<List<Decision.Chosen>> results = new ArrayList<>();
    private final Consumption consumption;
    private final Counters counters;
    private final Map<PoolId, Map<String, CompatibilityGroups>> groups = new HashMap<>();
    private final Map<List<Object>, Attribute> derived = new HashMap<>();
    private final Pruning pruning;

    Allocation(Allocator allocator, Node node, List<Claim> claims, long deadline, boolean isThorough) {
        this.allocator = allocator;
        this.version = allocator.version();
        this.node = node;
        this.claims = claims;
        this.budget = new Budget(deadline);
        this.pools = allocator.pools(node);
        this.consumption = new Consumption(version);
        this.counters = new Counters(allocator);
        for (Pool pool : pools) {
            addCandidates(pool);
        }
        this.pruning = new Pruning(this, isThorough);
    }

    private void addCandidates(Pool pool) {
        for (Slice slice : pool.slices()) {
            for (int i = 0; i < slice.devices().size(); i++) {
                Device device = slice.devices().get(i);
                boolean isAllocated = allocator.allocated().devices().contains(device.id());
                candidates.add(new Candidate(device, slice, pool, i, isAllocated));
            }
        }
    }

    /**
     * Decides.
     *
     * @throws AllocationError where the scheduler gives up
     * @throws Undecidable where it takes too long
     */
    Decision decide() {
        for (int claim = 0; claim < claims.size(); claim++) {
            prepare(claim);
        }
        requests.forEach(
                ofClaim -> ofClaim.forEach(alternatives -> alternatives.forEach(each -> each.matches.clear())));
        if (allocate(new Place(0, 0, 0, 0), false, 0) == Result.DONE) {
            return new Decision.Fits(List.copyOf(results));
        }
        if (version.reportsInvalidPools() && pools.stream().anyMatch(Pool::isInvalid)) {
            throw new AllocationError(INVALID_POOLS);
        }
        return new Decision.DoesNotFit();
    }

    // What each request asks for.

    private void prepare(int index) {
        Claim claim = claims.get(index);
        List<List<RequestState>> ofClaim = new ArrayList<>();
        requests.add(ofClaim);
        results.add(new ArrayList<>());
        long devices = 0;
        for (Request request : claim.requests()) {
            refuseDisabled(claim, request);
            List<RequestState> alternatives = new ArrayList<>();
            ofClaim.add(alternatives);
            long fewest = Long.MAX_VALUE;
            for (int i = 0; i < request.alternatives().size(); i++) {
                RequestState known = version.mixesAlternatives() && i > 1
                        ? alternatives.get(i - 1)
                        : version.mixesAlternatives() && i == 1 ? alternatives.get(0) : null;
                RequestState state =
                        request(claim, request, request.alternatives().get(i), known);
                alternatives.add(state);
                fewest = Math.min(fewest, state.devices());
            }
            if (fewest > MAX_RESULTS - devices) {
                throw new AllocationError("claim " + claim + ", request " + request.name() + ": adding " + fewest
                        + " devices exceeds the claim limit of " + MAX_RESULTS);
            }
            devices += fewest;
        }
        List<ConstraintState> states = new ArrayList<>();
        for (int i = 0; i < claim.constraints().size(); i++) {
            int number = i;
            states.add(ConstraintState.of(
                    claim.constraints().get(i), version, () -> "claim " + claim + ", constraint #" + number));
        }
        constraints.add(states);
    }

    private void refuseDisabled(Claim claim, Request request) {
        String place = "claim " + claim + ", request " + request.name() + ": ";
        if (request.isPrioritized() && !version.has(Feature.PRIORITIZED_LIST)) {
            throw new AllocationError(place + "has subrequests, but the DRAPrioritizedList feature is disabled");
        }
        boolean hasCapacity = request.alternatives().stream().anyMatch(each -> each.capacity() != null);
        if (hasCapacity && !version.has(Feature.CONSUMABLE_CAPACITY) && version.hasDistinctAttribute()) {
            throw new AllocationError(
                    place + "has capacity requests, but the DRAConsumableCapacity feature is disabled");
        }
    }

    /** The state of an alternative; {@code known} is the one whose matches an old release takes for its own. */
    private RequestState request(Claim claim, Request request, Alternative asked, @Nullable RequestState known) {
        String place = "claim " + claim + ", request " + asked.name() + ": ";
        if (!asked.derivedAttributes().isEmpty() && !version.has(Feature.DERIVED_ATTRIBUTES)) {
            throw new AllocationError(place + "cannot handle request with derived attributes, the feature is disabled");
        }
        if (asked.adminAccess() != null && !version.has(Feature.ADMIN_ACCESS)) {
            throw new AllocationError(place + "admin access is requested, but the feature is disabled");
        }
        if (asked.deviceClassName().isEmpty()) {
            throw new AllocationError(place + "missing device class name (unsupported request type?)");
        }
        DeviceClass deviceClass = allocator.fleet().classes().get(asked.deviceClassName());
        if (deviceClass == null) {
            throw new AllocationError(place + "could not retrieve device class " + asked.deviceClassName()
                    + ": deviceclass.resource.k8s.io \"" + asked.deviceClassName() + "\" not found");
        }
        RequestState state = new RequestState(
                request,
                asked,
                deviceClass,
                deviceClass.selectors().stream().map(allocator::selector).toList(),
                asked.selectors().stream().map(allocator::selector).toList());
        if (asked.isAll()) {
            addAll(claim, state, known == null ? state : known);
        } else if (!asked.allocationMode().equals("ExactCount")) {
            throw new AllocationError(place + "unsupported count mode " + asked.allocationMode());
        }
        return state;
    }

    private void addAll(Claim claim, RequestState state, RequestState cache) {
        for (Pool pool : pools) {
            if (pool.isIncomplete() || pool.isInvalid()) {
                throw new AllocationError(
                        "claim " + claim + ", request " + state.alternative().name()
                                + ": asks for all devices, but resource pool " + pool.id() + " is currently "
                                + (pool.isIncomplete() ? "being updated" : "invalid"));
            }
            for (Candidate candidate : candidates) {
                if (candidate.pool == pool
                        && isSelectable(claim, state, candidate, cache)
                        && isLargeEnough(state, candidate, version.asksForStaticCapacity())) {
                    state.all.add(candidate);
                }
            }
        }
    }

    private boolean isSelectable(Claim claim, RequestState request, Candidate candidate, RequestState cache) {
        Device device = candidate.device;
        if (!version.has(Feature.DEVICE_BINDING) && device.hasBindingConditions()) {
            return false;
        }
        Boolean known = cache.matches.get(device);
        if (known != null) {
            return known;
        }
        boolean matches = matches("class " + request.deviceClass().name(), request.classSelectors(), device)
                && matches("claim " + claim, request.selectors(), device)
                && (!candidate.slice.leavesNodesToDevices() || device.nodes().includes(node));
        cache.matches.put(device, matches);
        return matches;
    }

    private boolean matches(String owner, List<DeviceProgram> selectors, Device device) {
        for (int i = 0; i < selectors.size(); i++) {
            DeviceProgram selector = selectors.get(i);
            Object value = selector.evaluate(device);
            if (Boolean.FALSE.equals(value)) {
                return false;
            }
            if (!Boolean.TRUE.equals(value)) {
                EvaluationProblem problem = value instanceof EvaluationProblem failed
                        ? failed
                        : new EvaluationProblem("CEL result could not be converted to bool: " + value, null, false);
                throw failed(owner + ": selector #" + i, selector, device, problem);
            }
        }
        return true;
    }

    private static RuntimeException failed(
            String place, DeviceProgram program, Device device, EvaluationProblem problem) {
        if (problem.isUnsupported()) {
            return new Undecidable("cannot evaluate " + program.expression() + ": " + problem.detail());
        }
        return new AllocationError(new AllocationError.Cause(
                place + " on device " + device.id() + ": CEL runtime error: " + problem.detail(),
                device.id(),
                program.expression(),
                problem.missingKey()));
    }

    private boolean isLargeEnough(RequestState request, Candidate candidate, boolean isStatic) {
        if (!version.has(Feature.CONSUMABLE_CAPACITY)) {
            return true;
        }
        Map<String, Quantity> taken = allocator.allocated().capacity().getOrDefault(candidate.device.id(), Map.of());
        Map<String, Quantity> shares = candidate.shares;
        return consumption.isPossible(
                request.alternative().capacity(),
                candidate.device.capacity(),
                isStatic ? Map.of() : taken,
                isStatic || shares == null ? Map.of() : shares);
    }

    // The search.

    /** Finds devices from the place on; {@code isChosen} where the alternative is decided already. */
    private Result allocate(Place place, boolean isChosen, int start) {
        budget.step();
        if (place.claim() >= claims.size()) {
            return Result.DONE;
        }
        List<List<RequestState>> ofClaim = requests.get(place.claim());
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
        if (remaining > MAX_RESULTS - results.get(place.claim()).size()) {
            return version.givesUpAboveLimit() ? Result.TOO_MANY : Result.NOT_FOUND;
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
        return isTooMany && version.givesUpAboveLimit() ? Result.TOO_MANY : Result.NOT_FOUND;
    }

    private Result allocateAll(Place place, RequestState request, boolean isChosen) {
        if (place.device() >= request.all.size()) {
            throw new AllocationError("panic: index out of range");
        }
        Candidate candidate = request.all.get(place.device());
        Taken taken = take(place, request, candidate, true);
        if (taken == null) {
            return Result.NOT_FOUND;
        }
        Result result = allocate(place.nextDevice(version.mixesAlternatives()), isChosen, 0);
        if (result != Result.DONE) {
            giveBack(place, request, candidate, taken);
        }
        return result;
    }

    private Result allocateOne(Place place, RequestState request, boolean isChosen, int start) {
        Pruning.Visit visit = pruning.visit(place, start);
        if (visit.hasFailed()) {
            return Result.NOT_FOUND;
        }
        Claim claim = claims.get(place.claim());
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
                    || !isSelectable(claim, request, candidate, request)
                    || !isLargeEnough(request, candidate, false)) {
                continue;
            }
            Taken taken = take(place, request, candidate, false);
            if (taken == null) {
                continue;
            }
            Result result = allocate(place.nextDevice(false), isChosen, version.choosesInOrder() ? i + 1 : 0);
            if (result == Result.DONE) {
                return result;
            }
            giveBack(place, request, candidate, taken);
            if (result == Result.TOO_MANY) {
                return result;
            }
            visit.failed(candidate);
        }
        visit.failed();
        return Result.NOT_FOUND;
    }

    // One device.

    /** What taking a device changed, to be undone. */
    private static final class Taken {

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
    private @Nullable Taken take(Place place, RequestState request, Candidate candidate, boolean isNeeded) {
        Device device = candidate.device;
        boolean isAdmin = request.alternative().hasAdminAccess();
        boolean isShared = version.has(Feature.CONSUMABLE_CAPACITY) && device.allowMultipleAllocations();
        if (!isShared && isAdmin && candidate.claims.contains(place.claim())
                || !isAdmin && candidate.isInUse()
                || skipsOperationsThatNodeNeeds(candidate)) {
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
                && !isTainted(device, request)
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

    private boolean skipsOperationsThatNodeNeeds(Candidate candidate) {
        return version.checksNodeOperations()
                && candidate.slice.skipsNodeOperations()
                && !(version.has(Feature.OPTIONAL_NODE_OPERATIONS)
                        && node.declaredFeatures().contains(NODE_OPERATIONS));
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

    private boolean isTainted(Device device, RequestState request) {
        if (!version.has(Feature.DEVICE_TAINTS)) {
            return false;
        }
        for (Taint taint : device.taints()) {
            boolean counts = !version.ignoresOtherTaints()
                    || taint.effect().equals("NoSchedule")
                    || taint.effect().equals("NoExecute");
            if (counts && request.alternative().tolerations().stream().noneMatch(each -> each.tolerates(taint))) {
                return true;
            }
        }
        return false;
    }

    private boolean isConstrained(
            Place place, RequestState request, Candidate candidate, Taken taken, boolean isNeeded) {
        for (ConstraintState constraint : constraints.get(place.claim())) {
            if (constraint.concerns(request)) {
                Attribute value = attribute(request, candidate.device, constraint.attribute());
                if (value == null || !constraint.add(request, value)) {
                    if (isNeeded) {
                        throw new AllocationError("claim " + claims.get(place.claim()) + ", request "
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

    /** The attribute of the device, or what the request derives of it; null where it has none. */
    private @Nullable Attribute attribute(RequestState request, Device device, String name) {
        String expression = request.alternative().derivedAttributes().get(name);
        if (expression == null) {
            return device.attribute(name);
        }
        return derived.computeIfAbsent(List.of(device.id(), expression), key -> {
            DeviceProgram program = allocator.derivation(expression);
            Object value = program.evaluate(device);
            if (value instanceof EvaluationProblem problem) {
                throw failed("evaluate derived attribute " + name, program, device, problem);
            }
            if (!DeviceProgram.isAttribute(value)) {
                throw failed(
                        "evaluate derived attribute " + name,
                        program,
                        device,
                        new EvaluationProblem("unsupported CEL return type", null, false));
            }
            return new Attribute(value);
        });
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
        if (!isLargeEnough(request, measured, false)) {
            return false;
        }
        if (isShared) {
            Map<String, Quantity> share = consumption.of(request.alternative().capacity(), candidate.device.capacity());
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
                && taken.constraints < constraints.get(place.claim()).size()) {
            removeFromConstraints(place, request, taken);
        }
    }

    private void giveBack(Place place, RequestState request, Candidate candidate, Taken taken) {
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
        List<ConstraintState> ofClaim = constraints.get(place.claim());
        for (int i = taken.constraints - 1; i >= 0; i--) {
            if (ofClaim.get(i).concerns(request)) {
                ofClaim.get(i).remove(request);
            }
        }
    }

    // What pruning needs to know.

    AllocatorVersion version() {
        return version;
    }

    List<Candidate> candidates() {
        return candidates;
    }

    List<List<List<RequestState>>> requests() {
        return requests;
    }

    List<ConstraintState> constraints(int claim) {
        return constraints.get(claim);
    }

    int results(int claim) {
        return results.get(claim).size();
    }

    Budget budget() {
        return budget;
    }

    Counters counters() {
        return counters;
    }

    /** Whether a request takes devices that are in use. */
    boolean hasAdminAccess() {
        return requests.stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .anyMatch(request -> request.alternative().hasAdminAccess());
    }

    /** What counters and groups remember that decides about the device. */
    Object memory(Candidate candidate) {
        if (candidate.device.consumesCounters().isEmpty()) {
            return "";
        }
        Map<String, CompatibilityGroups> ofPool = groups.getOrDefault(candidate.pool.id(), Map.of());
        return List.of(counters.memory(candidate), Map.copyOf(ofPool));
    }

    /**
     * Whether the next request asks for the same as this one, so that their devices can be chosen in one order; a search that is not certain
     * to meet no error does not change its order.
     */
    private boolean isNextAlike(Place place) {
        List<List<RequestState>> ofClaim = requests.get(place.claim());
        return pruning.isCertain()
                && place.request() + 1 < ofClaim.size()
                && areAlike(place.claim(), ofClaim.get(place.request()), ofClaim.get(place.request() + 1));
    }

    private boolean areAlike(int claim, List<RequestState> one, List<RequestState> other) {
        RequestState first = one.get(0);
        RequestState second = other.get(0);
        return !first.isAlternative()
                && !second.isAlternative()
                && first.asksForTheSame(second)
                && candidates.stream().noneMatch(candidate -> candidate.device.allowMultipleAllocations())
                && constraints.get(claim).stream()
                        .allMatch(constraint -> constraint.concerns(first) == constraint.concerns(second)
                                && (!version.remembersOneValuePerRequest() || !constraint.concerns(first)));
    }

    /** Whether all that is still to come asks for the same as this request. */
    boolean isRestAlike(Place place) {
        List<List<RequestState>> ofClaim = requests.get(place.claim());
        for (int i = place.request(); i + 1 < ofClaim.size(); i++) {
            if (!areAlike(place.claim(), ofClaim.get(i), ofClaim.get(i + 1))) {
                return false;
            }
        }
        return place.claim() + 1 == requests.size() && version.choosesInOrder();
    }

    /** Whether the counters that the device needs are left. */
    boolean hasCountersFor(Candidate candidate) {
        return candidate.device.consumesCounters().isEmpty() || counters.isEnoughFor(candidate);
    }

    /**
     * Whether the request could take the device if nothing else were taken.
     *
     * @throws AllocationError where an expression fails on the device
     */
    boolean isEligible(int claim, RequestState request, Candidate candidate) {
        return (request.alternative().hasAdminAccess() || !candidate.isAllocated)
                && (version.has(Feature.PARTITIONABLE_DEVICES)
                        || candidate.device.consumesCounters().isEmpty())
                && !skipsOperationsThatNodeNeeds(candidate)
                && isSelectable(claims.get(claim), request, candidate, request)
                && !isTainted(candidate.device, request);
    }

    /** All that requests, constraints and counters see of a device. */
    Object looks(Candidate candidate) {
        Device device = candidate.device;
        List<Object> looks = new ArrayList<>();
        looks.add(candidate.isAllocated);
        looks.add(device.allowMultipleAllocations());
        looks.add(device.hasBindingConditions());
        looks.add(candidate.slice.skipsNodeOperations());
        looks.add(!candidate.slice.leavesNodesToDevices() || device.nodes().includes(node));
        looks.add(device.taints());
        looks.add(device.capacity());
        looks.add(allocator.allocated().capacity().getOrDefault(device.id(), Map.of()));
        looks.add(allocator.allocated().shared().contains(device.id()));
        if (!device.consumesCounters().isEmpty()) {
            looks.add(List.of(candidate.pool.id(), candidate.slice.name(), device.consumesCounters()));
        }
        for (List<List<RequestState>> ofClaim : requests) {
            ofClaim.stream().flatMap(List::stream).forEach(request -> addReads(request, device, looks));
        }
        for (List<ConstraintState> ofClaim : constraints) {
            ofClaim.forEach(constraint -> looks.add(value(device.attribute(constraint.attribute()))));
        }
        return looks;
    }

    private void addReads(RequestState request, Device device, List<Object> looks) {
        Stream<DeviceProgram> selectors =
                Stream.concat(request.classSelectors().stream(), request.selectors().stream());
        Stream<DeviceProgram> derivations =
                request.alternative().derivedAttributes().values().stream().map(allocator::derivation);
        Stream.concat(selectors, derivations)
                .flatMap(program -> program.reads().stream())
                .forEach(read -> looks.add(value(read.of(device))));
    }

    private static Object value(@Nullable Object value) {
        return value == null ? "" : value;
    }
}
