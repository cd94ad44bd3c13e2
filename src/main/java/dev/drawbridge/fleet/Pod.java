package dev.drawbridge.fleet;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pod: its claims, and the resources that the scheduler only counts.
 *
 * @param uid empty if it does not exist yet
 * @param scheduling its group, and whether it has a node
 * @param claims its {@code resourceClaims}
 * @param generated the claims created from its templates, by entry name; empty if an entry needs no claim
 * @param containers init containers first
 * @param requested the requested amount, above zero, of each resource that the scheduler only counts, by name
 */
public record Pod(
        String namespace,
        String name,
        String uid,
        Scheduling scheduling,
        List<ClaimSource> claims,
        Map<String, Optional<String>> generated,
        List<Container> containers,
        Map<String, Long> requested) {

    static final String HUGE_PAGES = "hugepages-";

    /**
     * How the scheduler treats a pod.
     *
     * @param podGroup the group it is scheduled with; empty if there is none
     * @param isBound whether it has a node: it is not scheduled again
     */
    public record Scheduling(String podGroup, boolean isBound) {}

    /** Reads a pod with its status. */
    public static Pod of(ObjectValue object, String namespace) {
        ObjectValue metadata = object.object("metadata");
        String name = metadata.string("name");
        return of(namespace, name, metadata.string("uid"), object.object("spec"), object.object("status"));
    }

    /** Creates a pod with this specification. */
    public static Pod of(String namespace, String name, String uid, ObjectValue spec, ObjectValue status) {
        List<Container> containers = Container.ofSpec(spec);
        Map<String, Optional<String>> generated = new HashMap<>();
        for (ObjectValue made : status.list("resourceClaimStatuses").objects()) {
            generated.putIfAbsent(made.string("name"), Optional.ofNullable(made.text("resourceClaimName")));
        }
        return new Pod(
                namespace,
                name,
                uid,
                new Scheduling(PodGroups.name(spec), !spec.string("nodeName").isEmpty()),
                Fields.objects(spec.list("resourceClaims"), ClaimSource::of),
                generated,
                containers,
                counted(requests(containers, spec)));
    }

    /** The name of the group that a Job creates for its pods. */
    static String groupOfJob(String job) {
        return "Job/" + job;
    }

    /** A pod of a Job that creates their group. */
    public Pod ofJob(String job) {
        String group = groupOfJob(job);
        Scheduling other = new Scheduling(group, isBound());
        return new Pod(namespace, name, uid, other, claims, generated, containers, requested);
    }

    /** The amounts above zero of resources that the scheduler only counts, by name. */
    private static Map<String, Long> counted(Map<String, Quantity> sum) {
        Map<String, Long> requests = new TreeMap<>();
        sum.forEach((name, amount) -> {
            if (ResourceName.isScalar(name) && amount.value() > 0) {
                requests.put(name, amount.value());
            }
        });
        return requests;
    }

    /**
     * The total requests of a pod with these containers and this specification, by name: those of its containers and
     * sidecars, or of an init container and the sidecars before it if larger, or its own, plus the overhead.
     *
     * <p>Source: {@code k8s.io/component-helpers/resource/helpers.go}, PodRequests; {@code
     * pkg/apis/core/v1/defaults.go}, defaultPodRequests.
     */
    static Map<String, Quantity> requests(List<Container> containers, ObjectValue spec) {
        BinaryOperator<Quantity> higher = BinaryOperator.maxBy(Comparator.naturalOrder());
        Map<String, Quantity> sum = new TreeMap<>();
        Map<String, Quantity> sidecars = new HashMap<>();
        Map<String, Quantity> atStart = new HashMap<>();
        for (Container container : containers) {
            if (!container.isShortLived()) {
                add(sum, container.requests());
            }
            if (container.isInit()) {
                Map<String, Quantity> now = new HashMap<>(sidecars);
                add(now, container.requests());
                now.forEach((name, amount) -> atStart.merge(name, amount, higher));
                if (container.isSidecar()) {
                    add(sidecars, container.requests());
                }
            }
        }
        atStart.forEach((name, amount) -> sum.merge(name, amount, higher));
        ObjectValue own = spec.object("resources");
        Fields.amounts(own.object("limits"))
                .forEach((name, limit) ->
                        sum.merge(name, limit, (requested, all) -> name.startsWith(HUGE_PAGES) ? all : requested));
        sum.putAll(Fields.amounts(own.object("requests")));
        add(sum, Fields.amounts(spec.object("overhead")));
        return sum;
    }

    private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
    }

    /** Reads what counts of a running pod; null if it is not bound, has ended, or requests nothing that is counted. */
    static @Nullable Pod running(ObjectValue object, String namespace) {
        String phase = object.object("status").string("phase");
        boolean isOnNode = !object.object("spec").string("nodeName").isEmpty()
                && !phase.equals("Succeeded")
                && !phase.equals("Failed");
        Pod pod = isOnNode ? of(object, namespace) : null;
        return pod == null || pod.requested.isEmpty() ? null : pod.running();
    }

    /** The group it is scheduled with; empty if there is none. */
    public String podGroup() {
        return scheduling.podGroup();
    }

    /** Whether it has a node: it is not scheduled again. */
    public boolean isBound() {
        return scheduling.isBound();
    }

    /** What counts of it for other pods once it runs: its name and its requests. */
    Pod running() {
        return new Pod(namespace, name, uid, scheduling, List.of(), Map.of(), List.of(), Map.copyOf(requested));
    }

    @Override
    public String toString() {
        return "Pod " + namespace + "/" + name;
    }

    /**
     * An entry of {@code resourceClaims}: the name of a claim or template.
     *
     * @param claim null if unset
     * @param template null if unset
     */
    public record ClaimSource(
            String name, @Nullable String claim, @Nullable String template) {

        /** Reads an entry; up to 1.30 its names are in a field {@code source}. */
        private static ClaimSource of(ObjectValue entry) {
            ObjectValue names = entry.has("source") ? entry.object("source") : entry;
            return new ClaimSource(
                    entry.string("name"), names.text("resourceClaimName"), names.text("resourceClaimTemplateName"));
        }
    }

    /**
     * A container.
     *
     * @param isSidecar whether it is an init container that runs as long as the pod
     * @param requests the requests of all resources by name; a limit counts as request if there is none, as at the API
     *     server
     */
    public record Container(String name, boolean isInit, boolean isSidecar, Map<String, Quantity> requests) {

        static List<Container> ofSpec(ObjectValue spec) {
            return Stream.concat(
                            spec.list("initContainers").objects().stream().map(container -> of(container, true)),
                            spec.list("containers").objects().stream().map(container -> of(container, false)))
                    .toList();
        }

        private static Container of(ObjectValue container, boolean isInit) {
            ObjectValue resources = container.object("resources");
            Map<String, Quantity> requests = new TreeMap<>(Fields.amounts(resources.object("limits")));
            requests.putAll(Fields.amounts(resources.object("requests")));
            return new Container(
                    container.string("name"),
                    isInit,
                    isInit && container.string("restartPolicy").equals("Always"),
                    requests);
        }

        /** Whether it ends before the containers of the pod start. */
        public boolean isShortLived() {
            return isInit && !isSidecar;
        }
    }
}
