package dev.drawbridge.live.why;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.live.BugSigns;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.PatchVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why pods are pending. */
final class PodWhy {

    /** Finds causes of one sort; cannot decide without these kinds. */
    private record Check(List<SnapshotKind> needs, Function<PendingPod, List<ClusterFinding>> find) {}

    /** Causes that may end by themselves if the devices are free. */
    private static final Set<Cause> TRANSIENT = Set.of(Cause.NOT_TRIED, Cause.UNKNOWN, Cause.CLAIM_NOT_CREATED);

    private final List<Check> beforeNode = List.of(
            new Check(List.of(), GateCheck::find),
            new Check(List.of(), new PodGroupCheck()::find),
            new Check(List.of(), ClaimCheck::find),
            new Check(List.of(), SchedulerCheck::ofAllNodes),
            new Check(List.of(SnapshotKind.RESOURCE_CLAIM), AllocationCheck::find),
            new Check(PendingPod.OF_DEVICES, DeviceCheck::find),
            new Check(List.of(), AutoscalerCheck::find),
            new Check(List.of(), SchedulerCheck::find));

    /** Causes that the scheduler reports as its failure, too. */
    private static final Set<RuleText.Row> EXPLAINED = Set.of(Cause.EXPRESSION_FAILS, Cause.CLAIM_TWICE);

    private final ClusterSnapshot snapshot;
    private final Fit fit;
    private @Nullable List<Map.Entry<KnownBug, String>> panics;

    PodWhy(ClusterSnapshot snapshot, Fit fit) {
        this.snapshot = snapshot;
        this.fit = fit;
    }

    Diagnosis of(StoredObject pod) {
        String node = pod.node();
        if (pod.hasEnded() || pod.isBeingDeleted()) {
            String detail = pod.isBeingDeleted()
                    ? "is being deleted" + Ages.since(pod.deleted(), snapshot)
                    : Stream.of("phase", "reason", "message")
                            .map(pod.status()::string)
                            .filter(text -> !text.isEmpty())
                            .map(Printable::of)
                            .collect(Collectors.joining(": "));
            Diagnosis.State state = pod.hasEnded() ? Diagnosis.State.ENDED : Diagnosis.State.TERMINATING;
            List<ClusterFinding> ended = new ArrayList<>(ended(pod));
            if (!pod.hasEnded()) {
                ended.addAll(
                        evicted(fit.evictions(PendingPod.of(snapshot, fit, pod).workload())));
            }
            return Diagnosis.of(snapshot, pod, state, detail, ended);
        }
        PendingPod pending = PendingPod.of(snapshot, fit, pod);
        if (!node.isEmpty()) {
            List<ClusterFinding> failed = new ArrayList<>(StartCheck.find(pending));
            boolean isStarted = failed.isEmpty() || !StartCheck.isPending(pod);
            String detail = isStarted
                    ? "on node " + node + StartCheck.progress(pod)
                            + (failed.isEmpty() ? pending.withoutDevices() : List.<String>of())
                                    .stream().map(line -> "; " + line).collect(Collectors.joining())
                    : "scheduled to node " + node + ", not started";
            failed.addAll(evicted(fit.evictions(pending.workload())));
            Diagnosis.State state = isStarted ? Diagnosis.State.SCHEDULED : Diagnosis.State.PENDING;
            return Diagnosis.of(snapshot, pod, state, detail, failed);
        }
        Set<ClusterFinding> findings = new LinkedHashSet<>();
        Set<SnapshotKind> unseen = new LinkedHashSet<>();
        beforeNode.forEach(check ->
                check.needs.stream().filter(kind -> !snapshot.sees(kind)).forEach(unseen::add));
        for (Check check : beforeNode) {
            if (check.needs.stream().allMatch(snapshot::sees)) {
                Set<RuleText.Row> earlier =
                        findings.stream().map(ClusterFinding::rule).collect(Collectors.toSet());
                check.find.apply(pending).stream()
                        .filter(finding -> finding.rule() == Cause.KNOWN_BUG
                                || !SchedulerCheck.OF_PLUGIN.contains(finding.rule())
                                || !earlier.contains(finding.rule()))
                        .forEach(findings::add);
            } else {
                // What comes after it may not be the cause.
                findings.add(unknown(pending, unseen));
            }
        }
        // What the scheduler says of its own failure is known, even if the decision is not.
        if (unseen.isEmpty()
                && findings.stream().anyMatch(finding -> SchedulerCheck.OF_PLUGIN.contains(finding.rule()))) {
            findings.removeIf(finding -> finding.rule() == Cause.UNKNOWN);
        }
        if (findings.stream().anyMatch(finding -> EXPLAINED.contains(finding.rule()))) {
            findings.removeIf(finding -> finding.rule() == Cause.SCHEDULER_ERROR);
        }
        // Without a node with devices, the driver has nothing to publish.
        if (findings.stream().anyMatch(finding -> finding.rule() == Cause.AUTOSCALER)) {
            findings.removeIf(finding -> finding.rule() == Cause.DRIVER_GONE);
        }
        if (findings.isEmpty()) {
            findings.add(unknown(pending, unseen));
        }
        List<ClusterFinding> all = new ArrayList<>(findings);
        if (unseen.isEmpty()) {
            // Of a pod that is evicted again and again, what it waits for now is not the cause.
            boolean isTransient = TRANSIENT.contains(all.get(0).rule())
                    && pending.fit().answer() == FitResult.Answer.FITS
                    && pending.events(ClaimCheck.FAILED).isEmpty();
            boolean isFirst = isTransient || all.get(0).rule() == Cause.DEVICES_TAKEN && isHeldByOwn(pending);
            all.addAll(isFirst ? 0 : all.size(), evicted(pending.fit().findings()));
        }
        // They do not keep the pod from nodes, and it runs without its devices then.
        all.set(0, all.get(0).adding(pending.withoutDevices()));
        return Diagnosis.of(snapshot, pod, Diagnosis.State.PENDING, "", all).withMessage(pending.schedulerMessage());
    }

    /** Whether only pods of the pod's own workload hold the devices that it would get. */
    private boolean isHeldByOwn(PendingPod pod) {
        FitResult.Example example = pod.fit().example();
        return example != null
                && !example.holders().isEmpty()
                && example.holders().stream()
                        .allMatch(claim -> snapshot.podsWith(claim).stream()
                                .anyMatch(other -> other.owners().stream()
                                        .anyMatch(pod.object().owners()::contains)));
    }

    /** What ends the pod again once it is scheduled. */
    private static List<ClusterFinding> evicted(List<FitCause> findings) {
        return findings.stream()
                .filter(finding ->
                        finding.kind() == FitCause.Kind.EVICTED || finding.kind() == FitCause.Kind.EVICTED_FROM_NODE)
                .map(finding -> (finding.kind() == FitCause.Kind.EVICTED ? Cause.DEVICE_TAINTED : Cause.NOT_DRA)
                        .found(finding.text()))
                .toList();
    }

    /** What keeps pods that do not exist yet from nodes: their claims, and devices. */
    List<ClusterFinding> ofTemplate(StoredObject pod) {
        PendingPod pending = PendingPod.of(snapshot, fit, pod);
        List<ClusterFinding> findings = new ArrayList<>();
        if (pending.needsDevices() && snapshot.sees(SnapshotKind.RESOURCE_CLAIM_TEMPLATE)) {
            ClaimCheck.find(pending).stream()
                    .filter(finding -> finding.rule() != Cause.CLAIM_NOT_CREATED)
                    .forEach(findings::add);
        }
        if (findings.isEmpty()
                && pending.needsDevices()
                && PendingPod.OF_DEVICES.stream().allMatch(snapshot::sees)) {
            findings.addAll(DeviceCheck.find(pending));
        }
        return findings;
    }

    /** What keeps a pod that is being deleted, or the bug by which the kubelet refused it. */
    private List<ClusterFinding> ended(StoredObject pod) {
        PatchVersion kubelet = snapshot.kubelet(pod.node());
        String message = pod.status().string("message");
        KnownBug bug = pod.isBeingDeleted() || !pod.status().has("extendedResourceClaimStatus")
                ? null
                : KnownBug.inMessage(KubernetesComponent.KUBELET, message, kubelet);
        return bug == null ? EndCheck.find(snapshot, fit, pod) : List.of(bug.finding(Cause.KNOWN_BUG, "", kubelet));
    }

    private ClusterFinding unknown(PendingPod pod, Set<SnapshotKind> unseen) {
        String message = pod.schedulerMessage();
        if (!unseen.isEmpty()) {
            return SchedulerCheck.without(unseen, message);
        }
        ClusterFinding panic = panic(pod);
        if (message == null && panic != null) {
            return panic;
        }
        if (message == null) {
            return Cause.NOT_TRIED
                    .found("scheduler " + pod.schedulerName() + " has reported nothing about the pod")
                    .then(pod.needsDevices() ? sentence(pod.fit()) : null);
        }
        if (pod.fit().answer() != FitResult.Answer.FITS) {
            return Cause.UNKNOWN
                    .found("the pod has no node yet: " + pod.fit().headline("cluster"))
                    .noting(DeviceCheck.lines(pod.fit().causes()));
        }
        return Cause.UNKNOWN.found(
                "the claims can be allocated now, but the pod has no node yet",
                sentence(pod.fit()),
                pod.isWithoutDevices()
                        ? "the scheduler found none when it tried; if that does not end, set --kubernetes (decided as "
                                + fit.release() + " does) and --feature-gates to those of the scheduler"
                        : "the scheduler tries again when something changes, and at the latest after 5 minutes");
    }

    /** A known bug by which a claim of another pod makes the scheduler of all of them panic; null if there is none. */
    private @Nullable ClusterFinding panic(PendingPod pod) {
        if (panics == null) {
            panics = snapshot.fleet().claimsByName().values().stream()
                    .flatMap(claim -> BugSigns.of(claim, fit).entrySet().stream()
                            .filter(any -> snapshot.podsWith(claim.toString()).stream()
                                    .anyMatch(other -> other.node().isEmpty())))
                    .toList();
        }
        return !pod.schedulerName().equals(PendingPod.DEFAULT_SCHEDULER) || panics.isEmpty()
                ? null
                : SchedulerCheck.ofBug(
                        panics.get(0).getKey(), pod, panics.get(0).getValue());
    }

    /** Where the workload fits: of all that the scheduler checks, only devices and the choice of nodes are known. */
    static String sentence(FitResult result) {
        String nodes = result.now().isEmpty()
                ? result.freed().isEmpty() ? "" : ": " + SchedulerCheck.names(result.freed())
                : ": " + SchedulerCheck.names(result.now());
        return switch (result.answer()) {
            case FITS ->
                "devices are free now on " + result.now().size() + " of " + Printable.count(result.nodes(), "node")
                        + nodes + "; CPU, memory and topology are not checked";
            case FITS_WHEN_FREED, BLOCKED -> "it " + result.headline("cluster") + nodes;
            case INVALID -> result.headline("cluster");
            case UNKNOWN -> "it may fit: some facts are unknown";
            case NEVER, ERROR -> "it does not fit either: something else is in the way, too";
        };
    }
}
