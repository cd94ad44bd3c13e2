package dev.drawbridge.fit.allocator;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Matches the devices of a node against requests.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}, isSelectable, selectorsMatch,
 * allocateDevice.
 */
final class DeviceMatcher {

    private static final String NODE_OPERATIONS = "DRAOptionalNodeOperations";

    private final AllocatorInputs inputs;
    private final AllocatorVersion version;
    private final Node node;
    private final Consumption consumption;
    private final Map<Derived, Attribute> derived = new HashMap<>();

    private record Derived(DeviceId device, String expression) {}

    DeviceMatcher(AllocatorInputs inputs, Node node) {
        this.inputs = inputs;
        this.version = inputs.version();
        this.node = node;
        this.consumption = new Consumption(version);
    }

    boolean isOnNode(Candidate candidate) {
        return candidate.slice().isFor(candidate.device(), node);
    }

    Map<String, Quantity> share(RequestState request, Candidate candidate) {
        return consumption.of(request.alternative().capacity(), candidate.device());
    }

    /**
     * Whether the device is on the node, and the selectors of class and request match it; an AllocationError if one
     * fails. {@code cache} is the request that caches the answer.
     */
    boolean isSelectable(Claim claim, RequestState request, Candidate candidate, RequestState cache) {
        Device device = candidate.device();
        if (!version.has(Feature.DEVICE_BINDING) && device.hasBindingConditions()) {
            return false;
        }
        Boolean known = cache.matches().get(device);
        if (known != null) {
            return known;
        }
        boolean matches = matches("class " + request.deviceClass().name(), request.classSelectors(), device)
                && matches("claim " + claim, request.selectors(), device)
                && (!candidate.slice().leavesNodesToDevices() || Pools.includes(candidate.slice(), device, node));
        cache.matches().put(device, matches);
        return matches;
    }

    private boolean matches(String owner, List<DeviceProgram> selectors, Device device) {
        for (int i = 0; i < selectors.size(); i++) {
            DeviceProgram selector = selectors.get(i);
            Object value = evaluate(selector, device);
            if (Boolean.FALSE.equals(value)) {
                return false;
            }
            if (!Boolean.TRUE.equals(value)) {
                EvaluationProblem problem = value instanceof EvaluationProblem failed
                        ? failed
                        : new EvaluationProblem("CEL result could not be converted to bool: " + value, null);
                throw failed(owner + ": selector #" + i, selector, device, problem);
            }
        }
        return true;
    }

    /** The value of the expression; an {@link EvaluationProblem} if the release cannot read one of the attributes. */
    private Object evaluate(DeviceProgram program, Device device) {
        for (Map.Entry<String, Attribute> entry : device.attributes().entrySet()) {
            if (!version.canRead(entry.getValue())
                    && (!version.has(Quirk.UNREADABLE_WHERE_READ) || reads(program, device, entry.getValue()))) {
                return new EvaluationProblem("attribute " + entry.getKey() + ": unsupported attribute value", null);
            }
        }
        return program.evaluate(version.has(Quirk.SHARING_SEEN) ? device : device.unshared());
    }

    /** Whether the expression reads the attribute, which also {@code has()} and optional syntax do. */
    private static boolean reads(DeviceProgram program, Device device, Attribute attribute) {
        return program.reads().stream()
                .filter(read -> read.field().equals("attributes") && read.name() != null)
                .anyMatch(read -> device.attribute(read.domain() + "/" + read.name()) == attribute);
    }

    private static RuntimeException failed(
            String place, DeviceProgram program, Device device, EvaluationProblem problem) {
        if (problem.isUnknown()) {
            return new Undecidable(place + ": " + problem.detail());
        }
        return new AllocationError(new Decision.Fails(
                FitCause.Kind.EXPRESSION_FAILS,
                place + " on device " + device.id() + ": CEL runtime error: " + problem.detail(),
                device.id(),
                program.expression(),
                problem.missingKey()));
    }

    /** Whether the device has the requested capacity, ignoring its use; an AllocationError if it cannot be computed. */
    boolean isLargeEnough(RequestState request, Candidate candidate) {
        return !version.has(Feature.CONSUMABLE_CAPACITY)
                || consumption.isPossible(request.alternative().capacity(), candidate.device(), Map.of(), Map.of());
    }

    /** Whether this search has left the requested capacity; an AllocationError if it cannot be computed. */
    boolean hasEnoughLeft(RequestState request, Candidate candidate, DeviceUse use) {
        if (!version.has(Feature.CONSUMABLE_CAPACITY)) {
            return true;
        }
        Map<String, Quantity> taken =
                inputs.allocated().use(candidate.device().id()).capacity();
        Map<String, Quantity> shares = use.shares();
        return consumption.isPossible(
                request.alternative().capacity(), candidate.device(), taken, shares == null ? Map.of() : shares);
    }

    /** Whether the driver skips operations that the node does not declare it can do without. */
    boolean skipsOperationsThatNodeNeeds(Candidate candidate) {
        return version.has(Quirk.NODE_OPERATIONS_CHECKED)
                && candidate.slice().skipsNodeOperations()
                && !(version.has(Feature.OPTIONAL_NODE_OPERATIONS)
                        && node.declaredFeatures().contains(NODE_OPERATIONS));
    }

    boolean isTainted(Device device, RequestState request) {
        if (!version.has(Feature.DEVICE_TAINTS)) {
            return false;
        }
        for (Taint taint : device.taints()) {
            boolean counts = !version.has(Quirk.OTHER_TAINTS_IGNORED) || taint.keepsAway();
            if (counts && !request.alternative().tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    /** The attribute of the device, or the request's derived attribute; null if it has neither. */
    @Nullable
    Attribute attribute(RequestState request, Device device, String name) {
        String expression = request.alternative().derivedAttributes().get(name);
        Attribute found = expression == null ? device.attribute(name) : derived(device, name, expression);
        boolean hasLists = version.has(Feature.LIST_ATTRIBUTES);
        if (!version.has(Quirk.UNREADABLE_WHERE_READ)) {
            return hasLists && Attribute.EMPTY.equals(found) ? null : found;
        }
        if (found != null && found.isList() && (!hasLists || expression == null && found.equals(Attribute.EMPTY))) {
            throw new AllocationError("device " + device.id() + ": unsupported attribute value for " + name);
        }
        return found == null ? null : compared(found);
    }

    Attribute compared(Attribute attribute) {
        return version.has(Quirk.VERSIONS_WITHOUT_BUILD) ? attribute.withoutBuild() : attribute;
    }

    private Attribute derived(Device device, String name, String expression) {
        return derived.computeIfAbsent(new Derived(device.id(), expression), key -> {
            DeviceProgram program = inputs.derivation(expression);
            Object value = evaluate(program, device);
            if (value instanceof EvaluationProblem problem) {
                throw failed("evaluate derived attribute " + name, program, device, problem);
            }
            if (!DeviceProgram.isAttribute(value)) {
                throw failed(
                        "evaluate derived attribute " + name,
                        program,
                        device,
                        new EvaluationProblem("unsupported CEL return type", null));
            }
            return new Attribute(value);
        });
    }

    /**
     * Whether the request could take the device if no other device were taken. Checks that can fail with an
     * AllocationError come first, as in the search.
     */
    boolean isEligible(Claim claim, RequestState request, Candidate candidate) {
        return (request.alternative().hasAdminAccess() || !candidate.isAllocated())
                && isSelectable(claim, request, candidate, request)
                && isLargeEnough(request, candidate)
                && (version.has(Feature.PARTITIONABLE_DEVICES)
                        || candidate.device().consumesCounters().isEmpty())
                && !skipsOperationsThatNodeNeeds(candidate)
                && !isTainted(candidate.device(), request);
    }
}
