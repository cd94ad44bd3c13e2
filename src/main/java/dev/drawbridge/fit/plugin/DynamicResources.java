package dev.drawbridge.fit.plugin;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's plugin around the allocator: finds the claims of a pod, creates a claim for its extended resources,
 * and excludes nodes that allocated claims do not reach. The allocator runs for those nodes, too, so that an error on
 * one of them fails the pod.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/dynamicresources}, PreEnqueue, PreFilter and Filter; {@code
 * noderesources/fit.go} for what device plugins offer; 1.34.9, 1.35.6, 1.36.3, 1.37.1 and
 * 1.38.0-beta.0.
 */
public final class DynamicResources {

    private static final Availability PLUGIN_OFFERS_NONE = Availability.since(KubernetesRelease.K8S_1_35);
    private static final Availability CHECKS_NODE_OPERATIONS = Availability.since(KubernetesRelease.K8S_1_37);

    /** The gate of PodGroups, and those that need it. */
    private static final FeatureGates OF_GROUPS = FeatureGates.of(
            FeatureGate.GENERIC_WORKLOAD, FeatureGate.DRA_WORKLOAD_RESOURCE_CLAIMS, FeatureGate.WORKLOAD_WITH_JOB);

    private final Fleet fleet;
    private final KubernetesRelease release;
    private final FeatureGates gates;
    private final ClassesByResource classes;
    private final Set<String> uncertain;
    private final Set<String> unordered;
    private final BindingConditions binding;

    /** Decides about claims on nodes, as an allocator does. */
    @FunctionalInterface
    public interface Decider {

        NodeDecisions decide(List<Node> nodes, List<Claim> claims);
    }

    public DynamicResources(Fleet fleet, KubernetesRelease release, FeatureGates gates, Instant now) {
        this.fleet = fleet;
        this.release = release;
        this.gates = gates;
        this.classes = ClassesByResource.of(fleet.classes().values(), release, gates);
        this.uncertain = ClassesByResource.uncertain(fleet.classes().values(), release, gates);
        this.unordered = ClassesByResource.unordered(fleet.classes().values(), release);
        this.binding = new BindingConditions(gates, now);
    }

    /** Whether PodGroups count: by a gate, or by what the API server has stored if its gates are not known. */
    public boolean hasGroups(Pod pod) {
        boolean isStored =
                !pod.uid().isEmpty() || !fleet.sources().podGroups().stored().isEmpty();
        return !gates.hasNone(OF_GROUPS) || !knowsGroups() && isStored;
    }

    /** Whether it is known that PodGroups count, or do not. */
    public boolean knowsGroups() {
        return fleet.info().featureGates().containsKey(FeatureGate.GENERIC_WORKLOAD.toString());
    }

    /** The claims that the pod names, or the reason why it waits. */
    public StoredClaims claims(Pod pod) {
        // If the gates are unknown, a claim of the group in the pod's status shows that the gate is on.
        boolean hasGroups = gates.has(FeatureGate.DRA_WORKLOAD_RESOURCE_CLAIMS)
                || fleet.info().featureGates().isEmpty();
        return StoredClaims.of(pod, fleet, hasGroups);
    }

    /** A missing class of a request, a feature that is off, or a selector that no scheduler can read. */
    public Optional<FitCause> refusal(List<Claim> claims) {
        for (Claim claim : claims) {
            String unreadable = claim.unreadable();
            if (unreadable != null) {
                return Optional.of(
                        FitCause.Kind.NODE_SELECTOR_UNREADABLE.cause("ResourceClaim " + claim + ": " + unreadable));
            }
            for (Request request : claim.allocation() == null ? claim.requests() : List.<Request>of()) {
                if (request.isPrioritized() && !gates.has(FeatureGate.DRA_PRIORITIZED_LIST)) {
                    return Optional.of(FitCause.Kind.FEATURE_DISABLED.cause("request " + request.name()
                            + " has firstAvailable, but the feature gate DRAPrioritizedList is off"));
                }
                for (Alternative alternative : request.alternatives()) {
                    if (!fleet.classes().containsKey(alternative.deviceClassName())) {
                        return Optional.of(FitCause.Kind.CLASS_MISSING.cause(alternative.deviceClassName()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** The claim for extended resources from an earlier attempt to schedule the pod; null if it has a node. */
    @Nullable
    public Claim leftBehind(Pod pod) {
        return pod.isBound() || provided(pod).isEmpty()
                ? null
                : fleet.claims().stream()
                        .filter(claim -> claim.stored().isForExtendedResources())
                        .filter(claim -> Stream.ofNullable(claim.stored().controller())
                                .anyMatch(owner -> !owner.uid().isEmpty()
                                        && owner.uid().equals(pod.uid())
                                        && owner.name().equals(pod.name())))
                        .findFirst()
                        .orElse(null);
    }

    /** The resources of a pod that a DeviceClass provides. */
    public Set<String> provided(Pod pod) {
        Set<String> provided = new TreeSet<>();
        pod.requested().keySet().stream()
                .filter(resource -> isOfDevices(resource) && classes.get(resource) != null)
                .forEach(provided::add);
        return provided;
    }

    public List<String> resources(DeviceClass deviceClass) {
        return classes.resources().stream()
                .filter(resource -> deviceClass.equals(classes.get(resource)))
                .sorted()
                .toList();
    }

    /** The reason why pods may not get the resource from its class; null if they do. */
    @Nullable
    public FitFact doubt(String resource) {
        if (isOrderUnknown(resource)) {
            DeviceClass named = resource.startsWith(ResourceName.OF_CLASS)
                    ? fleet.classes().get(resource.substring(ResourceName.OF_CLASS.length()))
                    : null;
            return FitFact.Kind.CLASS_UNKNOWN.fact(sharing(named == null ? resource : named.extendedResourceName()));
        }
        return uncertain.contains(resource) ? FitFact.Kind.NAME_FORGOTTEN.fact() : null;
    }

    /** The classes with this {@code extendedResourceName}. */
    private List<String> sharing(String resource) {
        return fleet.classes().values().stream()
                .filter(each -> each.extendedResourceName().equals(resource))
                .map(DeviceClass::name)
                .sorted()
                .toList();
    }

    /** Which of several classes provides a resource; null if it is known that one has the name only, or unknown. */
    public @Nullable FitCause shared(String resource) {
        List<String> sharing = sharing(resource);
        DeviceClass provider = classes.get(resource);
        return sharing.size() < 2 || provider == null || isOrderUnknown(resource)
                ? null
                : FitCause.Kind.SHARED_RESOURCE.cause(sharing, resource, provider.name());
    }

    /** Whether it is unknown which of several classes provides the resource. */
    public boolean isOrderUnknown(String resource) {
        return gates.has(FeatureGate.DRA_EXTENDED_RESOURCE) && unordered.contains(resource);
    }

    /** The claim that the scheduler creates for these resources of the pod. */
    public Claim extendedClaim(Pod pod, Set<String> resources) {
        return ExtendedResourceClaim.of(pod, resources, classes, release);
    }

    /** Whether pods get a resource that a class provides from devices on this node, and not from a device plugin. */
    boolean isDelegated(String resource, Node node) {
        Long offered = node.pluginResources().get(resource);
        return offered == null || offered == 0 && PLUGIN_OFFERS_NONE.isIn(release);
    }

    /** Whether the device plugin of a node offers a resource. */
    boolean isOffered(String resource) {
        return fleet.nodes().stream().anyMatch(node -> node.pluginResources().getOrDefault(resource, 0L) > 0);
    }

    private boolean isOfDevices(String resource) {
        return PLUGIN_OFFERS_NONE.isIn(release)
                ? ResourceName.isOfDevices(resource)
                : ResourceName.isExtended(resource);
    }

    /** Likely causes of the obstacle; empty if unknown. */
    public List<FitFact> hints(FitCause obstacle) {
        if (obstacle.kind() != FitCause.Kind.NO_PROVIDER) {
            return List.of();
        }
        String resource = obstacle.subject();
        FeatureGates on = gates.with(FeatureGate.DRA_EXTENDED_RESOURCE, true);
        if (ClassesByResource.of(fleet.classes().values(), release, on).get(resource) != null) {
            return List.of(FitFact.Kind.GATE_OFF.fact(FeatureGate.DRA_EXTENDED_RESOURCE, release));
        }
        if (resource.startsWith(ResourceName.OF_CLASS)) {
            return List.of(implicit(resource.substring(ResourceName.OF_CLASS.length())));
        }
        List<String> names = new ArrayList<>(classes.resources());
        fleet.nodes().forEach(node -> names.addAll(node.pluginResources().keySet()));
        String nearest = Spelling.nearest(resource, names);
        return nearest == null || nearest.equals(resource)
                ? List.of()
                : List.of(FitFact.Kind.DID_YOU_MEAN.fact(nearest));
    }

    /** The reason why a class does not provide its implicit resource. */
    private FitFact implicit(String name) {
        DeviceClass named = fleet.classes().get(name);
        if (named == null) {
            return FitFact.Kind.CLASS_NOT_FOUND.fact(
                    name, Spelling.hint(name, fleet.classes().keySet()));
        }
        DeviceClass winner = classes.get(named.extendedResourceName());
        return winner == null || winner.equals(named)
                ? FitFact.Kind.OTHER_NAME_ONLY.fact(name, named.extendedResourceName(), release)
                : FitFact.Kind.OTHER_CLASS_WINS.fact(name, winner.name(), named.extendedResourceName());
    }

    /** The reason why the node cannot use the devices of an allocated claim; null if it can, or there are none. */
    FitCause.@Nullable Kind unavailable(Claim claim, Node node) {
        List<AllocatedDevice> devices = claim.allocation();
        if (devices == null) {
            return null;
        }
        if (claim.nodes() != null && !claim.nodes().matches(node)) {
            return FitCause.Kind.CLAIM_ELSEWHERE;
        }
        if (CHECKS_NODE_OPERATIONS.isIn(release)
                && !node.declaredFeatures().contains(FeatureGate.DRA_OPTIONAL_NODE_OPERATIONS.toString())
                && devices.stream().anyMatch(AllocatedDevice::skipsNodeOperations)) {
            return FitCause.Kind.NODE_OPERATIONS;
        }
        return switch (binding.of(claim)) {
            case FAILED -> FitCause.Kind.BINDING_FAILED;
            case TIMED_OUT -> FitCause.Kind.BINDING_TIMED_OUT;
            case READY, PENDING -> null;
        };
    }
}
