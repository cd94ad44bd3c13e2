package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a pod's claims.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}, Allocate, validateDeviceRequest.
 */
final class ClaimRequests {

    private final AllocatorInputs inputs;
    private final AllocatorVersion version;
    private final DeviceMatcher matcher;
    private final List<Pool> pools;
    private final List<Candidate> candidates;
    private final List<Claim> claims;
    private final List<List<List<RequestState>>> requests = new ArrayList<>();
    private final List<List<ConstraintRule>> rules = new ArrayList<>();

    /** Reads the requests of these claims; an AllocationError if scheduling fails before devices are searched. */
    ClaimRequests(
            AllocatorInputs inputs,
            DeviceMatcher matcher,
            List<Pool> pools,
            List<Candidate> candidates,
            List<Claim> claims) {
        this.inputs = inputs;
        this.version = inputs.version();
        this.matcher = matcher;
        this.pools = pools;
        this.candidates = candidates;
        this.claims = claims;
        claims.forEach(this::add);
        all().forEach(request -> request.matches().clear());
    }

    int size() {
        return claims.size();
    }

    Claim claim(int index) {
        return claims.get(index);
    }

    List<List<RequestState>> of(int claim) {
        return requests.get(claim);
    }

    Stream<RequestState> all() {
        return requests.stream().flatMap(List::stream).flatMap(List::stream);
    }

    List<ConstraintRule> rules(int claim) {
        return rules.get(claim);
    }

    Taken nothing() {
        List<List<ConstraintRule.Values>> constraints = rules.stream()
                .map(ofClaim -> Collections.nCopies(ofClaim.size(), ConstraintRule.Values.NONE))
                .toList();
        return new Taken(Map.of(), Map.of(), Map.of(), constraints, 0);
    }

    /** Whether a request has admin access, and so may take devices that are in use. */
    boolean haveAdminAccess() {
        return all().anyMatch(request -> request.alternative().hasAdminAccess());
    }

    /**
     * Whether a constraint applies to a request for all devices. A device that the constraint forbids is an error,
     * unless an earlier device in the order is in use, so it matters which of two like devices is taken.
     */
    boolean haveConstrainedAll() {
        for (int claim = 0; claim < size(); claim++) {
            List<ConstraintRule> ofClaim = rules(claim);
            boolean isConstrained = of(claim).stream()
                    .flatMap(List::stream)
                    .filter(request -> request.alternative().isAll())
                    .anyMatch(request -> ofClaim.stream().anyMatch(rule -> rule.concerns(request)));
            if (isConstrained) {
                return true;
            }
        }
        return false;
    }

    private void add(Claim claim) {
        List<List<RequestState>> ofClaim = new ArrayList<>();
        requests.add(ofClaim);
        long devices = 0;
        for (Request request : claim.requests()) {
            refuseDisabled(claim, request);
            List<RequestState> alternatives = new ArrayList<>();
            ofClaim.add(alternatives);
            long fewest = Long.MAX_VALUE;
            for (int i = 0; i < request.alternatives().size(); i++) {
                RequestState known = version.has(Quirk.MIXES_ALTERNATIVES) && i > 1
                        ? alternatives.get(i - 1)
                        : version.has(Quirk.MIXES_ALTERNATIVES) && i == 1 ? alternatives.get(0) : null;
                RequestState state =
                        request(claim, request, request.alternatives().get(i), known);
                alternatives.add(state);
                fewest = Math.min(fewest, state.devices());
            }
            if (fewest > ClaimLimits.RESULTS - devices) {
                throw new AllocationError(
                        FitCause.Kind.LIMIT_EXCEEDED,
                        "claim " + claim + ", request " + request.name() + ": adding " + fewest
                                + " devices exceeds the claim limit of " + ClaimLimits.RESULTS);
            }
            devices += fewest;
        }
        List<ConstraintRule> ofConstraints = new ArrayList<>();
        for (int i = 0; i < claim.constraints().size(); i++) {
            String place = "claim " + claim + ", constraint #" + i;
            ofConstraints.add(ConstraintRule.of(claim.constraints().get(i), version)
                    .orElseThrow(
                            () -> new AllocationError(place + ": empty constraint (unsupported constraint type?)")));
        }
        rules.add(ofConstraints);
    }

    private void refuseDisabled(Claim claim, Request request) {
        String place = "claim " + claim + ", request " + request.name() + ": ";
        if (request.isPrioritized() && !version.has(Feature.PRIORITIZED_LIST)) {
            throw new AllocationError(
                    FitCause.Kind.FEATURE_DISABLED,
                    place + "has subrequests, but the DRAPrioritizedList feature is disabled");
        }
        boolean hasCapacity = request.alternatives().stream().anyMatch(each -> each.capacity() != null);
        if (hasCapacity && !version.has(Feature.CONSUMABLE_CAPACITY) && version.has(Quirk.CAPACITY_NEEDS_GATE)) {
            throw new AllocationError(
                    FitCause.Kind.FEATURE_DISABLED,
                    place + "has capacity requests, but the DRAConsumableCapacity feature is disabled");
        }
    }

    /** The state of an alternative; {@code known} is the state whose matches an old release uses instead of its own. */
    private RequestState request(Claim claim, Request request, Alternative alternative, @Nullable RequestState known) {
        String place = "claim " + claim + ", request " + alternative.name() + ": ";
        if (!alternative.derivedAttributes().isEmpty() && !version.has(Feature.DERIVED_ATTRIBUTES)) {
            throw new AllocationError(
                    FitCause.Kind.FEATURE_DISABLED,
                    place + "cannot handle request with derived attributes, the feature is disabled");
        }
        if (alternative.adminAccess() != null && !version.has(Feature.ADMIN_ACCESS)) {
            throw new AllocationError(
                    FitCause.Kind.FEATURE_DISABLED, place + "admin access is requested, but the feature is disabled");
        }
        if (alternative.deviceClassName().isEmpty()) {
            throw new AllocationError(place + "missing device class name (unsupported request type?)");
        }
        DeviceClass deviceClass = inputs.classes().get(alternative.deviceClassName());
        if (deviceClass == null) {
            throw new AllocationError(place + "could not retrieve device class " + alternative.deviceClassName()
                    + ": deviceclass.resource.k8s.io \"" + alternative.deviceClassName() + "\" not found");
        }
        RequestState state = new RequestState(
                request,
                alternative,
                deviceClass,
                deviceClass.selectors().stream().map(inputs::selector).toList(),
                alternative.selectors().stream().map(inputs::selector).toList());
        if (alternative.isAll()) {
            addAll(claim, state, known == null ? state : known);
        } else if (!alternative.allocationMode().equals("ExactCount")) {
            throw new AllocationError(place + "unsupported count mode " + alternative.allocationMode());
        }
        return state;
    }

    private void addAll(Claim claim, RequestState state, RequestState cache) {
        for (Pool pool : pools) {
            if (pool.isIncomplete() || pool.isInvalid()) {
                throw new AllocationError(
                        version.has(Quirk.ALL_FAILS_ON_NODE) ? FitCause.Kind.POOLS_INVALID : FitCause.Kind.POOL_FAILS,
                        "claim " + claim + ", request " + state.alternative().name()
                                + ": asks for all devices, but resource pool " + pool.id() + " is currently "
                                + (pool.isIncomplete() ? "being updated" : "invalid"));
            }
            for (Candidate candidate : candidates) {
                if (candidate.pool() == pool
                        && matcher.isSelectable(claim, state, candidate, cache)
                        && isLargeEnough(state, candidate)) {
                    state.all().add(candidate);
                }
            }
        }
    }

    private boolean isLargeEnough(RequestState state, Candidate candidate) {
        return version.has(Quirk.ALL_ASKS_WHOLE_CAPACITY)
                ? matcher.isLargeEnough(state, candidate)
                : matcher.hasEnoughLeft(state, candidate, DeviceUse.NONE);
    }
}
