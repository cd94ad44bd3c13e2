package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The objects of a cluster at one time, and the kinds that could not be read. */
public final class ClusterSnapshot {

    private final Map<SnapshotKind, Map<String, StoredObject>> objects;
    private final Map<String, StoredObject> byUid = new HashMap<>();
    private final Map<String, List<StoredObject>> owned = new HashMap<>();
    private final Map<String, List<StoredObject>> byNode = new HashMap<>();
    private final Map<String, List<StoredObject>> byClaim = new HashMap<>();
    private final Map<String, List<ClusterEvent>> events = new HashMap<>();
    private final Map<SnapshotKind, String> unseen;
    private final String namespace;
    private final Fleet fleet;
    private final Set<DeviceId> published = new HashSet<>();
    private final Instant time;

    private ClusterSnapshot(Builder builder, Fleet fleet, Instant time) {
        this.objects = builder.objects;
        this.unseen = builder.unseen;
        this.namespace = builder.namespace;
        objects.values().forEach(all -> all.values().forEach(this::index));
        builder.events.forEach(event ->
                events.computeIfAbsent(key(event), any -> new ArrayList<>()).add(event));
        this.fleet = fleet;
        fleet.allDevices().forEach(device -> published.add(device.id()));
        Instant read = fleet.info().time();
        this.time = read == null ? time : read;
    }

    /** A snapshot of the devices and claims of a fleet only. */
    public static ClusterSnapshot of(Fleet fleet, Instant time) {
        return new ClusterSnapshot(new Builder(), fleet, time);
    }

    private static String key(ClusterEvent event) {
        return event.kind() + " " + event.namespace() + "/" + event.name();
    }

    private void index(StoredObject object) {
        if (!object.uid().isEmpty()) {
            byUid.put(object.uid(), object);
        }
        if (object.kind() == SnapshotKind.POD) {
            byNode.computeIfAbsent(object.node(), any -> new ArrayList<>()).add(object);
            Stream.of(object.spec().list("resourceClaims"), object.status().list("resourceClaimStatuses"))
                    .flatMap(entries -> entries.objects().stream())
                    .map(entry -> entry.string("resourceClaimName"))
                    .filter(claim -> !claim.isEmpty())
                    .distinct()
                    .forEach(
                            claim -> byClaim.computeIfAbsent(object.namespace() + "/" + claim, any -> new ArrayList<>())
                                    .add(object));
        }
        object.owners()
                .forEach(owner -> owned.computeIfAbsent(owner.uid(), any -> new ArrayList<>())
                        .add(object));
    }

    /** The devices and their claims. */
    public Fleet fleet() {
        return fleet;
    }

    public Instant time() {
        return time;
    }

    public Collection<StoredObject> all(SnapshotKind kind) {
        return objects.getOrDefault(kind, Map.of()).values();
    }

    public List<Manifest> manifests(List<SnapshotKind> kinds) {
        return kinds.stream()
                .flatMap(kind -> all(kind).stream())
                .map(StoredObject::manifest)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** The object with this name; null if it was not seen. */
    public @Nullable StoredObject find(SnapshotKind kind, String namespace, String name) {
        return objects.getOrDefault(kind, Map.of()).get(namespace.isEmpty() ? name : namespace + "/" + name);
    }

    /** The pods on the node with this name. */
    public List<StoredObject> podsOn(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    /** The pods that name the claim {@code NAMESPACE/NAME}, or for which it was created. */
    public List<StoredObject> podsWith(String claim) {
        return byClaim.getOrDefault(claim, List.of());
    }

    /** The pods on nodes that name the claim, or for which it was created. */
    public List<StoredObject> podsWith(Claim claim) {
        return podsWith(claim.toString()).stream()
                .filter(pod -> !pod.node().isEmpty())
                .toList();
    }

    /** Why the pod with this name no longer uses its claims; empty if it may use them. */
    public String gone(String ofNamespace, String name) {
        StoredObject pod = find(SnapshotKind.POD, ofNamespace, name);
        boolean seesPods =
                sees(SnapshotKind.POD, ofNamespace) && !all(SnapshotKind.POD).isEmpty();
        return pod == null ? seesPods ? "does not exist" : "" : pod.hasEnded() ? "has ended" : "";
    }

    /** Which device that the claim holds is in no ResourceSlice; null if none is, or that is not known. */
    public @Nullable String lost(Claim claim) {
        return claim.devices().stream()
                .map(AllocatedDevice::id)
                .filter(id -> sees(SnapshotKind.RESOURCE_SLICE) && !published.contains(id))
                .findFirst()
                .map(id -> "holds device " + id + ", which is not in any ResourceSlice")
                .orElse(null);
    }

    /** Whether a pod, or an object of another kind, uses the claim or may use it. */
    public boolean isUsed(Claim claim) {
        // A scheduled pod may wait for the claim, or run with it, though it is not reserved for the pod.
        return podsWith(claim).stream().anyMatch(pod -> !pod.hasEnded())
                || claim.consumers().stream().anyMatch(consumer -> !consumer.startsWith("pods/"))
                || claim.pods().stream()
                        .anyMatch(name -> gone(claim.namespace(), name).isEmpty());
    }

    /** Whether the kind was read. */
    public boolean sees(SnapshotKind kind) {
        return !unseen.containsKey(kind);
    }

    /** Whether the pods, events and workloads of this namespace were read; of all if it is empty. */
    public boolean sees(SnapshotKind kind, String ofNamespace) {
        return sees(kind) && (namespace.isEmpty() || namespace.equals(ofNamespace));
    }

    /** The kinds that could not be read, with the reason. */
    public Map<SnapshotKind, String> unseen() {
        return unseen;
    }

    /** The version of the kubelet of the node with this name; null if unknown. */
    public @Nullable PatchVersion kubelet(String name) {
        StoredObject node = find(SnapshotKind.NODE, "", name);
        return node == null
                ? null
                : PatchVersion.parse(node.status().object("nodeInfo").string("kubeletVersion"));
    }

    /** The label that the namespace of a claim or template lacks for its admin access; null if none, or unknown. */
    public @Nullable String missingAdminLabel(StoredObject object, KubernetesRelease server) {
        StoredObject home = find(SnapshotKind.NAMESPACE, "", object.namespace());
        return home == null || mayHaveAdminAccess(object, server, home.labels())
                ? null
                : FleetObjects.LABELLED.keySet().stream()
                        .filter(label -> mayHaveAdminAccess(object, server, Map.of(label, "true")))
                        .findFirst()
                        .orElse(null);
    }

    private static boolean mayHaveAdminAccess(
            StoredObject object, KubernetesRelease server, Map<String, String> labels) {
        return FleetObjects.mistakes(object.manifest(), server, labels).stream()
                .noneMatch(error -> error.origin() == Origin.ADMIN_ACCESS_LABEL);
    }

    public List<StoredObject> owned(StoredObject owner) {
        return owner.uid().isEmpty() ? List.of() : owned.getOrDefault(owner.uid(), List.of());
    }

    /** All objects that the object with this uid owns, directly or indirectly. */
    public List<StoredObject> allOwned(String uid) {
        Map<String, StoredObject> found = new LinkedHashMap<>();
        List<String> next = uid.isEmpty() ? List.of() : List.of(uid);
        while (!next.isEmpty()) {
            List<StoredObject> made = next.stream()
                    .flatMap(owner -> owned.getOrDefault(owner, List.of()).stream())
                    .filter(object -> found.putIfAbsent(object.kind() + object.key(), object) == null)
                    .toList();
            next = made.stream()
                    .map(StoredObject::uid)
                    .filter(id -> !id.isEmpty())
                    .toList();
        }
        return List.copyOf(found.values());
    }

    /** The owners of this object, direct and indirect. */
    public List<StoredObject> ownersOf(StoredObject object) {
        List<StoredObject> owners = new ArrayList<>();
        List<StoredObject> next = List.of(object);
        while (!next.isEmpty() && owners.size() < 16) {
            List<StoredObject> found = next.stream()
                    .flatMap(each -> each.owners().stream())
                    .flatMap(owner -> Stream.ofNullable(byUid.get(owner.uid())))
                    .filter(owner -> !owners.contains(owner) && owner != object)
                    .toList();
            owners.addAll(found);
            next = found;
        }
        return owners;
    }

    /** The Events about an object, the newest first. */
    public List<ClusterEvent> events(StoredObject object) {
        return events.getOrDefault(object.kind() + " " + object.namespace() + "/" + object.name(), List.of()).stream()
                .filter(event -> event.isAbout(object))
                .sorted(Comparator.comparing(
                                ClusterEvent::time, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
                        .reversed())
                .toList();
    }

    public static final class Builder {

        private final Map<SnapshotKind, Map<String, StoredObject>> objects = new EnumMap<>(SnapshotKind.class);
        private final Map<SnapshotKind, String> unseen = new EnumMap<>(SnapshotKind.class);
        private final List<ClusterEvent> events = new ArrayList<>();
        private final List<Refusal> refused = new ArrayList<>();
        private String namespace = "";

        /** Whether kinds may be missing in files: none has a ClusterInfo, which names those that were not listed. */
        private boolean mayLackKinds;

        private final FleetBuilder fleet = new FleetBuilder("default");

        /** Adds an object, if its kind is in snapshots; the later of two with the same name replaces the first. */
        public void add(String apiVersion, String kind, ObjectValue object) {
            SnapshotKind known = SnapshotKind.of(apiVersion, kind);
            if (ClusterInfo.isOne(apiVersion, kind)) {
                mayLackKinds = false;
                fleet.add(apiVersion, kind, object);
                namespace(ClusterInfo.of(object).namespace());
                ClusterInfo.of(object).unseen().forEach((plural, reason) -> {
                    SnapshotKind listed = SnapshotKind.named(plural);
                    if (listed != null) {
                        unseen(listed, reason);
                    }
                });
            } else if (known == SnapshotKind.EVENT || kind.equals("Event") && apiVersion.startsWith("events.k8s.io/")) {
                events.add(ClusterEvent.of(object));
            } else if (known != null) {
                StoredObject stored = StoredObject.of(known, apiVersion, object);
                objects.computeIfAbsent(known, any -> new LinkedHashMap<>()).put(stored.key(), stored);
                fleet.add(apiVersion, kind, known == SnapshotKind.RESOURCE_SLICE ? object : stored.object());
            }
        }

        /** A reader that adds the objects of files: of a {@link ClusterDump}, or of {@code kubectl get -A -o yaml}. */
        public FleetFiles files() {
            mayLackKinds = true;
            return new FleetFiles(object -> {
                add(object.apiVersion(), object.kind(), object.object());
                Stream.ofNullable(FleetObjects.ofWritten(object)).forEach(refused::add);
            });
        }

        /** The objects of the files that are written by hand and that no API server would store. */
        public List<Refusal> refused() {
            return refused;
        }

        /** Records that a kind could not be read. */
        public void unseen(SnapshotKind kind, String reason) {
            unseen.put(kind, reason);
        }

        /** Records the only namespace whose pods, events and workloads are read; empty for all. */
        public void namespace(String only) {
            namespace = only;
        }

        public ClusterSnapshot build(Instant time) {
            Fleet built = fleet.build();
            if (mayLackKinds
                    && built.holders().stream().anyMatch(claim -> !claim.held().isEmpty())) {
                Stream.of(SnapshotKind.DEVICE_CLASS, SnapshotKind.RESOURCE_SLICE)
                        .filter(kind -> !objects.containsKey(kind))
                        .forEach(kind -> unseen(kind, "the dump has none, and allocated devices: see drawbridge dump"));
            }
            return new ClusterSnapshot(this, built, time);
        }
    }
}
