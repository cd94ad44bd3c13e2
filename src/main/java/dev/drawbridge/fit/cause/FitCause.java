package dev.drawbridge.fit.cause;

import dev.drawbridge.field.Origin;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.reference.MissingObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cause of an answer: why a workload gets no devices, now or ever, or a name in it that leads nowhere.
 *
 * @param values the values of its sentence; the first is what it is about: a claim, a request, a class, a node, …
 * @param facts the facts, such as the devices that each condition of a request leaves
 * @param devices the devices that meet all conditions of a request; empty for other causes
 * @param changes what would end it, each alone: also changes that would not be enough
 * @param field the deciding field; null if it is not a field of an object in a file
 */
public record FitCause(
        Kind kind,
        List<?> values,
        List<FitFact> facts,
        List<DeviceId> devices,
        List<FitChange> changes,
        @Nullable ObjectField field) {

    private static final String NOT_IN_FLEET = " is not in the input or the fleet; ";

    /** The kinds of causes, with their sentences: one for the subject, and one for what is always true of it. */
    public enum Kind {
        // @formatter:off
        // One alternative of a request, by the first condition that leaves too few devices.
        CLASS_NOT_FOUND("%s"),
        CLASS_LEAVES_NONE("%s"),
        SELECTOR("%s"),
        CAPACITY("%s"),
        TAINT("%s"),
        COUNT("%s"),
        /** The request alone finds enough devices. */
        ENOUGH("%s"),
        TAKEN("%s"),

        // The requests of a pod together.
        CONSTRAINT("claim %s"),
        COUNTERS("shared counters",
                "the devices are parts of larger ones, which do not have enough of these counters: %s"),
        REQUESTS("together", "each request alone finds devices; no node has enough for all of them"),
        COMBINATION("combination", "no combination of the devices of one node satisfies the claim"),

        // Before devices are searched.
        CLAIM_MISSING("ResourceClaim %s" + MissingObject.NOT_IN_CLUSTER),
        TEMPLATE_MISSING("ResourceClaimTemplate %s" + MissingObject.NOT_IN_CLUSTER + ", so no claim is created from it"),
        CLAIM_BEING_DELETED("ResourceClaim %s is being deleted",
                "the pod waits until it is deleted and another claim of this name exists"),
        CLAIM_OF_ANOTHER("ResourceClaim %s was not created for this pod: it has another owner",
                "the pod waits until it is deleted and the controller has created one for the pod"),
        CLASS_MISSING("DeviceClass %s" + MissingObject.NOT_IN_CLUSTER),
        CLAIM_STALE("ResourceClaim %s is left from an earlier attempt to schedule the pod"),
        NODE_NAME_SET("spec.nodeName is set",
                "no scheduler allocates the claims of a pod that has a node; a nodeSelector or affinity chooses one"),
        NO_PROVIDER("no DeviceClass and no device plugin%2$s provides %1$s"),
        INSUFFICIENT("the device plugin offers %2$s of %1$s, and the pod requests %3$s"),
        IN_USE("the device plugin offers %2$s of %1$s, pods that run request %4$s, and the pod requests %3$s"),
        RESOURCE_UNCERTAIN("%s"),
        PLUGIN_BESIDE_CLAIMS("a device plugin offers %s, which has a DeviceClass",
                "binding a pod that has claims, too, fails each time; request the devices in a claim"),

        // Allocated claims.
        CLAIM_ELSEWHERE("ResourceClaim %s has devices of other nodes"),
        NODE_OPERATIONS("ResourceClaim %s has devices that need a node with DRAOptionalNodeOperations"),
        BINDING_FAILED("binding the devices of ResourceClaim %s failed"),
        BINDING_TIMED_OUT("the devices of ResourceClaim %s were not ready for binding in time"),
        DEALLOCATED("claim %s", "no node that the pod can run on can use its devices, and no other pod uses it:"
                + " the scheduler deallocates it and tries again"),
        USED_ELSEWHERE("claim %s",
                "no node that the pod can run on can use its devices: they are free when %2$s end"),
        STALE_DELETED("claim %s",
                "left from an earlier attempt to schedule the pod; the scheduler deletes it and tries again"),
        CLAIM_TWICE("claim %s",
                "binding fails each time: spec.resourceClaims names the claim twice; name it once"),
        RESERVATION_FULL("claim %s",
                "status.reservedFor is full: %2$s pods use it; another can once one of them ends"),
        NO_TIMESTAMP("claim %s", "binding fails each time: status.allocation has no allocationTimestamp, as from a"
                + " scheduler before 1.36, and cannot get one; delete the claim and create it again"),
        NO_TIMESTAMP_IN_USE("claim %s", "binding fails each time: status.allocation has no allocationTimestamp, as from"
                + " a scheduler before 1.36, and cannot get one; it is allocated again when %2$s end"),

        // Errors of the scheduler.
        EXPRESSION_FAILS("%s"),
        NODE_SELECTOR_UNREADABLE("%s"),
        LIMIT_EXCEEDED("%s"),
        FEATURE_DISABLED("%s"),
        POOL_FAILS("%s"),
        CONSTRAINT_FAILS("%s"),
        SCHEDULING_FAILS("%s"),
        OTHER_NODES_FIT("%s would fit", "but an error on one node fails the pod"),
        ORDER("order", "with devices in another order %s would fit"),
        POOLS_INVALID("pools"),
        /** A node has invalid pools, and devices of the others do not suffice. */
        POOLS_UNUSED("pools"),
        TIME("time"),

        // Nodes.
        NODES("nodes: %s of %s are left"),
        NO_NODES("nodes", "the fleet has no nodes; add its Node objects"),
        NODE_MISSING("node %s", "not in the fleet%2$s"),
        NOT_LISTED("%s of the cluster could not be listed"),
        NODES_UNKNOWN("Node objects are not in the fleet; add them"),
        RESOURCES_UNKNOWN("status.allocatable of Node objects is not in the fleet; add it"),

        // Objects that are missing, invalid or known in part.
        OBJECT_INVALID("%s %s is invalid"),
        PODS_FORBIDDEN("the pods of %s %s are forbidden"),
        POOL_UNUSABLE("pool %s"),
        TAINT_RULE_BY_PATCH("DeviceTaintRule %s has no deviceSelector",
                "a scheduler of 1.37.0 taints all devices with it, one of 1.37.1 or later none; the patch is unknown:"
                        + " set --kubernetes with the patch, such as 1.37.1"),
        TAINTS_BY_GATES("taints of devices count if the scheduler runs with %s",
                "whether it does is unknown: set --feature-gates"),

        // Dangling references of a pod.
        UNKNOWN_CLAIM("ResourceClaim %s" + NOT_IN_FLEET + "%s"),
        UNKNOWN_TEMPLATE("ResourceClaimTemplate %s" + NOT_IN_FLEET + "%s"),
        UNKNOWN_REQUEST("claim \"%s\" has no request named \"%s\"%s"),
        UNDECLARED_CLAIM("the pod has no resourceClaims entry named \"%s\"%s"),
        UNKNOWN_CLASS("DeviceClass %s" + NOT_IN_FLEET + "%s"),
        UNKNOWN_GROUP("PodGroup %s" + NOT_IN_FLEET + "%s: the scheduler tries no pod of a group that does"
                + " not exist (gate GenericWorkload)"),
        UNKNOWN_PRIORITY("PriorityClass %s" + NOT_IN_FLEET + "%s: the API server refuses pods of a class that does"
                + " not exist"),
        UNKNOWN_LIMIT_RANGE("%s, or a LimitRange that is not in the fleet must give it"),
        GROUP_IGNORED("PodGroup %s does not count: the API server drops the field while the gate GenericWorkload is off%s"),
        GROUP_UNSERVED("PodGroup %s will not exist, since the release does not serve %s: the scheduler tries no pod of it"),
        GROUP_TOO_SMALL("%s, and the input and the fleet have %s: the scheduler tries none of them until the"
                + " others exist"),
        ROLLOUT("all pods stay until a further one is ready, and only they hold devices for it: an update waits for"
                + " ever; set maxUnavailable: 1 and maxSurge: 0, or type: %s"),
        SHARED_RESOURCE("DeviceClasses %s have extendedResourceName %s: the newest of them provides it, or the one with the"
                + " lower name if they are equally old: %s"),
        EVICTED_FROM_NODE("node %s has the taint %s: each pod that gets the node is evicted %s (tolerationSeconds)"),
        EVICTED("device %s has the taint %s: each pod that gets it is scheduled and then evicted %s"),
        UNUSED_CLAIM("no container uses claim \"%s\": its devices would be allocated without use");
        // @formatter:on

        private final String sentence;
        private final String line;

        Kind(String sentence) {
            this(sentence, "");
        }

        Kind(String sentence, String line) {
            this.sentence = sentence;
            this.line = line;
        }

        /** A cause of this kind, with what its sentence names. */
        public FitCause cause(Object... values) {
            return new FitCause(this, List.of(values), List.of(), List.of(), List.of(), null);
        }

        /** Whether it ends without a change to the pod or the fleet. */
        public boolean isTemporary() {
            return this == CLAIM_BEING_DELETED || this == CLAIM_OF_ANOTHER;
        }

        /** Whether the scheduler tries no pod, or none is created, before the missing object exists. */
        public boolean isAwaited() {
            return switch (this) {
                case UNKNOWN_CLAIM, UNKNOWN_TEMPLATE, UNKNOWN_LIMIT_RANGE -> true;
                case UNKNOWN_GROUP, GROUP_UNSERVED, GROUP_TOO_SMALL -> true;
                default -> false;
            };
        }

        /** Whether the devices are there, and binding the pod to a claim fails each time. */
        public boolean isOfBinding() {
            return switch (this) {
                case PLUGIN_BESIDE_CLAIMS, CLAIM_TWICE, RESERVATION_FULL, NO_TIMESTAMP, NO_TIMESTAMP_IN_USE -> true;
                default -> false;
            };
        }

        /** Whether it is about the pools of one node only, so that the pod does not fail elsewhere. */
        public boolean isOfPools() {
            return this == POOLS_INVALID || this == POOLS_UNUSED;
        }

        /** Whether it is about a claim's allocated devices. */
        public boolean isAboutAllocation() {
            return this == CLAIM_ELSEWHERE
                    || this == NODE_OPERATIONS
                    || this == BINDING_FAILED
                    || this == BINDING_TIMED_OUT;
        }

        /** The rule of {@code check}: {@code fit} unless it is a dangling reference. */
        public Origin rule() {
            return switch (this) {
                case UNKNOWN_CLAIM -> Origin.UNKNOWN_CLAIM;
                case UNKNOWN_TEMPLATE -> Origin.UNKNOWN_CLAIM_TEMPLATE;
                case UNKNOWN_REQUEST -> Origin.UNKNOWN_CLAIM_REQUEST;
                case UNDECLARED_CLAIM -> Origin.CONTAINER_CLAIM;
                case UNKNOWN_CLASS -> Origin.UNKNOWN_DEVICE_CLASS;
                case UNUSED_CLAIM -> Origin.UNUSED_CLAIM;
                default -> Origin.FIT;
            };
        }
    }

    public FitCause with(List<FitFact> others) {
        return new FitCause(kind, values, others, devices, changes, field);
    }

    public FitCause with(FitFact fact) {
        return with(List.of(fact));
    }

    public FitCause at(@Nullable ObjectField other) {
        return new FitCause(kind, values, facts, devices, changes, other);
    }

    public FitCause of(List<DeviceId> matching, List<FitChange> all) {
        return new FitCause(kind, values, facts, matching, all, field);
    }

    /** What it is about, by name; empty if it is about the whole workload. */
    public String subject() {
        return values.isEmpty() ? "" : String.valueOf(values.get(0));
    }

    /** The request that it is about; null for other causes. */
    public @Nullable RequestedDevices request() {
        return !values.isEmpty() && values.get(0) instanceof RequestedDevices requested ? requested : null;
    }

    /** Whether it is about a part of a claim. */
    public boolean isInClaim() {
        RequestedDevices requested = request();
        return requested != null && requested.resource() == null || kind == Kind.CONSTRAINT;
    }

    @Override
    public String toString() {
        return text();
    }

    /** The cause in a sentence, without the name of the claim. */
    public String inClaim() {
        RequestedDevices requested = request();
        if (requested != null && requested.resource() == null) {
            return requested.inClaim();
        }
        return !values.isEmpty() && values.get(0) instanceof ClaimConstraint constraint ? constraint.inClaim() : text();
    }

    /** Whether its request alone finds too few devices, regardless of who holds them. */
    public boolean isShortage() {
        return request() != null && kind != Kind.ENOUGH && kind != Kind.TAKEN;
    }

    /** Whether it is an error of the scheduler on a node, which fails the pod. */
    public boolean isError() {
        return switch (kind) {
            case EXPRESSION_FAILS,
                    NODE_SELECTOR_UNREADABLE,
                    LIMIT_EXCEEDED,
                    FEATURE_DISABLED,
                    POOL_FAILS,
                    CONSTRAINT_FAILS,
                    SCHEDULING_FAILS -> true;
            default -> false;
        };
    }

    /** Whether it is a dangling reference, which is an error if the input is complete. */
    public boolean isMissing() {
        return switch (kind) {
            case UNUSED_CLAIM, ROLLOUT, EVICTED, EVICTED_FROM_NODE, SHARED_RESOURCE, GROUP_IGNORED -> false;
            default -> true;
        };
    }

    public String text() {
        return Words.of(kind.sentence, values);
    }

    /** The facts, each as a sentence. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!kind.line.isEmpty()) {
            lines.add(Words.of(kind.line, values));
        }
        facts.forEach(fact -> lines.add(fact.text()));
        return lines;
    }

    /** Whether it is true of this number of nodes. */
    public boolean isOn(long nodes) {
        return facts(FitFact.Kind.ON).stream()
                .anyMatch(fact -> fact.values().get(0).equals(new Words.Count(nodes, "node")));
    }

    public List<FitFact> facts(FitFact.Kind ofKind) {
        return facts.stream().filter(fact -> fact.kind() == ofKind).toList();
    }
}
