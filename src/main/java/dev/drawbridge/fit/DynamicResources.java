package dev.drawbridge.fit;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.fleet.ResourceName;
import dev.drawbridge.fleet.StoredClaim;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler does around the allocator: it finds the claims of a pod, makes one of its extended resources, and leaves out nodes that
 * allocated claims do not reach. The allocator then runs for every other node, and for those too, so that an error on one of them fails the pod.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/dynamicresources}, PreEnqueue, PreFilter and Filter; {@code noderesources/fit.go} for what
 * device plugins offer; 1.34.9, 1.35.6, 1.36.3 and 1.37.1.
 */
final class DynamicResources {

    private static final Availability PLUGIN_OFFERS_NONE = Availability.since(KubernetesRelease.K8S_1_35);
    private static final Availability CHECKS_NODE_OPERATIONS = Availability.since(KubernetesRelease.K8S_1_37);

    private final Fleet fleet;
    private final KubernetesRelease release;
    private final FeatureGates gates;
    private final ClassesByResource classes;
    private final BindingConditions binding;

    /** Decides about these claims on these nodes, as the allocator does. */
    @FunctionalInterface
    interface Decider {

        NodeDecisions decide(List<Node> nodes, List<Claim> claims);
    }

    DynamicResources(Fleet fleet, KubernetesRelease release, FeatureGates gates, Instant now) {
        this.fleet = fleet;
        this.release = release;
        this.gates = gates;
        this.classes = ClassesByResource.of(fleet.classes().values(), release, gates);
        this.binding = new BindingConditions(gates, now);
    }

    /** What the scheduler finds about the pod and these nodes. */
    PodScheduling schedule(Pod pod, List<Node> nodes, Decider allocator) {
        StoredClaims found = StoredClaims.of(pod, fleet, gates.has(FeatureGate.DRA_WORKLOAD_RESOURCE_CLAIMS));
        Obstacle obstacle = found.obstacle();
        if (obstacle == null) {
            obstacle = found.claims().stream()
                    .map(this::unknownClass)
                    .flatMap(Optional::stream)
                    .findFirst()
                    .orElse(null);
        }
        return obstacle == null
                ? new Filter(pod, found.claims()).schedule(nodes, allocator)
                : new PodScheduling(obstacle, found.claims(), all(nodes, obstacle));
    }

    private static Map<String, NodeAnswer> all(List<Node> nodes, Obstacle obstacle) {
        Map<String, NodeAnswer> answers = new LinkedHashMap<>();
        nodes.forEach(node -> answers.put(node.name(), NodeAnswer.kept(obstacle)));
        return answers;
    }

    /** The class of an unallocated claim that does not exist. */
    private Optional<Obstacle> unknownClass(Claim claim) {
        if (claim.allocation() != null) {
            return Optional.empty();
        }
        for (Request request : claim.requests()) {
            if (request.isPrioritized() && !gates.has(FeatureGate.DRA_PRIORITIZED_LIST)) {
                return Optional.of(new Obstacle(Obstacle.Kind.ALTERNATIVES_DISABLED, request.name()));
            }
            for (Alternative alternative : request.alternatives()) {
                if (!fleet.classes().containsKey(alternative.deviceClassName())) {
                    return Optional.of(new Obstacle(Obstacle.Kind.CLASS_MISSING, alternative.deviceClassName()));
                }
            }
        }
        return Optional.empty();
    }

    /** A pod whose claims are known. */
    private final class Filter {

        private final Pod pod;
        private final List<Claim> claims;
        private final Map<String, Long> requested;

        /** The claim for its extended resources that an earlier attempt left behind; null where there is none. */
        private final @Nullable Claim stale;

        private final boolean usesClasses;

        Filter(Pod pod, List<Claim> userClaims) {
            this.pod = pod;
            this.claims = new ArrayList<>(userClaims);
            this.requested = PodRequests.of(pod);
            this.usesClasses = requested.keySet().stream()
                    .anyMatch(resource -> isOfDevices(resource) && classes.get(resource) != null);
            this.stale = usesClasses ? leftBehind() : null;
            if (stale != null) {
                claims.add(stale);
            }
        }

        private @Nullable Claim leftBehind() {
            return fleet.claims().stream()
                    .filter(claim -> claim.stored().isForExtendedResources())
                    .filter(claim -> {
                        StoredClaim.Owner owner = claim.stored().controller();
                        return owner != null
                                && owner.name().equals(pod.name())
                                && owner.uid().equals(pod.uid());
                    })
                    .findFirst()
                    .orElse(null);
        }

        PodScheduling schedule(List<Node> nodes, Decider allocator) {
            Map<String, NodeAnswer> answers = new LinkedHashMap<>();
            Map<Set<String>, List<Node>> byDelegated = new LinkedHashMap<>();
            for (Node node : nodes) {
                Obstacle obstacle = beforeClaims(node);
                answers.put(node.name(), NodeAnswer.of(new Decision.Fits(List.of())));
                if (obstacle != null) {
                    answers.put(node.name(), NodeAnswer.kept(obstacle));
                } else {
                    byDelegated
                            .computeIfAbsent(delegated(node), key -> new ArrayList<>())
                            .add(node);
                }
            }
            byDelegated.forEach((delegated, some) -> filter(delegated, some, allocator, answers));
            return new PodScheduling(null, List.copyOf(claims), answers);
        }

        /** What keeps the pod from the node whatever its claims are. */
        private @Nullable Obstacle beforeClaims(Node node) {
            for (Map.Entry<String, Long> request : requested.entrySet()) {
                String resource = request.getKey();
                if (!isDelegated(resource, node)
                        && request.getValue() > node.pluginResources().getOrDefault(resource, 0L)) {
                    boolean isOffered = node.pluginResources().containsKey(resource);
                    return new Obstacle(isOffered ? Obstacle.Kind.INSUFFICIENT : Obstacle.Kind.NO_PROVIDER, resource);
                }
            }
            return stale != null && !stale.requests().isEmpty()
                    ? new Obstacle(Obstacle.Kind.CLAIM_STALE, stale.toString())
                    : null;
        }

        /** Whether the pod gets the resource from devices on this node. */
        private boolean isDelegated(String resource, Node node) {
            Long offered = node.pluginResources().get(resource);
            return isOfDevices(resource)
                    && classes.get(resource) != null
                    && (offered == null || offered == 0 && PLUGIN_OFFERS_NONE.isIn(release));
        }

        private Set<String> delegated(Node node) {
            Set<String> delegated = new TreeSet<>();
            requested.keySet().stream()
                    .filter(resource -> isDelegated(resource, node))
                    .forEach(delegated::add);
            return delegated;
        }

        private void filter(
                Collection<String> delegated, List<Node> nodes, Decider allocator, Map<String, NodeAnswer> answers) {
            List<Claim> open = new ArrayList<>();
            claims.stream().filter(claim -> claim.allocation() == null).forEach(open::add);
            if (!delegated.isEmpty()) {
                open.add(ExtendedResourceClaim.of(pod, delegated, classes, release));
            }
            Map<String, Decision> decisions =
                    open.isEmpty() ? Map.of() : allocator.decide(nodes, open).byNode();
            for (Node node : nodes) {
                List<Obstacle> obstacles = new ArrayList<>();
                for (Claim claim : claims) {
                    Obstacle.Kind kind = unavailable(claim, node);
                    if (kind != null) {
                        obstacles.add(new Obstacle(kind, claim.toString()));
                    }
                }
                Decision decision = decisions.getOrDefault(node.name(), new Decision.Fits(List.of()));
                answers.put(node.name(), new NodeAnswer(decision, obstacles));
            }
        }
    }

    /** Why the devices of an allocated claim cannot be used on the node; null where they can, or there are none. */
    private Obstacle.@Nullable Kind unavailable(Claim claim, Node node) {
        List<AllocatedDevice> devices = claim.allocation();
        if (devices == null) {
            return null;
        }
        if (claim.nodes() != null && !claim.nodes().matches(node)) {
            return Obstacle.Kind.CLAIM_ELSEWHERE;
        }
        if (CHECKS_NODE_OPERATIONS.isIn(release)
                && !node.declaredFeatures().contains(FeatureGate.DRA_OPTIONAL_NODE_OPERATIONS.toString())
                && devices.stream().anyMatch(AllocatedDevice::skipsNodeOperations)) {
            return Obstacle.Kind.NODE_OPERATIONS;
        }
        return switch (binding.of(claim)) {
            case FAILED -> Obstacle.Kind.BINDING_FAILED;
            case TIMED_OUT -> Obstacle.Kind.BINDING_TIMED_OUT;
            case READY, PENDING -> null;
        };
    }

    private boolean isOfDevices(String resource) {
        return PLUGIN_OFFERS_NONE.isIn(release)
                ? ResourceName.isOfDevices(resource)
                : ResourceName.isExtended(resource);
    }
}
