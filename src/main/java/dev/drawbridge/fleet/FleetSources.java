package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files of a fleet's claims, templates, classes and DeviceTaintRules, and objects that the API server would refuse;
 * its quotas, LimitRanges, PriorityClasses, autoscalers and groups of pods; and the version of Kubernetes. No files for
 * objects from a cluster.
 */
public final class FleetSources {

    public static final FleetSources NONE = new FleetSources();

    /** The PriorityClasses that every API server creates and stores. */
    private static final Map<String, PriorityClass> OF_SYSTEM = Map.of(
            "system-cluster-critical", PriorityClass.of(2_000_000_000L),
            "system-node-critical", PriorityClass.of(2_000_001_000L));

    private final Map<String, Manifest> read = new HashMap<>();
    private final Map<String, Refusal> refused = new LinkedHashMap<>();
    private final Map<ObjectValue, Refusal> byObject = new IdentityHashMap<>();
    private final Map<String, Pod> groups = new HashMap<>();
    private final PodGroups podGroups = new PodGroups();
    private final TreeMap<String, LimitRange> limitRanges = new TreeMap<>();
    private final Map<String, PriorityClass> priorities = new HashMap<>();
    private final Map<String, ObjectValue> autoscalers = new HashMap<>();
    private final TreeSet<String> waiting = new TreeSet<>();
    private final List<Refusal> dropped = new ArrayList<>();
    private final @Nullable SchedulerVersion version;
    private final ClusterInfo info;
    private final List<Quota> quotas;

    FleetSources() {
        this(null, ClusterInfo.UNKNOWN, List.of());
    }

    private FleetSources(@Nullable SchedulerVersion version, ClusterInfo info, List<Quota> quotas) {
        this.version = version;
        this.info = info;
        this.quotas = quotas;
    }

    /** A copy with the same entries of a cluster of this version, with these quotas. */
    FleetSources of(@Nullable SchedulerVersion other, ClusterInfo cluster, List<Quota> limits) {
        FleetSources copy = new FleetSources(other, cluster, limits);
        copy.addAll(this);
        return copy;
    }

    /** What a dump says about the cluster as a whole. */
    ClusterInfo info() {
        return info;
    }

    /** The version of the fleet's scheduler, or of the newest component that is known; null if none is. */
    @Nullable
    SchedulerVersion version() {
        return version;
    }

    void addAll(FleetSources others) {
        read.putAll(others.read);
        refused.putAll(others.refused);
        byObject.putAll(others.byObject);
        groups.putAll(others.groups);
        podGroups.addAll(others.podGroups);
        limitRanges.putAll(others.limitRanges);
        priorities.putAll(others.priorities);
        autoscalers.putAll(others.autoscalers);
        waiting.addAll(others.waiting);
        dropped.addAll(others.dropped);
    }

    /** The key of an object: {@code DeviceClass gpu}, {@code ResourceClaim ml/train}. */
    static String key(String kind, String namespacedName) {
        return kind + " " + namespacedName;
    }

    void add(String key, Manifest object) {
        refused.remove(key);
        if (!object.file().isEmpty() && !object.kind().equals("ResourceSlice")) {
            read.put(key, object);
        }
    }

    /** Adds a group, whose claims are read as those of a pod; a PodGroup counts more than the Job that creates it. */
    void add(String key, Pod group, boolean isStored) {
        groups.merge(key, group, (known, other) -> isStored ? other : known);
    }

    /** The group of the pod, as far as it is known; null if it has none. */
    public @Nullable Pod group(Pod pod) {
        return groups.get(Claim.key(pod.namespace(), pod.podGroup()));
    }

    /** The groups of pods that are scheduled together. */
    public PodGroups podGroups() {
        return podGroups;
    }

    /** The PriorityClasses, by name. */
    public Map<String, PriorityClass> priorities() {
        return priorities;
    }

    /** Whether all PriorityClasses of the cluster are known. */
    public boolean knowsPriorities() {
        return priorities.keySet().containsAll(OF_SYSTEM.keySet());
    }

    /**
     * The class of pods that name it; if the name is empty, the global default, of several the one with the lowest
     * value. Null if it is not known.
     *
     * <p>Source: {@code plugin/pkg/admission/priority/admission.go}, getDefaultPriorityClass.
     */
    public @Nullable PriorityClass priority(String name) {
        return !name.isEmpty()
                ? priorities.getOrDefault(name, OF_SYSTEM.get(name))
                : priorities.values().stream()
                        .filter(PriorityClass::isDefault)
                        .min(Comparator.comparing(PriorityClass::value))
                        .orElse(knowsPriorities() ? PriorityClass.of(0) : null);
    }

    /** The priority of a pod with this specification, as far as its class is known; 0 for a claim. */
    public long priority(@Nullable ObjectValue pod) {
        PriorityClass ofClass = pod == null ? null : priority(pod.string("priorityClassName"));
        return pod == null ? 0 : Fields.integer(pod.get("priority"), ofClass == null ? 0 : ofClass.value());
    }

    /** The autoscalers that set the number of the pods of an object, by its kind, namespace and name. */
    public Map<String, ObjectValue> autoscalers() {
        return autoscalers;
    }

    /**
     * The number of pods that an autoscaler leaves of these replicas of an object; it leaves none of none.
     *
     * <p>Source: {@code pkg/controller/podautoscaler/horizontal.go}, reconcileAutoscaler.
     */
    public long scaled(String object, long replicas) {
        ObjectValue spec = autoscalers.getOrDefault(object, ObjectValue.EMPTY).object("spec");
        long least = Math.max(replicas, Fields.integer(spec.get("minReplicas"), 1));
        return replicas == 0 ? 0 : Math.min(least, Fields.integer(spec.get("maxReplicas"), least));
    }

    /** The LimitRanges, by {@link FleetBuilder#key}. */
    Map<String, LimitRange> limitRanges() {
        return limitRanges;
    }

    /** The LimitRanges of a namespace. */
    public List<LimitRange> limitRanges(String namespace) {
        return List.copyOf(limitRanges
                .subMap(namespace + "/", namespace + "/" + Character.MAX_VALUE)
                .values());
    }

    /** Whether all LimitRanges of a namespace are known: a cluster, or its dump, lists them with PriorityClasses. */
    public boolean knowsLimitRanges(String namespace) {
        return knowsPriorities()
                && !info.kubernetes().isEmpty()
                && List.of("", namespace).contains(info.namespace())
                && !info.unseen().containsKey("limitranges");
    }

    /** Records whether a pod of the cluster exists and its claims do not, so that these do not show it. */
    void addWaiting(String key, ObjectValue pod) {
        ObjectValue status = pod.object("status");
        if (pod.object("spec").list("resourceClaims").size()
                > status.list("resourceClaimStatuses").size()) {
            waiting.add(key);
        } else {
            waiting.remove(key);
        }
    }

    /** The pods of the cluster that may have no claims, by namespace and name, from this key on. */
    public Set<String> waiting(String key) {
        return waiting.subSet(key, key + Character.MAX_VALUE);
    }

    /** Adds fields that the API server drops from an object. */
    public void drop(Refusal fields) {
        dropped.add(fields);
    }

    /** The fields that the API server drops from objects. */
    public List<Refusal> dropped() {
        return dropped;
    }

    void refuse(Refusal workload) {
        byObject.put(workload.object().object(), workload);
    }

    void refuse(String key, Refusal refusal) {
        read.remove(key);
        refused.put(key, refusal);
        byObject.put(refusal.object().object(), refusal);
    }

    void remove(String key) {
        read.remove(key);
        refused.remove(key);
        waiting.remove(key.replaceFirst("^Pod ", ""));
    }

    /** The manifest of the object; null if it is not from a file. */
    public @Nullable Manifest of(String kind, String namespacedName) {
        return read.get(key(kind, namespacedName));
    }

    /** The refusal of the object with this name; null if it is valid. */
    public @Nullable Refusal refusal(String kind, String namespacedName) {
        return refused.get(key(kind, namespacedName));
    }

    /** The refusal of this manifest; null if it is valid. */
    public @Nullable Refusal refusal(Manifest object) {
        return byObject.get(object.object());
    }

    public List<Quota> quotas() {
        return quotas;
    }

    /** All refused objects, in the order in which they were read. */
    public Collection<Refusal> refused() {
        return refused.values();
    }

    public List<Refusal> refusedSlices() {
        return refused.values().stream()
                .filter(refusal -> refusal.object().kind().equals("ResourceSlice"))
                .toList();
    }

    Set<String> refusedNames() {
        return refused.keySet();
    }
}
