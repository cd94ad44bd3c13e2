package dev.drawbridge.live.why;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Owner;
import dev.drawbridge.live.BugSigns;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why pods, and objects that create pods, are pending. */
public final class Why {

    /** A pod of a claim. */
    private static final String POD = """
            {"metadata": {"name": "pod", "namespace": "%s"}, "spec": {
             "resourceClaims": [{"name": "claim", "resourceClaimName": "%s"}],
             "containers": [{"name": "main", "resources": {"claims": [{"name": "claim"}]}}]}}
            """;

    private final List<PodCheck> beforeNode = List.of(
            new GateCheck(),
            new ClaimCheck(),
            new PodGroupCheck(),
            new AllocationCheck(),
            new DeviceCheck(),
            new AutoscalerCheck(),
            new SchedulerCheck());

    /** Causes by an error of the scheduler's plugin for devices. */
    private static final Set<RuleText.Row> OF_SCHEDULER =
            Set.of(Cause.SCHEDULER_ERROR, Cause.POOL_INCOMPLETE, Cause.QUOTA, Cause.KNOWN_BUG);

    /** Causes that the scheduler reports as its failure, too. */
    private static final Set<RuleText.Row> EXPLAINED = Set.of(Cause.EXPRESSION_FAILS, Cause.CLAIM_TWICE);

    private static final PodCheck ON_NODE = new StartCheck();

    private final ClusterSnapshot snapshot;
    private final Fit fit;
    private @Nullable List<Map.Entry<KnownBug, String>> panics;

    /** Creates explanations for a cluster, with the decisions of its scheduler. */
    public Why(ClusterSnapshot snapshot, Fit fit) {
        this.snapshot = snapshot;
        this.fit = fit;
    }

    /** The diagnoses of an object. */
    public List<Diagnosis> of(StoredObject object) {
        return switch (object.kind()) {
            case POD -> List.of(ofPod(object));
            case RESOURCE_CLAIM -> new ClaimWhy(this, snapshot, fit).of(object);
            default -> new WorkloadWhy(this, snapshot).of(object);
        };
    }

    /** The diagnoses of the pods owned by an object of an unread kind, by its uid. */
    public List<Diagnosis> ofPods(String subject, String uid) {
        return new WorkloadWhy(this, snapshot).ofPods(subject, snapshot.allOwned(uid));
    }

    /** The first cause for which a pod of a claim without devices would wait for them; null if it would not. */
    public @Nullable Cause ofDevices(Claim claim) {
        ObjectValue object = (ObjectValue) ((Document) JsonReader.withoutPositions(ReadLimits.DEFAULT)
                        .read(POD.formatted(claim.namespace(), claim.name()).getBytes(StandardCharsets.UTF_8)))
                .value();
        PendingPod pod = new PendingPod(snapshot, fit, StoredObject.of(SnapshotKind.POD, "v1", object));
        return new DeviceCheck()
                .find(pod).stream()
                        .map(finding -> (Cause) finding.rule())
                        .findFirst()
                        .orElse(pod.fit().answer() == FitResult.Answer.UNKNOWN ? Cause.UNKNOWN : null);
    }

    /** The diagnoses of everything pending; {@code namespace} is null for all. */
    public List<Diagnosis> all(@Nullable String namespace) {
        List<Diagnosis> found = new ArrayList<>();
        for (StoredObject pod : snapshot.all(SnapshotKind.POD)) {
            if ((namespace == null || namespace.equals(pod.namespace())) && StartCheck.isPending(pod)) {
                Diagnosis diagnosis = ofPod(pod);
                if (diagnosis.state() == Diagnosis.State.PENDING) {
                    found.add(diagnosis);
                }
            }
        }
        found.addAll(new WorkloadWhy(this, snapshot).withoutPods(namespace));
        return merged(found);
    }

    /** The diagnoses with equal ones merged. */
    static List<Diagnosis> merged(List<Diagnosis> all) {
        List<Diagnosis> firsts = new ArrayList<>();
        List<List<String>> others = new ArrayList<>();
        Map<List<Object>, Integer> places = new HashMap<>();
        for (Diagnosis diagnosis : all) {
            Integer known = diagnosis.likenesses().stream()
                    .map(places::get)
                    .filter(place -> place != null)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
            if (known != null) {
                others.get(known).add(diagnosis.subject());
                continue;
            }
            diagnosis.likenesses().forEach(likeness -> places.putIfAbsent(likeness, firsts.size()));
            firsts.add(diagnosis);
            others.add(new ArrayList<>(diagnosis.alike()));
        }
        List<Diagnosis> merged = new ArrayList<>();
        for (int i = 0; i < firsts.size(); i++) {
            merged.add(firsts.get(i).withAlike(others.get(i)));
        }
        return merged;
    }

    Diagnosis ofPod(StoredObject pod) {
        String phase = pod.status().string("phase");
        String node = pod.spec().string("nodeName");
        if (pod.hasEnded() || pod.isBeingDeleted()) {
            String detail = pod.isBeingDeleted()
                    ? "is being deleted" + Ages.since(pod.deleted(), snapshot)
                    : Stream.of(
                                    phase,
                                    pod.status().string("reason"),
                                    pod.status().string("message"))
                            .filter(text -> !text.isEmpty())
                            .map(Printable::of)
                            .collect(Collectors.joining(": "));
            return diagnosis(pod, Diagnosis.State.ENDED, detail, List.of(), null);
        }
        PendingPod pending = new PendingPod(snapshot, fit, pod);
        if (!node.isEmpty()) {
            List<ClusterFinding> failed = ON_NODE.find(pending);
            boolean isStarted = failed.isEmpty() || !StartCheck.isPending(pod);
            String detail = isStarted
                    ? "on node " + node + StartCheck.progress(pod)
                    : "scheduled to node " + node + ", not started";
            return diagnosis(
                    pod, isStarted ? Diagnosis.State.SCHEDULED : Diagnosis.State.PENDING, detail, failed, null);
        }
        Set<ClusterFinding> findings = new LinkedHashSet<>();
        Set<SnapshotKind> unseen = new LinkedHashSet<>();
        beforeNode.forEach(check ->
                check.needs().stream().filter(kind -> !snapshot.sees(kind)).forEach(unseen::add));
        for (PodCheck check : beforeNode) {
            if (check.needs().stream().allMatch(snapshot::sees)) {
                findings.addAll(check.find(pending));
            } else {
                // What comes after it may not be the cause.
                findings.add(unknown(pending, unseen));
            }
        }
        // What the scheduler says of its own failure is known, even if the decision is not.
        if (unseen.isEmpty() && findings.stream().anyMatch(finding -> OF_SCHEDULER.contains(finding.rule()))) {
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
        return diagnosis(pod, Diagnosis.State.PENDING, "", List.copyOf(findings), pending.schedulerMessage());
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
            return ClusterFinding.of(
                            Cause.NOT_TRIED, "scheduler " + pod.schedulerName() + " has reported nothing about the pod")
                    .then("it " + FitAnswers.sentence(pod.fit()));
        }
        return ClusterFinding.of(
                Cause.UNKNOWN,
                "the claims can be allocated now, but the pod has no node yet",
                "it " + FitAnswers.sentence(pod.fit()),
                "the scheduler tries again when something changes, and at the latest after 5 minutes");
    }

    /** A known bug by which a claim of another pod makes the scheduler of all of them panic; null if there is none. */
    private @Nullable ClusterFinding panic(PendingPod pod) {
        if (panics == null) {
            panics = snapshot.fleet().claimsByName().values().stream()
                    .flatMap(claim -> BugSigns.of(claim, fit).entrySet().stream()
                            .filter(any -> snapshot.podsWith(claim.toString()).stream()
                                    .anyMatch(other ->
                                            other.spec().string("nodeName").isEmpty())))
                    .toList();
        }
        return !pod.schedulerName().equals(PendingPod.DEFAULT_SCHEDULER) || panics.isEmpty()
                ? null
                : SchedulerCheck.ofBug(
                        panics.get(0).getKey(), pod, panics.get(0).getValue());
    }

    Diagnosis diagnosis(
            StoredObject object,
            Diagnosis.State state,
            String detail,
            List<ClusterFinding> findings,
            @Nullable String scheduler) {
        Instant created = object.created();
        String maker = object.owners().stream()
                .filter(Owner::isController)
                .map(owner -> owner.kind() + " " + object.namespace() + "/" + owner.name())
                .findFirst()
                .orElse(object.toString());
        return new Diagnosis(
                maker,
                object.toString(),
                state,
                created == null ? null : Duration.between(created, snapshot.time()),
                detail,
                findings,
                scheduler,
                List.of());
    }
}
