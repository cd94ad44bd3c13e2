package dev.drawbridge.live.why;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.Lazy;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.PodNodes;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pod that is pending or would be created, with what is known of it.
 *
 * @param decision the decision about it, once it is asked for
 */
record PendingPod(
        ClusterSnapshot snapshot,
        Fit decider,
        StoredObject object,
        Workload workload,
        Pod pod,
        Lazy<FitResult> decision) {

    /** The kinds that a decision about devices depends on. */
    static final List<SnapshotKind> OF_DEVICES = List.of(
            SnapshotKind.NODE,
            SnapshotKind.DEVICE_CLASS,
            SnapshotKind.RESOURCE_SLICE,
            SnapshotKind.RESOURCE_CLAIM,
            SnapshotKind.DEVICE_TAINT_RULE);

    static final String DEFAULT_SCHEDULER = "default-scheduler";

    static final String REFUSED = "FailedScheduling";

    /** The first characters of a message of a scheduler that are read; those of kube-scheduler have fewer. */
    private static final int MAX_MESSAGE = 32_768;

    private static final FieldPath SPEC = FieldPath.of("spec");

    static PendingPod of(ClusterSnapshot snapshot, Fit decider, StoredObject object) {
        Workload workload = new Workload(object.manifest(), object.namespace(), object.name(), object.spec(), SPEC, 1);
        Pod pod = Pod.of(object.object(), object.namespace());
        return new PendingPod(snapshot, decider, object, workload, pod, new Lazy<>(() -> decider.of(workload)));
    }

    ObjectValue spec() {
        return object.spec();
    }

    String node() {
        return object.node();
    }

    boolean needsDevices() {
        return decider.concerns(workload);
    }

    FitResult fit() {
        return decision.get();
    }

    /** The number of nodes that it may run on, ignoring its claims. */
    long nodesWithoutClaims() {
        return snapshot.fleet().nodes().stream()
                .filter(PodNodes.of(spec())::includes)
                .count();
    }

    boolean hasReserved(Claim claim) {
        return claim.isReservedFor(object.uid(), object.name());
    }

    /** What keeps it from these nodes, regardless of its claims: first from those on which it would fit. */
    List<FitFact> exclusions(Collection<String> nodes, Collection<String> fitting) {
        Set<String> names = Set.copyOf(nodes);
        List<Node> some = snapshot.fleet().nodes().stream()
                .filter(node -> names.contains(node.name()))
                .toList();
        return PodNodes.of(spec()).exclusions(some, snapshot.fleet(), fitting);
    }

    /** The causes of this kind in the decision about it. */
    Stream<FitCause> causes(FitCause.Kind kind) {
        return fit().causes().stream().filter(cause -> cause.kind() == kind);
    }

    /** The containers that name a request that their claim lacks, and the devices that are no longer published. */
    List<String> withoutDevices() {
        if (spec().list("resourceClaims").size() == 0) {
            return List.of();
        }
        return Stream.concat(
                        decider.findings(workload).stream()
                                .filter(finding -> finding.kind() == FitCause.Kind.UNKNOWN_REQUEST)
                                .map(finding -> "a container gets no devices: " + finding.text()),
                        claims().stream()
                                .flatMap(claim -> Stream.ofNullable(snapshot.lost(claim))
                                        .map(lost -> "ResourceClaim " + claim + " " + lost)))
                .toList();
    }

    List<Claim> claims() {
        return decider.claims(pod);
    }

    /** Whether the taint keeps an open claim from devices. */
    boolean isKeptAwayBy(Taint taint) {
        return taint.keepsAway()
                && claims().stream()
                        .filter(claim -> claim.allocation() == null)
                        .flatMap(Claim::alternatives)
                        .anyMatch(alternative -> !alternative.tolerates(taint));
    }

    /** Its Events with this reason, the newest first. */
    List<ClusterEvent> events(String reason) {
        return snapshot().events(object).stream()
                .filter(event -> event.reason().equals(reason))
                .toList();
    }

    @Nullable
    ClusterEvent autoscalerEvent() {
        return snapshot().events(object).stream()
                .filter(ClusterEvent::isOfAutoscaler)
                .findFirst()
                .orElse(null);
    }

    /** What makes another pod of it: its controller, or whoever created it. */
    String again() {
        return object.owners().isEmpty()
                ? "delete the pod and create it again: it has no controller"
                : "delete the pod, so that its controller creates it again";
    }

    String schedulerName() {
        String name = spec().string("schedulerName");
        return name.isEmpty() ? DEFAULT_SCHEDULER : name;
    }

    /** The scheduler whose messages have a form of their own, such as Volcano; null for one made of kube-scheduler. */
    @Nullable
    String otherScheduler() {
        List<String> names = new ArrayList<>();
        refusals().stream()
                .filter(event -> !event.reason().equals(REFUSED))
                .forEach(event -> names.add(event.component()));
        Stream.concat(Stream.of(schedulerName()), refusals().stream().map(ClusterEvent::component))
                .filter(name -> name.contains("volcano"))
                .forEach(names::add);
        return names.isEmpty() ? null : names.get(0);
    }

    /** The Events that it was not scheduled, the newest first: other schedulers have reasons of their own. */
    private List<ClusterEvent> refusals() {
        return snapshot().events(object).stream()
                .filter(event -> !event.isOfAutoscaler())
                .filter(event -> event.reason().equals(REFUSED)
                        || event.component().equals(schedulerName())
                                && !schedulerName().equals(DEFAULT_SCHEDULER)
                                && !event.reason().equals("Scheduled"))
                .toList();
    }

    /**
     * Whether its scheduler says that nodes do not have the devices.
     *
     * <p>Source: Filter of {@code pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
     */
    boolean isWithoutDevices() {
        String message = schedulerMessage();
        return message != null && message.contains("cannot allocate all claims");
    }

    /** The scheduler's last message about it; null if there is none. */
    @Nullable
    String schedulerMessage() {
        List<ClusterEvent> failed = refusals();
        ObjectValue condition = object.condition("PodScheduled");
        String message = failed.isEmpty()
                ? condition.string("status").equals("False") ? condition.string("message") : ""
                : failed.get(0).message();
        // The time of some patterns grows with the square of its length.
        return message.isEmpty() ? null : message.substring(0, Math.min(message.length(), MAX_MESSAGE));
    }

    /**
     * Whether the node may have too little left of CPU, memory, or places for pods; what cannot be read may.
     *
     * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/fit.go}, fitsRequest.
     */
    boolean mayLack(String name, String resource) {
        StoredObject node = snapshot.find(SnapshotKind.NODE, "", name);
        Quantity all = node == null
                ? null
                : Numbers.amount(node.status().object("allocatable").get(resource));
        boolean isKnown = snapshot.sees(SnapshotKind.POD, "")
                && decider.driversOfNodeResources().isEmpty();
        Stream<StoredObject> running = snapshot.podsOn(name).stream().filter(other -> !other.hasEnded());
        return all == null
                || !isKnown
                || Stream.concat(running, Stream.of(object))
                                .flatMap(each -> requests(each.spec(), resource))
                                .reduce(Quantity.ZERO, Quantity::plus)
                                .compareTo(all)
                        > 0;
    }

    /** What the scheduler counts for a pod at most: not all init containers, and not the containers of some pods. */
    private static Stream<Quantity> requests(ObjectValue spec, String resource) {
        Stream<ObjectValue> containers =
                Stream.of("containers", "initContainers").flatMap(kind -> spec.list(kind).objects().stream());
        return resource.equals("pods")
                ? Stream.of(Quantity.of(1))
                : Stream.concat(
                                Stream.of(spec.object("overhead")),
                                Stream.concat(Stream.of(spec), containers)
                                        .map(each -> each.object("resources").object("requests")))
                        .flatMap(amounts -> Stream.ofNullable(Numbers.amount(amounts.get(resource))));
    }
}
