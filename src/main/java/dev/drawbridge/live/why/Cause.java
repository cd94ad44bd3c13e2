package dev.drawbridge.live.why;

import java.util.Arrays;
import java.util.Optional;

/**
 * A cause of a pending pod, in the order in which a pod meets them. If several causes of devices would each help on as
 * many nodes, the earlier is reported first.
 */
public enum Cause {
    // @formatter:off
    // Before the pod exists.
    QUOTA("quota", "A ResourceQuota is used up.",
            "raise the quota, or delete what uses it up"),
    SUSPENDED("suspended", "The workload is suspended.",
            "set spec.suspend to false; if a queueing controller set it, that controller resumes the workload"),
    SOURCE_FIELD("sourceField", "spec.resourceClaims[].source is a field of Kubernetes 1.26 to 1.30.",
            "move the field in source up one level: drawbridge migrate does that in files"),
    POD_REFUSED("podRefused", "The API server refuses the pods.",
            "fix what the message names"),

    // Before the scheduler.
    KUEUE("kueue", "Kueue has not admitted the workload.",
            "free or raise the quota of the ClusterQueue, or fix what Kueue's message names"),
    SCHEDULING_GATE("schedulingGate", "The pod has a scheduling gate.",
            "find the controller that set the gate; the pod is scheduled once all gates are removed"),

    // Claims.
    TEMPLATE_MISSING("templateMissing", "The pod refers to a missing ResourceClaimTemplate.",
            "create the template in the pod's namespace; the claim is then created without a change to the pod"),
    CLAIM_MISSING("claimMissing", "The pod refers to a missing ResourceClaim.",
            "create the claim in the pod's namespace, or fix the name in a new pod"),
    CLAIM_NOT_CREATED("claimNotCreated", "The claim was not created from its template.",
            "see the message of kube-controller-manager; without one, check that it runs"),
    CLAIM_BEING_DELETED("claimBeingDeleted", "The ResourceClaim is being deleted.",
            "wait until its users end, or create the pod with another claim"),
    CLAIM_OF_ANOTHER("claimOfAnother", "A ResourceClaim with the name of the pod's claim has another owner.",
            "delete that claim; the controller then creates one for the pod"),
    CLAIM_TWICE("claimTwice", "The pod refers to one claim twice.",
            "name the claim once, and use it in several containers by that name"),
    RESERVATION_FULL("reservationFull", "The claim has the maximum number of users: status.reservedFor is full.",
            "wait until one of the pods ends, or use a second claim"),
    CLAIM_PINNED("claimOnOtherNode", "The claim has devices that cannot be used on the pod's nodes.",
            "let the pod run on the node of the claim, or end the other pods that use it"),
    BINDING_CONDITIONS("bindingConditions", "The devices are not ready for binding.",
            "see the driver that sets the conditions; after the scheduler's timeout it tries other devices"),

    NO_POD("noPod", "No pod uses the claim.",
            "create a pod that uses it: a claim gets devices when such a pod is scheduled"),

    // Devices.
    CLASS_MISSING("classMissing", "The claim requests a DeviceClass that does not exist.",
            "create the class (most drivers install it), or fix the name in the claim"),
    EXPRESSION_FAILS("expressionFails", "A CEL expression fails at runtime on a device.",
            "guard the expression: cel.bind, has(), or .?name.orValue(...)"),
    RESOURCE_NOT_PROVIDED("resourceNotProvided", "No DeviceClass and no device plugin provides the extended resource.",
            "set extendedResourceName in a DeviceClass, install the device plugin, or fix the name"),
    ALTERNATIVES_DISABLED("alternativesDisabled", "The claim has firstAvailable, but DRAPrioritizedList is off.",
            "enable the feature gate, or use exactly"),
    POOL_INCOMPLETE("poolIncomplete", "A pool is incomplete: the scheduler ignores it until all of its slices exist.",
            "see the driver's log on the pool's node; restarting the driver's pod publishes the pool again"),
    DRIVER_GONE("driverGone", "The driver publishes no devices where the pod can run.",
            "check the driver's DaemonSet: its pods must run on the nodes with devices"),
    CLASS_MATCHES_NOTHING("classMatchesNothing", "The selectors of the DeviceClass match no device.",
            "fix the class, or check that the driver publishes what it selects"),
    SELECTOR_MATCHES_NOTHING("selectorMatchesNothing", "The selectors of the request leave too few devices.",
            "change the selector in a new claim"),
    CAPACITY_TOO_SMALL("capacityTooSmall", "No device has the requested capacity.",
            "request less in a new claim, or another class"),
    DEVICE_TAINTED("deviceTainted", "Devices that match are tainted.",
            "remove the taint (delete the DeviceTaintRule, or repair the device), or tolerate it in the claim"),
    TOO_FEW_DEVICES("tooFewDevices", "No node has as many matching devices as are requested.",
            "request fewer devices in a new claim"),
    CONSTRAINT("constraintUnsatisfiable", "The devices of no node satisfy a constraint of the claim.",
            "relax the constraint in a new claim"),
    NO_COMBINATION("noCombination", "Each request finds devices, but no node has enough for all of them.",
            "request less in a new claim, or split it over several pods"),
    DEVICES_TAKEN("devicesTaken", "Other claims hold the devices.",
            "wait until they end, delete a holder, or add nodes"),

    // Outside DRA, and after scheduling.
    NOT_DRA("notDra", "Something other than devices keeps the pod from nodes.",
            "see the scheduler's message"),
    NOT_TRIED("notTried", "No scheduler has tried to schedule the pod.",
            "check that the scheduler named in spec.schedulerName runs"),
    PREPARE_FAILED("prepareFailed", "The pod is scheduled, but its devices could not be prepared on the node.",
            "see the driver's log on the node"),
    UNKNOWN("unknown", "No cause was found.",
            "see the scheduler's message, and the kinds that could not be listed");
    // @formatter:on

    private final String id;
    private final String description;
    private final String change;

    Cause(String id, String description, String change) {
        this.id = id;
        this.description = description;
        this.change = change;
    }

    /** The cause with this name. */
    public static Optional<Cause> named(String id) {
        return Arrays.stream(values()).filter(cause -> cause.id.equals(id)).findFirst();
    }

    /** The description, a sentence. */
    public String description() {
        return description;
    }

    /** How to fix it. */
    public String change() {
        return change;
    }

    /** The name in JSON, such as {@code templateMissing}. */
    @Override
    public String toString() {
        return id;
    }
}
