package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceCount;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The claim that the scheduler creates for a pod's extended resources, with a request for each container and resource.
 * An init container leaves its devices to the containers after it when it ends, so it requests only the difference, and
 * all such init containers share one request.
 *
 * <p>Source: {@code dynamicresources/extendeddynamicresources.go}, createRequestsAndMappings.
 */
public final class ExtendedResourceClaim {

    /** The claim's name before its creation. It is not a valid name, so no user's claim can have it. */
    public static final String NAME = "<extended-resources>";

    private static final Availability EACH_CONTAINER_ALONE = Availability.until(KubernetesRelease.K8S_1_34);

    private final Pod pod;
    private final ClassesByResource classes;
    private final boolean isShared;
    private final List<Request> requests = new ArrayList<>();

    private ExtendedResourceClaim(Pod pod, ClassesByResource classes, KubernetesRelease release) {
        this.pod = pod;
        this.classes = classes;
        this.isShared = !EACH_CONTAINER_ALONE.isIn(release);
    }

    /** The claim for these resources, on a node that offers none of them through a device plugin. */
    static Claim of(Pod pod, Iterable<String> resources, ClassesByResource classes, KubernetesRelease release) {
        ExtendedResourceClaim claim = new ExtendedResourceClaim(pod, classes, release);
        resources.forEach(claim::add);
        if (claim.isShared) {
            claim.requests.sort(Comparator.comparing(Request::name));
        }
        return Claim.unstored(pod.namespace(), NAME, List.copyOf(claim.requests), List.of());
    }

    /** The container and resource of the request with this name; null if the pod has no such request. */
    public static @Nullable ContainerResource resource(Pod pod, String request) {
        List<Pod.Container> containers = pod.containers();
        for (int i = 0; i < containers.size(); i++) {
            Pod.Container container = containers.get(i);
            for (String resource : container.requests().keySet()) {
                if (name(pod, i, resource).equals(request)) {
                    return new ContainerResource(container.name(), resource, count(container, resource));
                }
            }
        }
        return null;
    }

    private void add(String resource) {
        DeviceClass provider = classes.get(resource);
        if (provider == null) {
            return;
        }
        List<Pod.Container> containers = pod.containers();
        List<Long> lasting = new ArrayList<>();
        for (int i = 0; i < containers.size(); i++) {
            Pod.Container container = containers.get(i);
            long count = isShared && container.isShortLived() ? 0 : count(container, resource);
            lasting.add(count);
            if (count > 0) {
                requests.add(request(i, resource, provider, count));
            }
        }
        if (isShared) {
            Request most = shortLived(resource, provider, lasting);
            if (most != null) {
                requests.add(most);
            }
        }
    }

    /** The largest request of an init container beyond what later containers request; null if there is none. */
    private @Nullable Request shortLived(String resource, DeviceClass provider, List<Long> lasting) {
        Request most = null;
        long mostDevices = 0;
        for (int i = 0; i < lasting.size(); i++) {
            Pod.Container container = pod.containers().get(i);
            if (container.isShortLived()) {
                long later = lasting.subList(i, lasting.size()).stream()
                        .mapToLong(Long::longValue)
                        .sum();
                long more = count(container, resource) - later;
                if (more > mostDevices) {
                    mostDevices = more;
                    most = request(i, resource, provider, more);
                }
            }
        }
        return most;
    }

    private static long count(Pod.Container container, String resource) {
        Quantity amount = container.requests().get(resource);
        return amount != null && amount.isInteger() && amount.isUnsignedInt64() ? amount.value() : 0;
    }

    /** The name of a request: the container, and the index of the resource among all its resources. */
    private static String name(Pod pod, int container, String resource) {
        int index = new TreeSet<>(pod.containers().get(container).requests().keySet())
                .headSet(resource)
                .size();
        return "container-" + container + "-request-" + index;
    }

    private Request request(int container, String resource, DeviceClass provider, long count) {
        String name = name(pod, container, resource);
        return new Request(
                name,
                List.of(new Alternative(
                        name, provider.name(), DeviceCount.exactly(count), null, List.of(), List.of(), null, Map.of())),
                false);
    }
}
