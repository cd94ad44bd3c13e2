package dev.drawbridge.fit;

import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.fit.allocator.AllocatorVersion;
import dev.drawbridge.fit.cause.ClaimConstraint;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.Holder;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Predicts whether the claims of workloads can be allocated in a fleet, and explains why not. CPU, memory and the
 * scheduler's other plugins are ignored. Not safe for use by several threads.
 */
public final class Fit {

    private final ScheduledFleet scheduled;
    private final Fleet fleet;
    private final Map<Workload, FitResult.Answer> answers = new IdentityHashMap<>();

    /** Creates the prediction for a known release, with these gates and a time limit for each decision. */
    public Fit(Fleet fleet, KubernetesRelease release, FeatureGates gates, Duration limit) {
        this.scheduled = new ScheduledFleet(fleet, release, gates, limit);
        this.fleet = scheduled.fleet();
    }

    /** The gates to enable so that the fleet's DeviceTaintRules take effect; empty if they do, or there are none. */
    public List<FeatureGate> gatesForTaintRules() {
        return fleet.taintRules().isEmpty() || TaintRules.count(release(), gates())
                ? List.of()
                : TaintRules.gates(release());
    }

    /** The drivers of CPU or memory of nodes, which this class does not count; none if the scheduler does not. */
    public List<String> driversOfNodeResources() {
        return gates().has(FeatureGate.DRA_NODE_ALLOCATABLE_RESOURCES)
                ? fleet.slices().stream()
                        .filter(Slice::providesNodeResources)
                        .map(slice -> slice.pool().driver())
                        .distinct()
                        .sorted()
                        .toList()
                : List.of();
    }

    /** The scheduler's feature gates. */
    public FeatureGates gates() {
        return scheduled.gates();
    }

    /** The scheduler's release. */
    public KubernetesRelease release() {
        return scheduled.release();
    }

    /** The release of the API server, which may be one whose scheduler is not known; else the scheduler's. */
    public KubernetesRelease server() {
        return KubernetesRelease.parse(info().release()).orElse(release());
    }

    /** The gates that tell which devices are tainted: those of DeviceTaintRules are on if that is not known. */
    public FeatureGates gatesOfTaintRules() {
        return TaintRules.assumed(fleet, gates());
    }

    /** What is known of the cluster, such as the version of its API server. */
    public ClusterInfo info() {
        return fleet.info();
    }

    /** The version of the scheduler, as far as it is known; null if nothing shows it. */
    public @Nullable SchedulerVersion scheduler() {
        return fleet.scheduler();
    }

    /** Whether the scheduler of the release is known. */
    public static boolean knows(KubernetesRelease release) {
        return AllocatorVersion.isKnown(release);
    }

    /** The newest release that is out whose scheduler is known: the default. */
    public static KubernetesRelease newestKnown() {
        return knows(KubernetesRelease.NEWEST) ? KubernetesRelease.NEWEST : AllocatorVersion.NEWEST;
    }

    /** The range of releases whose schedulers are known, such as {@code 1.34 to 1.37}. */
    public static String knownReleases() {
        return AllocatorVersion.OLDEST + " to " + AllocatorVersion.NEWEST;
    }

    /** Whether the workload needs devices: it has claims, or requests a resource of a DeviceClass. */
    public boolean concerns(Workload workload) {
        Pod pod = workload.asPod();
        return pod == null
                || !pod.claims().isEmpty()
                || !scheduled.plugin().provided(pod).isEmpty();
    }

    /** The DeviceClasses with extended resources, by name; empty if the scheduler does not know such resources. */
    public PrintedTable extendedResources() {
        return FleetClasses.extendedResources(scheduled);
    }

    /** The devices of each class, and how many are left when these are taken. */
    public PrintedTable left(Set<DeviceId> taken) {
        return new FleetClasses(scheduled.now()).left(taken);
    }

    /** All inputs of the answer for a workload, except nodes, slices and other claims' devices. */
    public Object inputs(Workload workload) {
        return new Question(scheduled, workload).inputs();
    }

    /** The answer for a workload, without reasons. */
    public FitResult.Answer answer(Workload workload) {
        FitResult.Answer known = answers.get(workload);
        if (known == null) {
            known = new Outcome(new Question(scheduled, workload)).answer();
            answers.put(workload, known);
        }
        return known;
    }

    /** Decides whether the workloads fit at the same time, ignoring workloads that do not fit alone. */
    public FitTogether together(List<Workload> workloads) {
        return new Together(scheduled, workloads, this::answer, null).decide();
    }

    /** Decides whether they fit at the same time, in devices and in the ResourceQuotas of the fleet. */
    public FitTogether togetherInQuotas(List<Workload> workloads) {
        return new Together(scheduled, workloads, this::answer, quotas()).decide();
    }

    private @Nullable QuotaRefusals quotas() {
        return fleet.sources().quotas().isEmpty()
                ? null
                : new QuotaRefusals(
                        fleet, new QuotaUsage(fleet.classes().values(), QuotaUsage.hasExtended(server(), gates())));
    }

    /** How many more pods, or claims, fit and are within the ResourceQuotas, with the wanted ones; up to a limit. */
    public Room room(Workload workload, List<Workload> wanted, long most) {
        return new Together(scheduled, wanted, this::answer, quotas()).room(workload, most);
    }

    /** Computes the looks of all nodes, so that the first answer is as fast as later ones. */
    public void prepare() {
        fleet.nodes().forEach(scheduled.now()::likeness);
    }

    /** The result for a workload; undecided if it takes longer than this. */
    public FitResult of(Workload workload, Duration soon) {
        scheduled.limitTo(System.nanoTime() + soon.toNanos());
        try {
            return of(workload, false);
        } finally {
            scheduled.limitTo(Long.MAX_VALUE);
        }
    }

    public FitResult of(Workload workload) {
        return of(workload, true);
    }

    private FitResult of(Workload workload, boolean triesAll) {
        Outcome outcome = new Outcome(new Question(scheduled, workload));
        answers.put(workload, outcome.answer());
        return new FitResults(outcome, triesAll).result();
    }

    /** The causes why the workload would not fit if no other claim held a device, whatever its answer. */
    public List<FitCause> shortages(Workload workload) {
        return explanation(workload).never();
    }

    /** The number of devices left by each condition of each request of the workload. */
    public List<FunnelSteps> funnels(Workload workload) {
        return explanation(workload).funnels();
    }

    private Explanation explanation(Workload workload) {
        return new Explanation(new Question(scheduled, workload), true);
    }

    /** The names in the pod of a workload that lead nowhere, without a decision. */
    public List<FitCause> findings(Workload workload) {
        return new Question(scheduled, workload).pod().findings();
    }

    /** The taints of devices of the allocated claims of a workload that end its pods, without a decision. */
    public List<FitCause> evictions(Workload workload) {
        return scheduled.hasEndingTaints()
                ? new DeviceEvictions(new Question(scheduled, workload)).ofAllocated()
                : List.of();
    }

    /** If the pods of a workload could run on any node. */
    public FitChange onAnyNode(Workload workload) {
        return new Changes(new Question(scheduled, workload)).onAnyNode();
    }

    /** If incomplete pools were complete with their existing slices. */
    public FitChange withPoolsComplete(Workload workload) {
        return new Changes(new Question(scheduled, workload)).withPoolsComplete();
    }

    /** The pools that the scheduler does not use, and that may have devices for the workload. */
    public List<PoolState> unusablePools(Workload workload) {
        Question question = new Question(scheduled, workload);
        List<String> pools = scheduled.gaps().causes(question.openClaims(), question.nodes()).stream()
                .map(FitCause::subject)
                .toList();
        return scheduled.unusablePools().stream()
                .filter(pool -> pools.contains(pool.id().toString()))
                .toList();
    }

    /** The claims that hold some of these devices, those with most of them first. */
    public List<Holder> holders(Collection<DeviceId> devices) {
        return Holder.of(fleet, devices);
    }

    public DevicesInUse inUse(Collection<DeviceId> devices) {
        return DevicesInUse.of(scheduled, devices);
    }

    public FleetClasses.Match match(DeviceClass deviceClass) {
        return new FleetClasses(scheduled.now()).match(deviceClass);
    }

    /** The devices that an alternative of a request matches. */
    public List<Device> devices(Alternative alternative) {
        return scheduled.funnel(fleet.nodes(), alternative).devices();
    }

    /** The requests of a claim of which no alternative has a class with a device with the attribute of a constraint. */
    public List<FitFact> constraintsWithoutAttribute(Claim claim) {
        List<FitFact> facts = new ArrayList<>();
        for (int i = 0; i < claim.constraints().size(); i++) {
            ClaimConstraint constraint = new ClaimConstraint(claim, i);
            for (int request = 0; request < claim.requests().size(); request++) {
                List<Alternative> alternatives = claim.requests().get(request).alternatives();
                List<FitFact> lacking = new ArrayList<>();
                for (Alternative alternative : alternatives) {
                    ConstraintAttribute.lacking(
                                    constraint,
                                    new RequestedDevices(claim, request, alternative, null),
                                    scheduled.funnel(fleet.nodes(), alternative).devices())
                            .ifPresent(lacking::add);
                }
                facts.addAll(lacking.size() == alternatives.size() ? lacking : List.of());
            }
        }
        return facts;
    }

    /** The claims that the pod names, or that were created for it, as far as they exist. */
    public List<Claim> claims(Pod pod) {
        return scheduled.plugin().claims(pod).entries().stream()
                .filter(entry -> entry.kind().equals("ResourceClaim"))
                .flatMap(entry -> Stream.ofNullable(entry.claim()))
                .toList();
    }
}
