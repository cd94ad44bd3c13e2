package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of pods that the scheduler's plugin uses. Fields of a wrong type count as unset; {@code drawbridge
 * check} reports them.
 */
public final class PodReader {

    private PodReader() {}

    /** Reads a pod with its status. */
    public static Pod pod(ObjectValue object, String namespace) {
        ObjectValue metadata = object.object("metadata");
        return pod(
                namespace,
                metadata.string("name"),
                metadata.string("uid"),
                object.object("spec"),
                object.object("status"));
    }

    /** Reads a running pod; null if it is not bound, has ended, or requests nothing that is counted. */
    static @Nullable Pod running(ObjectValue object, String namespace) {
        String phase = object.object("status").string("phase");
        boolean isOnNode = !object.object("spec").string("nodeName").isEmpty()
                && !phase.equals("Succeeded")
                && !phase.equals("Failed");
        Pod pod = isOnNode ? pod(object, namespace) : null;
        return pod == null || pod.requested().isEmpty() ? null : pod.running();
    }

    /** Creates a pod with this specification. */
    public static Pod pod(String namespace, String name, String uid, ObjectValue spec, ObjectValue status) {
        List<Pod.Container> containers = new ArrayList<>();
        spec.list("initContainers").objects().forEach(container -> containers.add(container(container, true)));
        spec.list("containers").objects().forEach(container -> containers.add(container(container, false)));
        Map<String, Optional<String>> generated = new HashMap<>();
        for (ObjectValue made : status.list("resourceClaimStatuses").objects()) {
            generated.putIfAbsent(made.string("name"), Optional.ofNullable(text(made, "resourceClaimName")));
        }
        return new Pod(
                namespace,
                name,
                uid,
                new Pod.Scheduling(
                        spec.object("schedulingGroup").string("podGroupName"),
                        !spec.string("nodeName").isEmpty()),
                spec.list("resourceClaims").objects().stream()
                        .map(PodReader::source)
                        .toList(),
                generated,
                containers,
                totalRequests(containers, amounts(spec.object("overhead"))));
    }

    /** Reads an entry; up to 1.30 its names are in a field {@code source}. */
    private static Pod.ClaimSource source(ObjectValue entry) {
        ObjectValue names = entry.has("source") ? entry.object("source") : entry;
        return new Pod.ClaimSource(
                entry.string("name"), text(names, "resourceClaimName"), text(names, "resourceClaimTemplateName"));
    }

    private static @Nullable String text(ObjectValue object, String field) {
        return object.get(field) instanceof StringValue text ? text.value() : null;
    }

    private static Pod.Container container(ObjectValue container, boolean isInit) {
        ObjectValue resources = container.object("resources");
        Map<String, Quantity> requests = amounts(resources.object("limits"));
        requests.putAll(amounts(resources.object("requests")));
        return new Pod.Container(
                container.string("name"),
                isInit,
                isInit && container.string("restartPolicy").equals("Always"),
                requests);
    }

    private static Map<String, Quantity> amounts(ObjectValue object) {
        return new TreeMap<>(Fields.amounts(object));
    }

    /**
     * The total requests of a pod for resources that the scheduler only counts, if above zero: those of its containers
     * and sidecars, or of an init container and the sidecars before it if larger, plus the overhead.
     *
     * <p>Source: {@code k8s.io/component-helpers/resource/helpers.go}, PodRequests.
     */
    private static Map<String, Long> totalRequests(List<Pod.Container> containers, Map<String, Quantity> overhead) {
        Map<String, Quantity> sum = new TreeMap<>();
        Map<String, Quantity> sidecars = new HashMap<>();
        Map<String, Quantity> atStart = new HashMap<>();
        for (Pod.Container container : containers) {
            if (!container.isShortLived()) {
                add(sum, container.requests());
            }
            if (container.isInit()) {
                Map<String, Quantity> now = new HashMap<>(sidecars);
                add(now, container.requests());
                now.forEach((name, amount) -> atStart.merge(name, amount, PodReader::higher));
                if (container.isSidecar()) {
                    add(sidecars, container.requests());
                }
            }
        }
        atStart.forEach((name, amount) -> sum.merge(name, amount, PodReader::higher));
        add(sum, overhead);
        Map<String, Long> requests = new TreeMap<>();
        sum.forEach((name, amount) -> {
            if (ResourceName.isScalar(name) && amount.value() > 0) {
                requests.put(name, amount.value());
            }
        });
        return requests;
    }

    private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
    }

    private static Quantity higher(Quantity one, Quantity other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
