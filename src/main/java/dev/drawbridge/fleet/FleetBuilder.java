package dev.drawbridge.fleet;

import dev.drawbridge.claim.ComputeDomains;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds a fleet from Kubernetes objects, in any order, or from a {@link HandWrittenSlice} without nodes. */
public final class FleetBuilder {

    private record OnNode(String node, Pod pod) {}

    /** The kind of objects that set the number of pods of others. */
    public static final String AUTOSCALER = "HorizontalPodAutoscaler";

    private static final String GROUP = "resource.k8s.io/";
    private static final Set<String> CLUSTER_SCOPED =
            Set.of("Node", "Namespace", "DeviceClass", "ResourceSlice", "DeviceTaintRule");

    private final String namespace;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, DeviceClass> classes = new LinkedHashMap<>();

    /** By name; an unnamed slice is its own key, so that a file read twice counts once. */
    private final Map<Object, Slice> slices = new LinkedHashMap<>();

    private final Map<String, Claim> claims = new LinkedHashMap<>();
    private final Map<String, ObjectValue> templates = new LinkedHashMap<>();
    private final Map<Object, DeviceTaintRule> rules = new LinkedHashMap<>();
    private final Map<String, OnNode> pods = new LinkedHashMap<>();
    private final Map<String, Quota> quotas = new TreeMap<>();
    private final Map<String, Map<String, String>> namespaces = new HashMap<>();

    private final FleetSources sources = new FleetSources();

    // @formatter:off
    private final Map<String, Map<?, ?>> byKind = Map.of(
        "Node", nodes, "Pod", pods, "Namespace", namespaces, "ResourceQuota", quotas, "DeviceClass", classes,
        "ResourceSlice", slices, "ResourceClaim", claims, "ResourceClaimTemplate", templates, "DeviceTaintRule", rules,
        "LimitRange", sources.limitRanges());
    // @formatter:on

    private final ComponentVersions versions = new ComponentVersions();
    private ClusterInfo info = ClusterInfo.UNKNOWN;

    /** Creates an empty fleet; objects without a namespace are in {@code namespace}. */
    public FleetBuilder(String namespace) {
        this.namespace = namespace;
    }

    /** The namespace of objects without one. */
    public String namespace() {
        return namespace;
    }

    /** The labels of a namespace; null if they are not known. */
    public @Nullable Map<String, String> labels(String ofNamespace) {
        return namespaces.get(ofNamespace);
    }

    public FleetBuilder copy() {
        FleetBuilder copy = new FleetBuilder(namespace);
        copy.addAll(this);
        return copy;
    }

    public void addAll(FleetBuilder other) {
        nodes.putAll(other.nodes);
        classes.putAll(other.classes);
        slices.putAll(other.slices);
        claims.putAll(other.claims);
        templates.putAll(other.templates);
        rules.putAll(other.rules);
        pods.putAll(other.pods);
        quotas.putAll(other.quotas);
        namespaces.putAll(other.namespaces);
        sources.addAll(other.sources);
        versions.addAll(other.versions);
        info = other.info == ClusterInfo.UNKNOWN ? info : other.info;
    }

    /** Adds an object, or replaces one with the same name. Returns whether the fleet changed. */
    public boolean add(String apiVersion, String kind, ObjectValue object) {
        String name = object.object("metadata").string("name");
        if (apiVersion.equals("v1") && kind.equals("Node")) {
            versions.addNode(name, object);
            return put(nodes, name, Node.of(object));
        }
        if (apiVersion.equals("v1") && kind.equals("Pod")) {
            return addPod(object, key(object, name));
        }
        if (apiVersion.equals("v1") && kind.equals("ResourceQuota")) {
            return put(quotas, key(object, name), Quota.of(namespace(object), object));
        }
        if (apiVersion.equals("v1") && kind.equals("LimitRange")) {
            String key = key(object, name);
            return put(sources.limitRanges(), key, LimitRange.of(key, object));
        }
        if (apiVersion.equals("v1") && kind.equals("Namespace")) {
            return put(
                    namespaces, name, object.object("metadata").object("labels").texts());
        }
        if (kind.equals("PriorityClass") && apiVersion.startsWith("scheduling.k8s.io/")) {
            return put(sources.priorities(), name, PriorityClass.of(object));
        }
        if (kind.equals(AUTOSCALER) && apiVersion.startsWith("autoscaling/")) {
            ObjectValue target = object.object("spec").object("scaleTargetRef");
            return put(sources.autoscalers(), target.string("kind") + " " + key(object, target.string("name")), object);
        }
        if (ClusterInfo.isOne(apiVersion, kind)) {
            info(ClusterInfo.of(object));
            return true;
        }
        boolean isStored = object.object("metadata").has("uid");
        if (kind.equals("PodGroup") && apiVersion.startsWith("scheduling.k8s.io/") && isStored) {
            sources.podGroups().stored().add(key(object, name));
        }
        addGroup(kind, object);
        ObjectValue made = ComputeDomains.template(apiVersion, kind, object);
        if (made != null) {
            return put(templates, key(made, made.object("metadata").string("name")), made);
        }
        if (!apiVersion.startsWith(GROUP)) {
            return false;
        }
        return switch (kind) {
            case "DeviceClass" -> put(classes, name, DeviceClass.of(object));
            case "ResourceSlice" -> {
                Slice read = Slice.of(HandWrittenSlice.expanded(object));
                Slice slice = HandWrittenSlice.hasNoPool(object) ? read.withCount(Slice.UNCOUNTED) : read;
                yield put(slices, name.isEmpty() ? slice : name, slice);
            }
            case "ResourceClaim" -> put(claims, key(object, name), Claim.of(object));
            case "ResourceClaimTemplate" -> put(templates, key(object, name), object);
            case "DeviceTaintRule" -> {
                DeviceTaintRule rule = DeviceTaintRule.of(object);
                yield put(rules, name.isEmpty() ? rule : name, rule);
            }
            default -> false;
        };
    }

    /** Whether a node has resources of device plugins, which pods consume. */
    public boolean hasDevicePlugins() {
        return nodes.values().stream()
                .anyMatch(node -> node.pluginResources().values().stream().anyMatch(amount -> amount > 0));
    }

    /** Sets the version of the scheduler; by default the best that the cluster's Nodes and Pods show. */
    public void version(SchedulerVersion version) {
        versions.set(version);
    }

    /** Sets what is known of the cluster as a whole. */
    public void info(ClusterInfo cluster) {
        info = cluster;
        versions.addServer(info.kubernetes());
    }

    /** What a dump says about the cluster as a whole. */
    public ClusterInfo info() {
        return info;
    }

    /** The version of the scheduler, as far as the objects show it; null if they do not. */
    public @Nullable SchedulerVersion scheduler() {
        return versions.scheduler();
    }

    private boolean addPod(ObjectValue object, String key) {
        versions.addPod(key, object);
        sources.addWaiting(key, object);
        Pod pod = Pod.running(object, key.substring(0, key.indexOf('/')));
        return pod == null
                ? pods.remove(key) != null
                : put(pods, key, new OnNode(object.object("spec").string("nodeName"), pod));
    }

    /** Adds an object of a file, and records the file. */
    public void add(Manifest object) {
        add(object.apiVersion(), object.kind(), object.object());
        if (!object.kind().equals("Node") && !object.kind().equals("Pod")) {
            sources.add(sourceKey(object), object);
        }
    }

    /**
     * Adds the group of pods that the object is or creates, if it has claims. A Job creates none for a template that
     * names one, nor if it has a controller.
     *
     * <p>Source: {@code pkg/controller/job/job_scheduling_manager.go}, getManagementMode.
     */
    public void addGroup(String kind, ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        ObjectValue spec = object.object("spec");
        String name = metadata.string("name");
        if (kind.equals("PodGroup")) {
            sources.podGroups().needed().putIfAbsent(key(object, name), 0L);
        }
        if (kind.equals("PodGroup") && spec.has("resourceClaims")) {
            Pod group = Pod.of(object, namespace(object));
            Owner owner = Owner.controller(metadata);
            sources.add(key(object, name), group, true);
            if (owner != null && owner.kind().equals("Job")) {
                sources.add(key(object, Pod.groupOfJob(owner.name())), group, true);
            }
        } else if (kind.equals("Job")
                && spec.object("scheduling").has("resourceClaims")
                && !spec.object("template").object("spec").has("schedulingGroup")
                && Owner.controller(metadata) == null) {
            Pod group = Pod.of(namespace(object), name, "", spec.object("scheduling"), ObjectValue.EMPTY);
            sources.add(key(object, Pod.groupOfJob(name)), group, false);
        }
    }

    /** What it is built from besides devices, nodes and claims. */
    public FleetSources sources() {
        return sources;
    }

    /** Adds an object of an applied file; a claim keeps its status from the cluster. */
    public void apply(Manifest object) {
        boolean isClaim =
                object.kind().equals("ResourceClaim") && !object.name().isEmpty();
        String key = isClaim ? key(object.object(), object.name()) : "";
        Claim before = claims.get(key);
        add(object);
        Claim after = claims.get(key);
        if (before != null && after != null && after.allocation() == null) {
            claims.put(key, after.withStatusOf(before));
        }
    }

    /** Adds an object that the API server would refuse: its devices do not exist, but stay held by their claims. */
    public void refuse(Refusal refusal) {
        Manifest object = refusal.object();
        if (!object.apiVersion().startsWith(GROUP)) {
            sources.refuse(refusal);
            return;
        }
        remove(object.apiVersion(), object.kind(), object.object());
        if (object.kind().equals("ResourceClaim")) {
            add(object.apiVersion(), object.kind(), object.object());
        }
        sources.refuse(sourceKey(object), refusal);
    }

    private String sourceKey(Manifest object) {
        String name =
                object.name().isEmpty() ? object.file() + ":" + object.object().position() : object.name();
        return FleetSources.key(
                object.kind(), CLUSTER_SCOPED.contains(object.kind()) ? name : key(object.object(), name));
    }

    private static <K, V> boolean put(Map<K, V> map, K key, V value) {
        return !value.equals(map.put(key, value));
    }

    /** Removes the object with this name; returns whether it existed. */
    public boolean remove(String apiVersion, String kind, ObjectValue object) {
        String name = object.object("metadata").string("name");
        sources.remove(sourceKey(new Manifest("", "", object, apiVersion, kind)));
        Map<?, ?> known = apiVersion.equals("v1") || apiVersion.startsWith(GROUP) ? byKind.get(kind) : null;
        String key = CLUSTER_SCOPED.contains(kind) ? name : key(object, name);
        if (known == nodes || known == pods) {
            versions.remove(key);
        }
        return known != null && known.remove(key) != null;
    }

    private String key(ObjectValue object, String name) {
        return Claim.key(namespace(object), name);
    }

    private String namespace(ObjectValue object) {
        String named = object.object("metadata").string("namespace");
        return named.isEmpty() ? namespace : named;
    }

    /** The fleet. Without Node objects, its nodes are those that slices name; otherwise no other node exists. */
    public Fleet build() {
        Map<String, Node> all = new LinkedHashMap<>(nodes);
        if (all.isEmpty()) {
            Stream<String> ofSlices =
                    slices.values().stream().flatMap(Slice::nodeChoices).map(NodeChoice::nodeName);
            Stream<String> ofRefused = sources.refusedSlices().stream()
                    .map(refusal -> refusal.object().object().object("spec").string("nodeName"));
            Stream.concat(ofSlices, ofRefused)
                    .filter(name -> !name.isEmpty())
                    .forEach(name -> all.put(name, Node.named(name)));
        }
        Map<String, List<Pod>> byNode = new HashMap<>();
        pods.values()
                .forEach(pod -> byNode.computeIfAbsent(pod.node(), node -> new ArrayList<>())
                        .add(pod.pod()));
        byNode.forEach((node, bound) -> all.computeIfPresent(node, (name, known) -> known.with(List.copyOf(bound))));
        return new Fleet(
                List.copyOf(all.values()),
                Map.copyOf(classes),
                counted(),
                List.copyOf(rules.values()),
                List.copyOf(claims.values()),
                Map.copyOf(claims),
                Map.copyOf(templates),
                sources.of(versions.scheduler(), info, List.copyOf(quotas.values())));
    }

    /** The slices. A pool without a count has as many as exist; one with refused slices is incomplete. */
    private List<Slice> counted() {
        Map<PoolId, Long> wanted = new HashMap<>();
        sources.refusedSlices()
                .forEach(refusal -> wanted.merge(PoolId.of(refusal.object().object()), 1L, Long::sum));
        Set<PoolId> incomplete = Set.copyOf(wanted.keySet());
        slices.values().forEach(slice -> wanted.merge(slice.pool(), 1L, Long::sum));
        return slices.values().stream()
                .map(slice -> slice.sliceCount() == Slice.UNCOUNTED || incomplete.contains(slice.pool())
                        ? slice.withCount(Math.max(slice.sliceCount(), wanted.getOrDefault(slice.pool(), 1L)))
                        : slice)
                .toList();
    }
}
