package dev.drawbridge.fit;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers for workloads whether their claims can be allocated in a fleet, and why not. What else decides about a pod's
 * node (CPU, memory, other plugins of the scheduler) is left out. Not safe for use by several threads.
 */
public final class Fit {

    private final ScheduledFleet scheduled;
    private final Fleet fleet;
    private final KubernetesRelease release;
    private final FeatureGates gates;
    private final Duration limit;
    private final Map<Workload, FitResult.Answer> answers = new IdentityHashMap<>();

    /** Answers for a release whose scheduler is known, with these gates; each decision may take so long. */
    public Fit(Fleet fleet, KubernetesRelease release, FeatureGates gates, Duration limit) {
        this.scheduled = new ScheduledFleet(fleet, release, gates, limit);
        this.fleet = scheduled.fleet();
        this.release = release;
        this.gates = gates;
        this.limit = limit;
    }

    /** The gates to turn on so that the fleet's DeviceTaintRules count; empty where they do, or there are none. */
    public List<FeatureGate> gatesForTaintRules() {
        return fleet.taintRules().isEmpty() || TaintRules.count(release, gates) ? List.of() : TaintRules.gates(release);
    }

    /**
     * The drivers whose devices stand for CPU or memory of their nodes, which the scheduler counts and this does not;
     * none where it does not, either.
     */
    public List<String> driversOfNodeResources() {
        return gates.has(FeatureGate.DRA_NODE_ALLOCATABLE_RESOURCES)
                ? fleet.slices().stream()
                        .filter(Slice::providesNodeResources)
                        .map(slice -> slice.pool().driver())
                        .distinct()
                        .sorted()
                        .toList()
                : List.of();
    }

    /** The scheduler's release. */
    public KubernetesRelease release() {
        return release;
    }

    /** Whether the scheduler of the release is known. */
    public static boolean knows(KubernetesRelease release) {
        return AllocatorVersion.isKnown(release);
    }

    /** The releases whose schedulers are known, such as {@code 1.34 to 1.37}. */
    public static String knownReleases() {
        return AllocatorVersion.OLDEST + " to " + AllocatorVersion.NEWEST;
    }

    /** Whether the workload needs devices: it has claims, or requests a resource that a DeviceClass provides. */
    public boolean concerns(Workload workload) {
        Pod pod = workload.asPod();
        return pod == null
                || !pod.claims().isEmpty()
                || !scheduled.plugin().provided(pod).isEmpty();
    }

    /**
     * The DeviceClasses with the extended resources that they provide, by name; none where the scheduler does not know
     * them.
     */
    public List<ExtendedResource> extendedResources() {
        return new TreeMap<>(fleet.classes())
                .values().stream()
                        .map(this::extendedResource)
                        .filter(each -> !each.names().isEmpty())
                        .toList();
    }

    private ExtendedResource extendedResource(DeviceClass deviceClass) {
        List<String> names = scheduled.plugin().resources(deviceClass);
        Alternative any =
                new Alternative("", deviceClass.name(), "ExactCount", 1, null, List.of(), List.of(), null, Map.of());
        Set<DeviceId> devices = new HashSet<>();
        if (!names.isEmpty()) {
            scheduled.funnel(fleet.nodes(), any).devices().forEach(device -> devices.add(device.id()));
        }
        return new ExtendedResource(
                deviceClass.name(),
                names,
                devices.size(),
                devices.stream()
                        .filter(id -> !scheduled.now().allocated().isAllocated(id))
                        .count(),
                fleet.nodes().stream()
                        .filter(node -> names.stream()
                                .anyMatch(name -> node.pluginResources().getOrDefault(name, 0L) > 0))
                        .map(Node::name)
                        .toList());
    }

    /** All that decides about a workload, but for the nodes, the slices, and what other claims have. */
    public Object inputs(Workload workload) {
        return new Question(scheduled, workload).inputs();
    }

    /** The answer for a workload, without the reasons. */
    public FitResult.Answer answer(Workload workload) {
        FitResult.Answer known = answers.get(workload);
        if (known == null) {
            known = new Question(scheduled, workload).answer();
            answers.put(workload, known);
        }
        return known;
    }

    /** Whether the workloads fit at the same time, those that do not fit alone left out. */
    public FitTogether together(List<Workload> workloads) {
        return new Together(scheduled, limit, workloads, this::answer).decide();
    }

    /** Looks at all nodes, so that the first answer is as fast as the next. */
    public void prepare() {
        fleet.nodes().forEach(scheduled.now()::likeness);
    }

    /** The answer for a workload, soon: what cannot be decided in this time is not. */
    public FitResult of(Workload workload, Duration soon) {
        scheduled.limitTo(System.nanoTime() + soon.toNanos());
        try {
            return of(workload);
        } finally {
            scheduled.limitTo(Long.MAX_VALUE);
        }
    }

    /** The answer for a workload. */
    public FitResult of(Workload workload) {
        Question question = new Question(scheduled, workload);
        answers.put(workload, question.answer());
        return switch (question.answer()) {
            case INVALID -> without(workload, question, question.invalid());
            case BLOCKED -> searched(workload, question, question.blocked(), List.of());
            case FITS -> searched(workload, question, List.of(), List.of());
            case UNKNOWN -> without(workload, question, unknown(question));
            case FITS_WHEN_FREED -> searched(workload, question, taken(question), List.of());
            case ERROR -> {
                List<FitResult.Reason> reasons = explanation(question).error(question.now());
                yield new FitResult(
                        workload,
                        FitResult.Answer.ERROR,
                        question.nodes().size(),
                        question.now().fitting(),
                        List.of(),
                        example(question.now()),
                        reasons,
                        List.of(),
                        question.pod().findings());
            }
            case NEVER -> never(workload, question);
        };
    }

    private List<FitResult.Reason> taken(Question question) {
        List<FitResult.Reason> reasons = new ArrayList<>(explanation(question).taken());
        reasons.addAll(question.obstacles());
        return reasons;
    }

    private Explanation explanation(Question question) {
        return new Explanation(scheduled, question);
    }

    private FitResult never(Workload workload, Question question) {
        if (!question.impossible().isEmpty()) {
            return without(workload, question, question.impossible());
        }
        if (question.nodes().isEmpty()) {
            return without(workload, question, List.of(nodes(question)));
        }
        Explanation explanation = explanation(question);
        List<FitResult.Reason> reasons = new ArrayList<>(explanation.never(question.freed()));
        reasons.addAll(question.obstacles());
        if (question.nodes().size() < fleet.nodes().size()) {
            reasons.add(nodes(question));
        }
        return searched(workload, question, reasons, explanation.hints());
    }

    private FitResult.Reason nodes(Question question) {
        return new FitResult.Reason(
                "nodes: " + question.nodes().size() + " of " + fleet.nodes().size() + " are left",
                question.exclusions());
    }

    private List<FitResult.Reason> unknown(Question question) {
        List<FitResult.Reason> reasons = new ArrayList<>(question.unknown());
        if (reasons.isEmpty()) {
            reasons.addAll(Explanation.undecided(question.now()));
            if (reasons.isEmpty()) {
                reasons.addAll(Explanation.undecided(question.freed()));
            }
        }
        return reasons;
    }

    private FitResult searched(
            Workload workload, Question question, List<FitResult.Reason> reasons, List<String> hints) {
        // A pod that waits is not scheduled, though its claims would fit.
        List<String> fitsNow = question.answer() == FitResult.Answer.BLOCKED
                ? List.of()
                : question.now().fitting();
        return new FitResult(
                workload,
                question.answer(),
                question.nodes().size(),
                fitsNow,
                question.freed().fitting(),
                example(fitsNow.isEmpty() ? question.freed() : question.now()),
                reasons,
                hints,
                question.pod().findings());
    }

    private FitResult without(Workload workload, Question question, List<FitResult.Reason> reasons) {
        return new FitResult(
                workload,
                question.answer(),
                question.nodes().size(),
                List.of(),
                List.of(),
                null,
                reasons,
                List.of(),
                question.pod().findings());
    }

    /** A decision about the claims of one pod for each node, by its name. */
    public Map<String, Decision> decide(List<Claim> claims) {
        return scheduled.decide(scheduled.now(), fleet.nodes(), claims).byNode();
    }

    /** What the scheduler finds about a pod at this time. */
    public PodScheduling schedule(Pod pod, Instant time) {
        return PodFilter.schedule(
                new DynamicResources(fleet, release, gates, time),
                pod,
                fleet.nodes(),
                (some, claims) -> scheduled.decide(scheduled.now(), some, claims));
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
}
