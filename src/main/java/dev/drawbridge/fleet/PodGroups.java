package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The PodGroups of an input and its fleet: the scheduler tries no pod before its group exists, and none of a gang
 * before {@code minCount} of its pods do.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/gangscheduling}, PreEnqueue; {@code
 * pkg/scheduler/schedule_one_podgroup.go}; since 1.36, with the gate GenericWorkload.
 *
 * @param needed the number of pods that each group needs at the same time; 0 if it is no gang, or has unknown pods
 * @param pods the number of pods of the input that name each group
 * @param stored the groups that the API server stores: the gate is on
 * @param unserved the API version of groups in the input that the release does not serve
 */
public record PodGroups(
        Map<String, Long> needed, Map<String, Long> pods, Set<String> stored, Map<String, String> unserved) {

    PodGroups() {
        this(new HashMap<>(), new HashMap<>(), new HashSet<>(), new HashMap<>());
    }

    /** The name of the group in the specification of a pod; empty if there is none. */
    public static String name(ObjectValue pod) {
        return pod.object("schedulingGroup").string("podGroupName");
    }

    /** The group, as namespace and name, if the pod is for the scheduler of Kubernetes; else empty. */
    public static String key(String namespace, @Nullable ObjectValue pod) {
        String name = pod == null || !pod.string("schedulerName").matches("|default-scheduler") ? "" : name(pod);
        return name.isEmpty() ? "" : namespace + "/" + name;
    }

    /** Whether the group is a gang with enough pods, and would have too few without these. */
    public boolean isIncomplete(String group, long without) {
        long most = pods.getOrDefault(group, 0L);
        long least = needed.getOrDefault(group, 0L);
        return least > 0 && most >= least && most - without < least;
    }

    /** The number of pods that must be scheduled at the same time; 0 if the group is not a gang. */
    public static long needed(ObjectValue group) {
        return Fields.integer(
                group.object("spec").object("schedulingPolicy").object("gang").get("minCount"), 0);
    }

    /** The sentence about a gang whose size is known. */
    public String needs(String group) {
        return needs(group, needed.getOrDefault(group, 0L));
    }

    /** The sentence about a gang, without the number of its pods. */
    public static String needs(String group, long needed) {
        return "PodGroup " + group + " needs " + Printable.count(needed, "pod") + " at the same time";
    }

    void addAll(PodGroups others) {
        needed.putAll(others.needed);
        pods.putAll(others.pods);
        stored.addAll(others.stored);
        unserved.putAll(others.unserved);
    }
}
