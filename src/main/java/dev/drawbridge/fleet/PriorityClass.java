package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;

/**
 * What a PriorityClass gives to new pods.
 *
 * @param isDefault whether it is the class of pods that name none
 */
public record PriorityClass(long value, String preemptionPolicy, boolean isDefault) {

    private static final String PREEMPTS = "PreemptLowerPriority";

    static PriorityClass of(ObjectValue object) {
        String policy = object.string("preemptionPolicy");
        return new PriorityClass(
                Fields.integer(object.get("value"), 0),
                policy.isEmpty() ? PREEMPTS : policy,
                object.isTrue("globalDefault"));
    }

    /** A class that Kubernetes itself has. */
    static PriorityClass of(long value) {
        return new PriorityClass(value, PREEMPTS, false);
    }
}
