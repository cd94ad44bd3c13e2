package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;

/** Reads taints, tolerations and DeviceTaintRules. Fields of a wrong type count as unset. */
public final class TaintReader {

    private TaintReader() {}

    static Taint taint(ObjectValue taint) {
        return new Taint(taint.string("key"), taint.string("value"), taint.string("effect"));
    }

    /** Reads a toleration of a claim or pod. */
    public static Toleration toleration(ObjectValue toleration) {
        return new Toleration(
                toleration.string("key"),
                toleration.string("operator"),
                toleration.string("value"),
                toleration.string("effect"));
    }

    /** Reads a DeviceTaintRule. */
    public static DeviceTaintRule taintRule(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        ObjectValue selector = spec.object("deviceSelector");
        return new DeviceTaintRule(
                object.object("metadata").string("name"),
                spec.get("deviceSelector") instanceof ObjectValue
                        ? new DeviceTaintRule.Selector(
                                selector.string("deviceClassName"),
                                selector.string("driver"),
                                selector.string("pool"),
                                selector.string("device"),
                                Fields.selectors(selector.list("selectors")))
                        : null,
                taint(spec.object("taint")));
    }
}
