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
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers for workloads whether their claims can be allocated in a fleet, and why not. What else decides about a pod's node (CPU, memory, other
 * plugins of the scheduler) is left out. Not safe for use by several threads.
 */
public final class Fit {

    /** So many questions are remembered. */
    private static final int MAX_KNOWN = 10_000;

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
    private final Map<Question, Map<Integer, Decision>> known = new HashMap<>();

    /** When the answer must be there, as {@link System#nanoTime} counts. */
    private long deadline = Long.MAX_VALUE;

    /**
     * A question to an allocator, compared with others by what decides the answer.
     *
     * @param allocator compared by identity
     * @param nodes compared by identity: a fleet may have ten thousand
     * @param asked what each claim asks for, without its name
     */
    private record Question(Allocator allocator, List<Node> nodes, List<Object> asked) {

        static Question of(Allocator allocator, List<Node> nodes, List<Claim> claims) {
            List<Object> asked = new ArrayList<>();
            claims.forEach(claim -> asked.add(List.of(claim.requests(), claim.constraints())));
            return new Question(allocator, nodes, asked);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Question that
                    && allocator == that.allocator
                    && nodes == that.nodes
                    && asked.equals(that.asked);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(allocator) + asked.hashCode();
        }
    }

    /** Answers for a release, 1.34 or later, with these gates; each decision may take so long. */
    public Fit(Fleet fleet, KubernetesRelease release, FeatureGates gates, Duration limit) {
        this.fleet = fleet;
        this.release = release;
        this.gates = gates;
        this.limit = limit;
        this.now = new Allocator(fleet, release, gates);
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

    /** What a workload asks, and what is answered. */
    private final class Asked {

        private final PodClaims pod;
        private final List<Claim> open;
        private final List<Node> nodes;
        private final List<FitResult.Reason> obstacles;
        private final Allocator free;
        private @Nullable Map<String, Decision> decisions;
        private @Nullable Map<String, Decision> decisionsWhenFreed;

        Asked(Workload workload) {
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
            obstacles = obstacles(allocated, nodes);
            free = freed.computeIfAbsent(
                    allocated, kept -> kept.equals(fleet.holders()) ? now : allocator(fleet.with(kept)));
        }

        Map<String, Decision> now() {
            Map<String, Decision> made = decisions;
            if (made == null) {
                made = decide(now, nodes, open);
                decisions = made;
            }
            return made;
        }

        Map<String, Decision> freed() {
            Map<String, Decision> made = decisionsWhenFreed;
            if (made == null) {
                made = decide(free, nodes, open);
                decisionsWhenFreed = made;
            }
            return made;
        }

        FitResult.Answer answer() {
            if (pod.claims().isEmpty()) {
                return FitResult.Answer.UNDECIDED;
            }
            return obstacles.isEmpty() ? Fit.answer(now(), this::freed) : FitResult.Answer.NEVER;
        }
    }

    /** All that decides about a workload, but for the nodes, the slices, and what other claims have. */
    public Object inputs(Workload workload) {
        PodClaims pod = PodClaims.of(workload, fleet);
        List<Optional<DeviceClass>> classes = pod.claims().stream()
                .flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.alternatives().stream())
                .map(asked -> Optional.ofNullable(fleet.classes().get(asked.deviceClassName())))
                .toList();
        ObjectValue spec = workload.pod();
        return List.of(pod, classes, spec == null ? PodNodes.ALL : PodNodes.of(spec));
    }

    /** The names in a workload that lead to nothing. */
    public List<ReferenceFinding> references(Workload workload) {
        return PodClaims.of(workload, fleet).findings();
    }

    /** How many devices of the nodes each condition leaves. */
    Funnel funnel(List<Node> ofNodes, Alternative asked) {
        if (!ofNodes.equals(funnelNodes) || funnels.size() >= MAX_FUNNELS) {
            funnels.clear();
            funnelNodes = ofNodes;
        }
        return funnels.computeIfAbsent(asked, any -> new Funnel(now, ofNodes, any));
    }

    /** The answer for a workload, without the reasons. */
    public FitResult.Answer answer(Workload workload) {
        return new Asked(workload).answer();
    }

    /** Looks at all nodes, so that the first answer is as fast as the next. */
    public void prepare() {
        fleet.nodes().forEach(now::likeness);
    }

    /** The answer for a workload, soon: what cannot be decided in this time is not. */
    public FitResult of(Workload workload, Duration soon) {
        deadline = System.nanoTime() + soon.toNanos();
        try {
            return of(workload);
        } finally {
            deadline = Long.MAX_VALUE;
        }
    }

    /** The answer for a workload. */
    public FitResult of(Workload workload) {
        Asked asked = new Asked(workload);
        PodClaims pod = asked.pod;
        List<Node> nodes = asked.nodes;
        FitResult.Answer answer = asked.answer();
        if (pod.claims().isEmpty()) {
            FitResult.Reason unknown = new FitResult.Reason("claims", List.of("none of its claims is known"));
            return without(workload, pod, nodes, answer, List.of(unknown));
        }
        if (!asked.obstacles.isEmpty()) {
            return without(workload, pod, nodes, answer, asked.obstacles);
        }
        Map<String, Decision> decisions = asked.now();
        Map<String, Decision> freed = answer == FitResult.Answer.ERROR ? Map.of() : asked.freed();
        List<String> fitsNow = fitting(decisions);
        List<String> fitsFreed = fitting(freed);
        Explanation explanation = new Explanation(this, nodes, asked.open, asked.free);
        List<FitResult.Reason> reasons =
                switch (answer) {
                    case FITS -> List.of();
                    case FITS_WHEN_FREED -> explanation.taken();
                    case NEVER -> explanation.never(freed);
                    case ERROR -> explanation.error(decisions);
                    case UNDECIDED -> explanation.undecided(decisions);
                };
        List<String> hints = answer == FitResult.Answer.NEVER ? explanation.hints() : List.of();
        return new FitResult(
                workload,
                answer,
                nodes.size(),
                fitsNow,
                fitsFreed,
                example(fitsNow.isEmpty() ? freed : decisions),
                reasons,
                hints,
                answer == FitResult.Answer.FITS && !pod.isShared() && workload.replicas() > 1
                        ? replicas(workload.replicas(), nodes, asked.open)
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

    /** What keeps the pod from every node, before any device is looked at. */
    private List<FitResult.Reason> obstacles(List<Claim> allocated, List<Node> nodes) {
        List<FitResult.Reason> reasons = new ArrayList<>();
        allocated.stream()
                .filter(claim -> claim.consumers() >= ClaimLimits.CONSUMERS)
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

    /** A decision about claims of one pod for each node. */
    public Map<String, Decision> decide(List<Claim> claims) {
        return decide(now, fleet.nodes(), claims);
    }

    /**
     * A decision for each node. Nodes that look the same share one, which names the devices of the first of them; claims that ask for the same
     * on the same nodes share them all.
     */
    Map<String, Decision> decide(Allocator allocator, List<Node> nodes, List<Claim> claims) {
        Question question = Question.of(allocator, nodes, claims);
        Map<Integer, Decision> ofLooks = known.getOrDefault(question, new HashMap<>());
        Map<String, Decision> decisions = new LinkedHashMap<>();
        for (Node node : nodes) {
            decisions.put(
                    node.name(),
                    ofLooks.computeIfAbsent(allocator.likeness(node), look -> allocator.decide(node, claims, left())));
        }
        // What fails names the claim, and what is not decided may be with more time.
        boolean isLasting = ofLooks.values().stream()
                .noneMatch(decision -> decision instanceof Decision.Fails || decision instanceof Decision.Undecided);
        if (isLasting && known.size() < MAX_KNOWN) {
            known.put(question, ofLooks);
        }
        return decisions;
    }

    /** How long the next decision may take. */
    private Duration left() {
        if (deadline == Long.MAX_VALUE) {
            return limit;
        }
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        return left.compareTo(limit) < 0 ? left : limit;
    }

    static List<String> fitting(Map<String, Decision> decisions) {
        return decisions.entrySet().stream()
                .filter(decision -> decision.getValue() instanceof Decision.Fits)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** An error on one node fails the pod, whatever the other nodes say; one about pools that make no sense fails the node alone. */
    private static FitResult.Answer answer(Map<String, Decision> now, Supplier<Map<String, Decision>> whenFreed) {
        if (now.values().stream().anyMatch(Fit::isFatal)) {
            return FitResult.Answer.ERROR;
        }
        if (!fitting(now).isEmpty()) {
            return FitResult.Answer.FITS;
        }
        if (now.values().stream().anyMatch(Decision.Undecided.class::isInstance)) {
            return FitResult.Answer.UNDECIDED;
        }
        Map<String, Decision> freed = whenFreed.get();
        if (!fitting(freed).isEmpty()) {
            return FitResult.Answer.FITS_WHEN_FREED;
        }
        return freed.values().stream().anyMatch(Decision.Undecided.class::isInstance)
                ? FitResult.Answer.UNDECIDED
                : FitResult.Answer.NEVER;
    }

    static boolean isFatal(Decision decision) {
        return decision instanceof Decision.Fails fails && !fails.isOfNode();
    }

    private FitResult.@Nullable Example example(Map<String, Decision> decisions) {
        for (Map.Entry<String, Decision> decision : decisions.entrySet()) {
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

    /** How many replicas fit at the same time, if each takes the first node that it fits. A lower bound. */
    private long replicas(long wanted, List<Node> nodes, List<Claim> claims) {
        List<Claim> taken = new ArrayList<>(fleet.claims());
        long placed = 0;
        for (Node node : nodes) {
            while (placed < wanted) {
                Decision decision = allocator(fleet.with(List.copyOf(taken))).decide(node, claims, limit);
                if (!(decision instanceof Decision.Fits fits)) {
                    break;
                }
                placed++;
                for (int i = 0; i < claims.size(); i++) {
                    taken.add(claims.get(i)
                            .allocated(fits.devices().get(i).stream()
                                    .map(chosen ->
                                            new AllocatedDevice(chosen.request(), chosen.device(), false, false, null))
                                    .toList()));
                }
            }
        }
        return placed;
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
