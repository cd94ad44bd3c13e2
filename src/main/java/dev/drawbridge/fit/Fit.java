package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers for workloads whether their claims can be allocated in a fleet, and why not. What else decides about a pod's node (CPU, memory, other
 * plugins of the scheduler) is left out. Not safe for use by several threads.
 */
public final class Fit {

    private final Fleet fleet;
    private final KubernetesRelease release;
    private final FeatureGates gates;
    private final Duration limit;
    private final Allocator now;
    private final Map<List<Object>, Map<String, Decision>> known = new HashMap<>();

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

    /** The answer for a workload. */
    public FitResult of(Workload workload) {
        PodClaims pod = PodClaims.of(workload, fleet);
        ObjectValue spec = workload.pod();
        PodNodes where = spec == null ? PodNodes.ALL : PodNodes.of(spec);
        List<Claim> allocated = pod.claims().stream()
                .filter(claim -> claim.allocation() != null)
                .toList();
        List<Claim> open = pod.claims().stream()
                .filter(claim -> claim.allocation() == null)
                .toList();
        List<Node> nodes = fleet.nodes().stream()
                .filter(where::includes)
                .filter(node -> allocated.stream().allMatch(claim -> isReachable(claim, node)))
                .toList();
        if (pod.claims().isEmpty()) {
            FitResult.Reason unknown = new FitResult.Reason("claims", List.of("none of its claims is known"));
            return without(workload, pod, nodes, FitResult.Answer.UNDECIDED, List.of(unknown));
        }
        List<FitResult.Reason> obstacles = obstacles(allocated, nodes);
        if (!obstacles.isEmpty()) {
            return without(workload, pod, nodes, FitResult.Answer.NEVER, obstacles);
        }
        Map<String, Decision> decisions = decide(now, nodes, open);
        Fleet free = fleet.with(allocated);
        Map<String, Decision> freed = decide(allocator(free), nodes, open);
        List<String> fitsNow = fitting(decisions);
        List<String> fitsFreed = fitting(freed);
        FitResult.Answer answer = answer(decisions, freed);
        Explanation explanation = new Explanation(this, nodes, open, free);
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
                        ? replicas(workload.replicas(), nodes, open)
                        : 0,
                pod.findings());
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

    /** A decision for each node; claims that ask for the same on the same nodes share them. */
    Map<String, Decision> decide(Allocator allocator, List<Node> nodes, List<Claim> claims) {
        List<Object> question = new ArrayList<>();
        question.add(allocator.fleet().claims());
        question.add(nodes);
        claims.forEach(claim -> question.add(List.of(claim.requests(), claim.constraints())));
        Map<String, Decision> before = known.get(question);
        if (before != null) {
            return before;
        }
        Map<String, Decision> decisions = new LinkedHashMap<>();
        for (Node node : nodes) {
            decisions.put(node.name(), allocator.decide(node, claims, limit));
        }
        if (decisions.values().stream().noneMatch(Decision.Fails.class::isInstance)) {
            known.put(question, decisions);
        }
        return decisions;
    }

    static List<String> fitting(Map<String, Decision> decisions) {
        return decisions.entrySet().stream()
                .filter(decision -> decision.getValue() instanceof Decision.Fits)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** An error on one node fails the pod, whatever the other nodes say; one about pools that make no sense fails the node alone. */
    private static FitResult.Answer answer(Map<String, Decision> now, Map<String, Decision> freed) {
        if (now.values().stream().anyMatch(Fit::isFatal)) {
            return FitResult.Answer.ERROR;
        }
        if (!fitting(now).isEmpty()) {
            return FitResult.Answer.FITS;
        }
        if (now.values().stream().anyMatch(Decision.Undecided.class::isInstance)) {
            return FitResult.Answer.UNDECIDED;
        }
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

    /** The fleet with devices and slices in the opposite order. */
    Fleet reversed() {
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
