package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import java.util.Map;

/**
 * The PodGroups of an input and its fleet: the scheduler tries no pod before its group exists, and none of a gang
 * before {@code minCount} of its pods do.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/gangscheduling}, PreEnqueue; since 1.36, with the gate
 * GenericWorkload.
 *
 * @param needed the number of pods that each group needs at the same time; 0 if it is no gang, or has unknown pods
 * @param pods the number of pods of the input that name each group
 */
public record PodGroups(Map<String, Long> needed, Map<String, Long> pods) {

    /** The name of the group in the specification of a pod; empty if there is none. */
    public static String name(ObjectValue pod) {
        return pod.object("schedulingGroup").string("podGroupName");
    }

    /** The number of pods that must be scheduled at the same time; 0 if the group is not a gang. */
    public static long needed(ObjectValue group) {
        return Fields.integer(
                group.object("spec").object("schedulingPolicy").object("gang").get("minCount"), 0);
    }

    /** The sentence about a gang, without the number of its pods. */
    public static String needs(String group, long needed) {
        return "PodGroup " + group + " needs " + Printable.count(needed, "pod") + " at the same time";
    }

    void addAll(PodGroups others) {
        needed.putAll(others.needed);
        pods.putAll(others.pods);
    }
}
