package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.fleet.PodGroups;
import dev.drawbridge.fleet.Quota;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why an object that creates pods is pending: its pods are, or it creates none. */
record WorkloadWhy(PodWhy pods, ClusterSnapshot snapshot) {

    private static final Set<SnapshotKind> MAKERS = Set.of(
            SnapshotKind.DEPLOYMENT,
            SnapshotKind.REPLICA_SET,
            SnapshotKind.STATEFUL_SET,
            SnapshotKind.DAEMON_SET,
            SnapshotKind.JOB);

    private static final ClusterFinding SILENT = Cause.UNKNOWN.found("its controller has reported nothing about pods");

    List<Diagnosis> of(StoredObject object) {
        List<StoredObject> owned = object.kind() == SnapshotKind.POD_GROUP
                ? PodGroupCheck.pods(snapshot, object)
                : snapshot.allOwned(object.uid());
        List<Diagnosis> found = new ArrayList<>(pending(owned));
        withoutPods(object, owned).ifPresent(found::add);
        if (!found.isEmpty()) {
            return Diagnosis.merged(found);
        }
        long running = running(owned);
        if (running == 0 && wanted(object) > 0 && snapshot.sees(SnapshotKind.POD)) {
            return List.of(notCreated(object, wanted(object), List.of(SILENT)));
        }
        Diagnosis.State idle = end(object).isEmpty() ? Diagnosis.State.UNUSED : Diagnosis.State.ENDED;
        Diagnosis.State state = running == 0 ? idle : Diagnosis.State.SCHEDULED;
        String detail = running == 0 ? idle(object) : Printable.count(running, "pod") + " scheduled";
        return List.of(Diagnosis.of(snapshot, object, state, detail, List.of()));
    }

    private static String idle(StoredObject object) {
        String ended = end(object);
        return !ended.isEmpty()
                ? ended
                : object.status().has("desiredNumberScheduled")
                        ? "has no pods: its nodeSelector, affinity and tolerations select no node"
                        : "has no pods, and needs none";
    }

    /** How a Job has ended, or ends once its pods have; empty for other objects. */
    private static String end(StoredObject object) {
        return Stream.of("Complete", "Failed", "SuccessCriteriaMet", "FailureTarget")
                .filter(type -> object.kind() == SnapshotKind.JOB && object.isTrue(type))
                .map(type -> type + ": "
                        + Printable.of(object.condition(type).string("reason") + ": "
                                + object.condition(type).string("message")))
                .findFirst()
                .orElse("");
    }

    List<Diagnosis> ofPods(String subject, List<StoredObject> owned) {
        List<Diagnosis> found = new ArrayList<>(pending(owned));
        owned.stream()
                .filter(object -> MAKERS.contains(object.kind()))
                .forEach(object ->
                        withoutPods(object, snapshot.allOwned(object.uid())).ifPresent(found::add));
        long pods = running(owned);
        Diagnosis.State state = pods == 0 ? Diagnosis.State.UNUSED : Diagnosis.State.SCHEDULED;
        String detail = Printable.count(pods, "pod") + " scheduled";
        return found.isEmpty()
                ? List.of(new Diagnosis(subject, subject, state, null, detail, List.of(), null, List.of()))
                : Diagnosis.merged(found);
    }

    private static long running(List<StoredObject> owned) {
        return owned.stream().filter(WorkloadWhy::isRunning).count();
    }

    private List<Diagnosis> pending(List<StoredObject> owned) {
        return owned.stream()
                .filter(object -> object.kind() == SnapshotKind.POD && !object.hasEnded())
                .map(pods::of)
                .filter(Diagnosis::isOpen)
                .toList();
    }

    private static boolean isRunning(StoredObject object) {
        return object.kind() == SnapshotKind.POD && !object.isBeingDeleted() && !object.hasEnded();
    }

    /** The diagnoses of all objects with fewer pods than they should have. */
    List<Diagnosis> withoutPods(@Nullable String namespace) {
        List<Diagnosis> found = new ArrayList<>();
        for (SnapshotKind kind : MAKERS) {
            for (StoredObject object : snapshot.all(kind)) {
                boolean isOwned =
                        object.owners().stream().anyMatch(owner -> owner.kind().equals("Deployment"));
                if (!isOwned && (namespace == null || namespace.equals(object.namespace()))) {
                    withoutPods(object, snapshot.allOwned(object.uid())).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    private Diagnosis notCreated(StoredObject object, long missing, List<ClusterFinding> findings) {
        String detail = Printable.count(missing, "pod") + " not created";
        return Diagnosis.of(snapshot, object, Diagnosis.State.PENDING, detail, findings);
    }

    /** The reason why it has fewer pods than desired; empty if it has enough, or that is unknown. */
    private Optional<Diagnosis> withoutPods(StoredObject object, List<StoredObject> owned) {
        long missing = wanted(object) - running(owned);
        if (!snapshot.sees(SnapshotKind.POD) || missing <= 0) {
            return Optional.empty();
        }
        List<ClusterFinding> findings = new ArrayList<>(GateCheck.find(snapshot, object));
        if (object.spec().isTrue("suspend") && findings.isEmpty()) {
            findings.add(Cause.SUSPENDED.found("spec.suspend is true"));
        }
        if (findings.isEmpty()) {
            findings.addAll(failures(object, owned));
        }
        if (object.kind() == SnapshotKind.POD_GROUP) {
            findings.add(PodGroupCheck.tooFew(object, running(owned)));
        }
        if (findings.isEmpty() && object.spec().isTrue("paused")) {
            findings.add(Cause.SUSPENDED
                    .found("spec.paused is true")
                    .advising("kubectl rollout resume deployment/" + object.name() + " -n " + object.namespace()));
        }
        if (findings.isEmpty()) {
            findings.addAll(earlier(object, owned));
        }
        if (findings.isEmpty() && running(owned) == 0) {
            // They explain why its pods would be pending, and not why there are none.
            findings.addAll(pods.ofTemplate(object.ofTemplate()));
            findings.addAll(findings.isEmpty() ? List.of() : List.of(SILENT));
        }
        return findings.isEmpty() ? Optional.empty() : Optional.of(notCreated(object, missing, findings));
    }

    /** The first pod of a StatefulSet that is not ready, or the failed pods of a Job: the next one is created later. */
    private static List<ClusterFinding> earlier(StoredObject object, List<StoredObject> owned) {
        long failed = object.kind() == SnapshotKind.JOB
                ? Fields.integer(object.status().get("failed"), 0)
                : 0;
        if (failed > 0) {
            return List.of(Cause.EARLIER_POD
                    .found(Printable.count(failed, "pod") + " failed: the next one is created after a back-off of up to"
                            + " 10 minutes")
                    .advising(owned.stream()
                                    .filter(StoredObject::hasEnded)
                                    .filter(pod -> pod.status().string("phase").equals("Failed"))
                                    .findFirst()
                                    .map(pod -> "kubectl logs " + pod.name() + " -n " + pod.namespace())
                                    .orElse("see the log and the status of the failed pods")
                            + "; the Job fails after "
                            + Fields.integer(object.spec().get("backoffLimit"), 6) + " (spec.backoffLimit)"));
        }
        List<StoredObject> ending =
                owned.stream().filter(pod -> EndCheck.isReplaced(pod, object)).toList();
        if (!ending.isEmpty()) {
            return List.of(Cause.EARLIER_POD
                    .found("pod " + ending.get(0).key() + " is being deleted: the StatefulSet creates the next pod of"
                            + " this name when it is gone")
                    .advising(SchedulerCheck.ending(ending)));
        }
        return object.kind() != SnapshotKind.STATEFUL_SET
                        || object.spec().string("podManagementPolicy").equals("Parallel")
                ? List.of()
                : owned.stream()
                        .filter(each -> isRunning(each) && !each.isTrue("Ready"))
                        .map(each -> Cause.EARLIER_POD
                                .found("pod " + each.key() + " is not ready")
                                .advising("drawbridge why pod/" + each.name() + " -n " + each.namespace()
                                        + ", or create the StatefulSet with podManagementPolicy Parallel"))
                        .limit(1)
                        .toList();
    }

    private static long wanted(StoredObject object) {
        ObjectValue spec = object.spec();
        return switch (object.kind()) {
            case JOB -> {
                long parallel = Fields.integer(spec.get("parallelism"), 1);
                long open = Fields.integer(spec.get("completions"), parallel)
                        - Fields.integer(object.status().get("succeeded"), 0);
                yield end(object).isEmpty() ? Math.max(0, Math.min(parallel, open)) : 0;
            }
            case DAEMON_SET -> Fields.integer(object.status().get("desiredNumberScheduled"), 0);
            case DEPLOYMENT, REPLICA_SET, STATEFUL_SET -> Fields.integer(spec.get("replicas"), 1);
            case POD_GROUP -> PodGroups.needed(object.object());
            default -> 0;
        };
    }

    /** The first message of its conditions and events, or of its ReplicaSets', about pods that could not be created. */
    private List<ClusterFinding> failures(StoredObject object, List<StoredObject> owned) {
        List<StoredObject> makers = new ArrayList<>(List.of(object));
        owned.stream().filter(each -> MAKERS.contains(each.kind())).forEach(makers::add);
        List<String> messages = new ArrayList<>();
        for (StoredObject maker : makers) {
            ObjectValue failure = maker.condition("ReplicaFailure");
            if (failure.string("status").equals("True")) {
                messages.add(failure.string("message"));
            }
            snapshot.events(maker).stream()
                    .filter(event -> event.reason().equals("FailedCreate"))
                    .limit(1)
                    .map(ClusterEvent::message)
                    .forEach(messages::add);
        }
        return messages.stream()
                .limit(1)
                .map(message -> failure(object, message))
                .toList();
    }

    private static ClusterFinding failure(StoredObject object, String message) {
        if (Quota.isExceeded(message)) {
            return Cause.QUOTA.found("a ResourceQuota does not allow more pods", message);
        }
        if (message.contains("resourceClaims[") && message.contains("must specify one of")) {
            // A webhook that decodes pods with an old version of the API drops the names: kubernetes#131877.
            List<ObjectValue> claims = object.spec()
                    .object("template")
                    .object("spec")
                    .list("resourceClaims")
                    .objects();
            boolean isNamed = !claims.isEmpty()
                    && claims.stream()
                            .allMatch(
                                    claim -> claim.has("resourceClaimName") || claim.has("resourceClaimTemplateName"));
            return isNamed
                    ? Cause.POD_REFUSED
                            .found("creating pods fails: a mutating webhook removes the names of their claims", message)
                            .advising("upgrade the webhook: see kubectl get mutatingwebhookconfigurations")
                    : Cause.SOURCE_FIELD.found("an entry of resourceClaims names neither claim nor template", message);
        }
        return Cause.POD_REFUSED.found("creating pods fails", message);
    }
}
