package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.resource.ClaimLimits;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers for workloads whether their claims can be allocated in a fleet, and why not. What else decides about a pod's node (CPU, memory, other
 * plugins of the scheduler) is left out. Not safe for use by several threads.
 */
public final class Fit {

    private static final int MAX_FUNNELS = 64;

    private final Fleet fleet;
    private final KubernetesRelease release;
    private final FeatureGates gates;
    private final Duration limit;
    private final Allocator now;

    /** Allocators of the fleet in which only these claims have devices. */
    private final Map<List<Claim>, Allocator> freed = new HashMap<>();

    private @Nullable Allocator reversed;

    /** What is known of these nodes. */
    private final Map<Alternative, Funnel> funnels = new HashMap<>();

    private List<Node> funnelNodes = List.of();
    private final Map<PodNodes, List<Node>> nodes = new HashMap<>();
    private final DecisionCache decisions;

    /** Answers for a release whose scheduler is known, with these gates; each decision may take so long. */
    public Fit(Fleet fleet, KubernetesRelease release, FeatureGates gates, Duration limit) {
        this.fleet = TaintRules.applied(fleet, release, gates);
        this.release = release;
        this.gates = gates;
        this.limit = limit;
        this.now = new Allocator(this.fleet, release, gates);
        this.decisions = new DecisionCache(limit);
    }

    /** The gates to turn on so that the fleet's DeviceTaintRules count; empty where they do, or there are none. */
    public List<FeatureGate> gatesForTaintRules() {
        return fleet.taintRules().isEmpty() || TaintRules.count(release, gates) ? List.of() : TaintRules.gates(release);
    }

    /** Whether the scheduler of the release is known. */
    public static boolean knows(KubernetesRelease release) {
        return release.compareTo(AllocatorVersion.OLDEST) >= 0;
    }

    /** The releases whose schedulers are known, such as {@code 1.34 and later}. */
    public static String knownReleases() {
        return AllocatorVersion.OLDEST + " and later";
    }

    Allocator allocator(Fleet other) {
        return new Allocator(other, release, gates);
    }

    Allocator now() {
        return now;
    }

    Fleet fleet() {
        return fleet;
    }

    /** A workload, and what is decided about it. */
    private final class Question {

        private final PodClaims pod;
        private final List<Claim> open;
        private final List<Node> nodes;
        private final List<FitResult.Reason> obstacles;
        private final Allocator free;
        private @Nullable NodeDecisions asThingsAre;
        private @Nullable NodeDecisions whenFreed;

        Question(Workload workload) {
            pod = PodClaims.of(workload, fleet);
            List<Claim> allocated = pod.claims().stream()
                    .filter(claim -> claim.allocation() != null)
                    .toList();
            open = pod.claims().stream()
                    .filter(claim -> claim.allocation() == null)
                    .toList();
            ObjectValue spec = workload.pod();
            List<Node> possible = nodes(spec == null ? PodNodes.ALL : PodNodes.of(spec));
            nodes = allocated.isEmpty()
                    ? possible
                    : possible.stream()
                            .filter(node -> allocated.stream().allMatch(claim -> isReachable(claim, node)))
                            .toList();
            obstacles = obstacles(workload, allocated, nodes);
            free = freed.computeIfAbsent(
                    allocated, kept -> kept.equals(fleet.holders()) ? now : allocator(fleet.with(kept)));
        }

        NodeDecisions now() {
            NodeDecisions made = asThingsAre;
            if (made == null) {
                made = decide(now, nodes, open);
                asThingsAre = made;
            }
            return made;
        }

        NodeDecisions freed() {
            NodeDecisions made = whenFreed;
            if (made == null) {
                made = decide(free, nodes, open);
                whenFreed = made;
            }
            return made;
        }

        FitResult.Answer answer() {
            if (pod.claims().isEmpty()) {
                return FitResult.Answer.UNDECIDED;
            }
            return obstacles.isEmpty() ? now().answer(this::freed) : FitResult.Answer.NEVER;
        }
    }

    /** All that decides about a workload, but for the nodes, the slices, and what other claims have. */
    public Object inputs(Workload workload) {
        PodClaims pod = PodClaims.of(workload, fleet);
        List<Optional<DeviceClass>> classes = pod.claims().stream()
                .flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.alternatives().stream())
                .map(alternative -> Optional.ofNullable(fleet.classes().get(alternative.deviceClassName())))
                .toList();
        ObjectValue spec = workload.pod();
        return List.of(pod, classes, spec == null ? PodNodes.ALL : PodNodes.of(spec));
    }

    /** The names in a workload that lead to nothing. */
    public List<ReferenceFinding> references(Workload workload) {
        return workload.references(fleet);
    }

    /** How many devices of the nodes each condition leaves. */
    Funnel funnel(List<Node> ofNodes, Alternative alternative) {
        if (!ofNodes.equals(funnelNodes) || funnels.size() >= MAX_FUNNELS) {
            funnels.clear();
            funnelNodes = ofNodes;
        }
        return funnels.computeIfAbsent(alternative, any -> new Funnel(now, ofNodes, any));
    }

    /** The answer for a workload, without the reasons. */
    public FitResult.Answer answer(Workload workload) {
        return new Question(workload).answer();
    }

    /** Looks at all nodes, so that the first answer is as fast as the next. */
    public void prepare() {
        fleet.nodes().forEach(now::likeness);
    }

    /** The answer for a workload, soon: what cannot be decided in this time is not. */
    public FitResult of(Workload workload, Duration soon) {
        decisions.limitTo(System.nanoTime() + soon.toNanos());
        try {
            return of(workload);
        } finally {
            decisions.limitTo(Long.MAX_VALUE);
        }
    }

    /** The answer for a workload. */
    public FitResult of(Workload workload) {
        Question question = new Question(workload);
        PodClaims pod = question.pod;
        List<Node> nodes = question.nodes;
        FitResult.Answer answer = question.answer();
        if (pod.claims().isEmpty()) {
            FitResult.Reason unknown = new FitResult.Reason("claims", List.of("none of its claims is known"));
            return without(workload, pod, nodes, answer, List.of(unknown));
        }
        if (!question.obstacles.isEmpty()) {
            return without(workload, pod, nodes, answer, question.obstacles);
        }
        NodeDecisions asThingsAre = question.now();
        NodeDecisions freed = answer == FitResult.Answer.ERROR ? new NodeDecisions(Map.of()) : question.freed();
        List<String> fitsNow = asThingsAre.fitting();
        Explanation explanation = new Explanation(this, nodes, question.open, question.free);
        List<FitResult.Reason> reasons =
                switch (answer) {
                    case FITS -> List.of();
                    case FITS_WHEN_FREED -> explanation.taken();
                    case NEVER -> explanation.never(freed);
                    case ERROR -> explanation.error(asThingsAre);
                    case UNDECIDED -> explanation.undecided(asThingsAre);
                };
        List<String> hints = answer == FitResult.Answer.NEVER ? explanation.hints() : List.of();
        return new FitResult(
                workload,
                answer,
                nodes.size(),
                fitsNow,
                freed.fitting(),
                example(fitsNow.isEmpty() ? freed : asThingsAre),
                reasons,
                hints,
                answer == FitResult.Answer.FITS && !pod.isShared() && workload.replicas() > 1
                        ? new ReplicaCount(fleet, this::allocator, limit)
                                .atLeast(workload.replicas(), nodes, question.open)
                        : 0,
                pod.findings());
    }

    private List<Node> nodes(PodNodes where) {
        return nodes.computeIfAbsent(
                where, any -> fleet.nodes().stream().filter(where::includes).toList());
    }

    private static FitResult without(
            Workload workload,
            PodClaims pod,
            List<Node> nodes,
            FitResult.Answer answer,
            List<FitResult.Reason> reasons) {
        return new FitResult(
                workload, answer, nodes.size(), List.of(), List.of(), null, reasons, List.of(), 0, pod.findings());
    }

    /** What keeps the pod from every node, before any device is tried. */
    private List<FitResult.Reason> obstacles(Workload workload, List<Claim> allocated, List<Node> nodes) {
        List<FitResult.Reason> reasons = new ArrayList<>();
        String consumer = workload.kind().equals("Pod") ? "pods/" + workload.name() : "";
        allocated.stream()
                .filter(claim -> claim.consumers().size() >= ClaimLimits.CONSUMERS
                        && !claim.consumers().contains(consumer))
                .forEach(claim -> reasons.add(new FitResult.Reason(
                        "claim " + claim,
                        List.of("status.reservedFor is full: " + ClaimLimits.CONSUMERS + " pods use it"))));
        if (nodes.isEmpty()) {
            reasons.add(new FitResult.Reason(
                    "nodes",
                    List.of(
                            fleet.nodes().isEmpty()
                                    ? "the fleet has no nodes"
                                    : "nodeName, nodeSelector, node affinity, taints or allocated claims leave none of "
                                            + fleet.nodes().size() + " nodes")));
        }
        return reasons;
    }

    private static boolean isReachable(Claim claim, Node node) {
        NodeSelector selector = claim.nodes();
        return selector == null || selector.matches(node);
    }

    /** A decision about the claims of one pod for each node, by its name. */
    public Map<String, Decision> decide(List<Claim> claims) {
        return decide(now, fleet.nodes(), claims).byNode();
    }

    NodeDecisions decide(Allocator allocator, List<Node> ofNodes, List<Claim> claims) {
        return decisions.decide(allocator, ofNodes, claims);
    }

    private FitResult.@Nullable Example example(NodeDecisions ofNodes) {
        for (Map.Entry<String, Decision> decision : ofNodes.byNode().entrySet()) {
            if (decision.getValue() instanceof Decision.Fits fits) {
                List<Decision.Chosen> devices =
                        fits.devices().stream().flatMap(List::stream).toList();
                Set<DeviceId> ids = new HashSet<>();
                devices.forEach(chosen -> ids.add(chosen.device()));
                return new FitResult.Example(decision.getKey(), devices, holders(ids));
            }
        }
        return null;
    }

    private List<String> holders(Set<DeviceId> devices) {
        Set<String> holders = new LinkedHashSet<>();
        for (Claim claim : fleet.claims()) {
            List<AllocatedDevice> allocation = claim.allocation();
            if (allocation != null
                    && allocation.stream().anyMatch(device -> !device.adminAccess() && devices.contains(device.id()))) {
                holders.add(claim.toString());
            }
        }
        return List.copyOf(holders);
    }

    /** An allocator of the fleet with devices and slices in the opposite order. */
    Allocator reversed() {
        Allocator made = reversed;
        if (made == null) {
            made = allocator(reversedFleet());
            reversed = made;
        }
        return made;
    }

    private Fleet reversedFleet() {
        List<Slice> slices = new ArrayList<>();
        for (Slice slice : fleet.slices()) {
            List<Device> devices = new ArrayList<>(slice.devices());
            Collections.reverse(devices);
            slices.add(slice.withDevices(devices));
        }
        Collections.reverse(slices);
        return fleet.withSlices(slices);
    }
}
