package dev.drawbridge.fit.cause;

import java.util.List;

/**
 * A fact of a {@link FitCause}.
 *
 * @param values the values of its sentence
 * @param isDetail whether it describes the fact before it
 */
public record FitFact(Kind kind, List<?> values, boolean isDetail) implements Fact {

    /** The kinds of facts, with their sentences. */
    public enum Kind {
        // @formatter:off
        // What each condition of a request leaves.
        NO_DEVICES("these nodes have no devices"),
        NODES_GONE("%s would match, in ResourceSlices of nodes that do not exist: %s"),
        NODES_NONE("%s would match, in ResourceSlices whose node selector matches no node: %s"),
        SLICES_IGNORED("%s would match, in ResourceSlices that the scheduler ignores: %s"),
        STALE("%s would match, in ResourceSlices older than the newest generation of their pool, which the scheduler"
                + " ignores: %s"),
        POOLS_UNUSED("%s of the class, in pools that the scheduler does not use: %s"),
        NODES_OTHER("%s of the class, on nodes that the pod may not run on: %s"),
        IN_CLASS("%s of the class"),
        CLASS_SELECTOR("class selector matches none of %s: %s"),
        SELECTOR_FAILS("selectors[%s] matches %s: %s"),
        SELECTOR("selectors[%s] matches %s"),
        CAPACITY_LACKING("capacity.requests[%s] %s: %s that much: %s"),
        CAPACITY_UNKNOWN("capacity.requests[%s] %s: no device provides that much: none has this capacity%s"),
        CAPACITY("%s %s of %s%s"),
        POLICIES("%s of them can provide all of these amounts under their request policies"),
        COUNTERS_OFF("%s of them consume counters, but the gate DRAPartitionableDevices is off"),
        OVERSIZED("%s of them consume more of a counter than its set has: %s consumes more than %s of counter %s in set %s"),
        BINDING_OFF("%s of them have binding conditions, but the gate DRADeviceBindingConditions is off"),
        TAINTED("%s tainted, not tolerated: %s"),
        MOST_ON_A_NODE("at most %s of them on one node; %s are needed"),
        TAKEN("%s match; %s"),
        TAKEN_OF_ONE("%s matches; %s"),
        PARTLY_USED("%s is partly used: %s are held by %s"),
        SHARED_WITH("%s is shared by %s"),
        COUNTERS_IN_USE("%s cannot be allocated: %s of %s of counter %s are in use by %s"),
        MORE_IN_USE("and %s more"),
        ON_SOME("enough on %s: %s"),

        // What devices have.
        VALUES("%s: %s"),
        NOT_PUBLISHED("no device has %s %s/%s"),
        MISSPELLED("no device has %s %s/%s; did you mean %s?"),
        DRIVER_MEANT("did you mean driver %s?"),
        TERM("%s of %s match %s"),
        ATTRIBUTE_LACKING("%s: none of %s has attribute %s; they have %s"),
        SAME_VALUE("no node has enough devices with the same value"),
        DIFFERENT_VALUES("no node has enough devices with different values"),

        // Expressions that fail.
        ON_NODE("on node %s"),
        ON_NODES("on node %s and %s"),
        EXPRESSION("expression: %s"),
        MISSING_KEY("the device has no \"%1$s\"; write .?%1$s.orValue(DEFAULT), or has(...) && in front of it"),

        // Nodes.
        ON("on %s: %s"),
        EXCLUDED("%s: %s"),
        MORE_EXCLUDED("and %s more like these"),
        NODE_NAME("nodeName is %s"),
        NODE_SELECTOR("nodeSelector requires %s=%s, %s"),
        NODE_AFFINITY("required node affinity: %s"),
        NODE_TAINT("taint %s is not tolerated%s"),
        ALLOCATED_ELSEWHERE("claim %s is allocated, and not on %s"),
        REQUESTED_BY("requested by %s"),

        // Classes and resources.
        CLASS_NOT_FOUND("DeviceClass %s not found%s"),
        DID_YOU_MEAN("did you mean %s?"),
        GATE_OFF("a DeviceClass would with the feature gate %s, which is off in Kubernetes %s"),
        OTHER_NAME_ONLY("DeviceClass %s provides only %s in Kubernetes %s"),
        OTHER_CLASS_WINS("DeviceClass %s does not provide this name either, since DeviceClass %s provides %s;"
                + " give each class its own extendedResourceName"),
        CLASS_UNKNOWN("DeviceClasses %s have the same extendedResourceName: the newest provides it, but the"
                + " creationTimestamp of one is not set; give each class its own name"),
        NAME_FORGOTTEN("the scheduler forgets this name when it restarts, since another DeviceClass has the same"
                + " extendedResourceName and wins; give each class its own"),

        // Pools and objects.
        INVALID_POOL("invalid: %s"),
        NODES_UNKNOWN("its devices are for nodes with some labels, and not all Node objects are in the fleet"),
        /** A message of another part: of the scheduler, of a pool or of an invalid object. */
        MESSAGE("%s");
        // @formatter:on

        private final String sentence;

        Kind(String sentence) {
            this.sentence = sentence;
        }

        /** A fact of this kind, with what its sentence names. */
        public FitFact fact(Object... values) {
            return new FitFact(this, List.of(values), false);
        }
    }

    public static FitFact message(String text) {
        return Kind.MESSAGE.fact(text);
    }

    public FitFact asDetail() {
        return new FitFact(kind, values, true);
    }

    @Override
    public String toString() {
        return text();
    }

    @Override
    public String text() {
        return (isDetail ? "  " : "") + Words.of(kind.sentence, values);
    }
}
