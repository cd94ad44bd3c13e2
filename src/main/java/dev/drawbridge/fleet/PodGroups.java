package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The PodGroups of an input and its fleet, with the numbers of their pods: the scheduler tries no pod before its group
 * exists, and none of a gang before {@code minCount} of its pods do.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/gangscheduling}, PreEnqueue; since 1.36, with the gate
 * GenericWorkload.
 */
public final class PodGroups {

    private final Map<String, Long> needed = new HashMap<>();
    private final Map<String, Long> pods = new HashMap<>();

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

    /** Adds a group that needs this number of pods; 0 if its pods are not known. */
    public void add(String group, long count) {
        needed.merge(group, count, Math::max);
    }

    /** Adds pods that name the group. */
    public void addPods(String group, long count) {
        pods.merge(group, count, Long::sum);
    }

    /** Whether a pod of the input names the group, and neither the input nor the fleet has it. */
    public boolean isMissing(String group) {
        return pods.containsKey(group) && !needed.containsKey(group);
    }

    /** The number of pods that the group needs at the same time, if it has fewer; 0 if it has enough. */
    public long lacking(String group) {
        long most = needed.getOrDefault(group, 0L);
        return pods(group) < most ? most : 0;
    }

    /** The number of pods that name the group. */
    public long pods(String group) {
        return pods.getOrDefault(group, 0L);
    }

    /** The known groups. */
    public Set<String> names() {
        return needed.keySet();
    }
}
