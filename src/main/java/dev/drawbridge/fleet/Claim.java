package dev.drawbridge.fleet;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceClaim, or the claim that a ResourceClaimTemplate makes.
 *
 * @param namespace empty if unset
 * @param allocation its devices; null if it is not allocated
 * @param nodes the nodes that can use its devices; null if all can, or it is not allocated
 * @param consumers the entries of {@code reservedFor}, such as {@code pods/train}
 * @param stored properties that it has only after its creation
 */
public record Claim(
        String namespace,
        String name,
        List<Request> requests,
        List<DeviceConstraint> constraints,
        @Nullable List<AllocatedDevice> allocation,
        @Nullable NodeSelector nodes,
        List<String> consumers,
        StoredClaim stored) {

    private static final String PODS = "pods/";

    /** The key of a claim, or of another object in a namespace. */
    public static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    /** Reads a ResourceClaim. */
    public static Claim of(ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        ObjectValue status = object.object("status");
        String ofScheduler = metadata.object("annotations").string("resource.kubernetes.io/extended-resource-claim");
        StoredClaim stored = new StoredClaim(
                metadata.string("uid"),
                Owner.controller(metadata),
                metadata.has("deletionTimestamp"),
                ofScheduler.equals("true"),
                Fields.time(status.object("allocation"), "allocationTimestamp"),
                Fields.objects(status.list("reservedFor"), consumer -> consumer.string("uid")));
        return of(metadata.string("namespace"), metadata.string("name"), object.object("spec"), status, stored);
    }

    /** Creates a claim with this specification. */
    public static Claim of(String namespace, String name, ObjectValue spec, ObjectValue status) {
        return of(namespace, name, spec, status, StoredClaim.NEW);
    }

    private static Claim of(String namespace, String name, ObjectValue spec, ObjectValue status, StoredClaim stored) {
        ObjectValue allocation = status.object("allocation");
        ListValue results = allocation.object("devices").list("results");
        return new Claim(
                namespace,
                name,
                Request.ofSpec(spec),
                Fields.objects(spec.object("devices").list("constraints"), DeviceConstraint::of),
                status.has("allocation")
                        ? Fields.objects(results, result -> AllocatedDevice.of(result, status.list("devices")))
                        : null,
                NodeSelector.of(allocation.get("nodeSelector")),
                Fields.objects(status.list("reservedFor"), one -> one.string("resource") + "/" + one.string("name")),
                stored);
    }

    /** A claim that does not exist in the cluster yet. */
    public static Claim unstored(
            String namespace, String name, List<Request> requests, List<DeviceConstraint> constraints) {
        return new Claim(namespace, name, requests, constraints, null, null, List.of(), StoredClaim.NEW);
    }

    public Claim allocated(List<AllocatedDevice> devices) {
        return new Claim(namespace, name, requests, constraints, devices, nodes, consumers, stored);
    }

    /** A copy with the allocation and consumers of another claim. */
    public Claim withStatusOf(Claim other) {
        return new Claim(
                namespace, name, requests, constraints, other.allocation, other.nodes, other.consumers, other.stored);
    }

    public Claim unallocated() {
        return new Claim(namespace, name, requests, constraints, null, null, List.of(), stored);
    }

    public Claim withoutConstraint(int index) {
        List<DeviceConstraint> others = new ArrayList<>(constraints);
        others.remove(index);
        return with(requests, others);
    }

    /** A copy in which one alternative replaces those of a request. */
    public Claim withAlternative(int request, Alternative alternative, Alternative other) {
        Request whole = requests.get(request);
        List<Alternative> alternatives = whole.alternatives().stream()
                .map(each -> each == alternative ? other : each)
                .toList();
        List<Request> others = new ArrayList<>(requests);
        others.set(request, new Request(whole.name(), alternatives, whole.isPrioritized()));
        return with(others, constraints);
    }

    public Claim with(List<Request> otherRequests, List<DeviceConstraint> others) {
        return new Claim(namespace, name, otherRequests, others, allocation, nodes, consumers, stored);
    }

    /** What it requests: claims that request the same get the same devices. */
    public Object requested() {
        return List.of(requests, constraints);
    }

    public Stream<Alternative> alternatives() {
        return requests.stream().flatMap(request -> request.alternatives().stream());
    }

    /** The devices of its allocation; none if it is not allocated. */
    public List<AllocatedDevice> devices() {
        return allocation == null ? List.of() : allocation;
    }

    /** The devices that it holds: those of its allocation without admin access. */
    public List<AllocatedDevice> held() {
        return devices().stream().filter(device -> !device.adminAccess()).toList();
    }

    /** The drivers of the devices that it holds. */
    public Stream<String> drivers() {
        return held().stream().map(device -> device.id().driver());
    }

    /** The requirement for the nodes of its devices that no scheduler can read; null if all can be read. */
    public @Nullable String unreadable() {
        String problem = nodes == null ? null : nodes.unreadable();
        return problem == null ? null : "status.allocation.nodeSelector: " + problem;
    }

    List<AllocatedDevice> unhealthy() {
        return devices().stream()
                .filter(device -> device.binding().isUnhealthy())
                .toList();
    }

    /** Whether it is reserved for the pod, or for an object of another kind, such as the group of the pod. */
    public boolean isReservedFor(String podUid, String podName) {
        return stored.consumerUids().contains(podUid)
                || consumers.stream().anyMatch(one -> !one.startsWith(PODS) || one.equals(PODS + podName));
    }

    /** The pods that use it or for which it was made. */
    public Set<String> pods() {
        Set<String> pods = new LinkedHashSet<>();
        consumers.stream()
                .filter(consumer -> consumer.startsWith(PODS))
                .map(consumer -> consumer.substring(PODS.length()))
                .forEach(pods::add);
        Owner owner = stored.controller();
        if (owner != null && owner.kind().equals("Pod")) {
            pods.add(owner.name());
        }
        return pods;
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
