package dev.drawbridge.fleet;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceClaim, or what a ResourceClaimTemplate makes.
 *
 * @param namespace empty if none is said
 * @param allocation the devices that it has; null if it is not allocated
 * @param nodes where its devices can be used; null if that is everywhere, or it is not allocated
 * @param consumers the entries of {@code reservedFor}, such as {@code pods/train}
 * @param stored what it has since it was created
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

    /** A claim that is yet to be created. */
    public Claim(
            String namespace,
            String name,
            List<Request> requests,
            List<DeviceConstraint> constraints,
            @Nullable List<AllocatedDevice> allocation,
            @Nullable NodeSelector nodes,
            List<String> consumers) {
        this(namespace, name, requests, constraints, allocation, nodes, consumers, StoredClaim.NEW);
    }

    /** The same with these devices. */
    public Claim allocated(List<AllocatedDevice> devices) {
        return new Claim(namespace, name, requests, constraints, devices, nodes, consumers, stored);
    }

    /** The same with what another has and who uses it. */
    public Claim withStatusOf(Claim other) {
        return new Claim(
                namespace, name, requests, constraints, other.allocation, other.nodes, other.consumers, other.stored);
    }

    /** The same without devices. */
    public Claim unallocated() {
        return new Claim(namespace, name, requests, constraints, null, null, List.of(), stored);
    }

    /** The same without a constraint. */
    public Claim withoutConstraint(int index) {
        List<DeviceConstraint> others = new ArrayList<>(constraints);
        others.remove(index);
        return new Claim(namespace, name, requests, others, allocation, nodes, consumers, stored);
    }

    /** The same with another alternative instead of those of a request. */
    public Claim withAlternative(int request, Alternative alternative) {
        List<Request> others = new ArrayList<>(requests);
        others.set(request, new Request(requests.get(request).name(), List.of(alternative), false));
        return new Claim(namespace, name, others, constraints, allocation, nodes, consumers, stored);
    }

    /** The pods that use it or for which it was made. */
    public Set<String> pods() {
        Set<String> pods = new LinkedHashSet<>();
        consumers.stream()
                .filter(consumer -> consumer.startsWith(PODS))
                .map(consumer -> consumer.substring(PODS.length()))
                .forEach(pods::add);
        StoredClaim.Owner owner = stored.controller();
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
