package dev.drawbridge.live.why;

import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains why pods, and objects that create pods, are pending. */
public final class Why {

    private static final String POD = """
            {"metadata": {"name": "pod", "namespace": "%s"}, "spec": {
             "resourceClaims": [{"name": "claim", "resourceClaimName": "%s"}],
             "containers": [{"name": "main", "resources": {"claims": [{"name": "claim"}]}}]}}
            """;

    private final ClusterSnapshot snapshot;
    private final Fit fit;
    private final PodWhy pods;

    /** Creates explanations for a cluster, with the decisions of its scheduler. */
    public Why(ClusterSnapshot snapshot, Fit fit) {
        this.snapshot = snapshot;
        this.fit = fit;
        this.pods = new PodWhy(snapshot, fit);
    }

    public List<Diagnosis> of(StoredObject object) {
        return switch (object.kind()) {
            case POD -> List.of(pods.of(object));
            case RESOURCE_CLAIM -> ofClaim(object);
            default -> new WorkloadWhy(pods, snapshot).of(object);
        };
    }

    /** The diagnoses of the pods owned by an object of an unread kind, by its uid. */
    public List<Diagnosis> ofPods(String subject, String uid) {
        return new WorkloadWhy(pods, snapshot).ofPods(subject, snapshot.allOwned(uid));
    }

    /** The first cause for which a pod of a claim without devices would wait for them; null if it would not. */
    public @Nullable Cause ofDevices(Claim claim) {
        ObjectValue object = ObjectValue.orEmpty(JsonReader.withoutPositions(ReadLimits.DEFAULT)
                .read(POD.formatted(claim.namespace(), claim.name()).getBytes(StandardCharsets.UTF_8))
                .value());
        PendingPod pod = PendingPod.of(snapshot, fit, StoredObject.of(SnapshotKind.POD, "v1", object));
        return DeviceCheck.find(pod).stream()
                .map(finding -> (Cause) finding.rule())
                .findFirst()
                .orElse(pod.fit().answer() == FitResult.Answer.UNKNOWN ? Cause.UNKNOWN : null);
    }

    /** The diagnoses of everything pending; {@code namespace} is null for all. */
    public List<Diagnosis> all(@Nullable String namespace) {
        List<Diagnosis> found = new ArrayList<>();
        for (StoredObject pod : snapshot.all(SnapshotKind.POD)) {
            if ((namespace == null || namespace.equals(pod.namespace()))
                    && (StartCheck.isPending(pod) || pod.isBeingDeleted())) {
                Diagnosis diagnosis = pods.of(pod);
                if (diagnosis.isOpen() && diagnosis.state() != Diagnosis.State.SCHEDULED) {
                    found.add(diagnosis);
                }
            }
        }
        found.addAll(new WorkloadWhy(pods, snapshot).withoutPods(namespace));
        return Diagnosis.merged(found);
    }

    /** The diagnoses of a claim: it is allocated when a pod that uses it is scheduled. */
    private List<Diagnosis> ofClaim(StoredObject object) {
        Claim claim = snapshot.fleet().claimsByName().get(object.key());
        if (object.isBeingDeleted()) {
            ClusterFinding found = ClaimCheck.beingDeleted(object, snapshot);
            return List.of(Diagnosis.of(snapshot, object, Diagnosis.State.PENDING, "", List.of(found)));
        }
        List<AllocatedDevice> devices = claim == null ? null : claim.allocation();
        if (claim != null && devices != null) {
            String held = String.join(
                    ", ", devices.stream().map(device -> device.id().toString()).toList());
            String lost = snapshot.lost(claim);
            boolean isUsed = !claim.consumers().isEmpty();
            Diagnosis.State state = isUsed ? Diagnosis.State.SCHEDULED : Diagnosis.State.UNUSED;
            String detail = "allocated: " + held
                    + (isUsed ? "; used by " + SchedulerCheck.names(claim.consumers()) : "; no pod uses it")
                    + (lost == null ? "" : "; it " + lost);
            return List.of(Diagnosis.of(snapshot, object, state, detail, List.of()));
        }
        List<Diagnosis> ofPods = new ArrayList<>();
        for (StoredObject pod : snapshot.podsWith(object.key())) {
            Diagnosis diagnosis = pods.of(pod);
            if (diagnosis.isOpen()) {
                ofPods.add(diagnosis);
            }
        }
        return ofPods.isEmpty() ? List.of(unused(object)) : Diagnosis.merged(ofPods);
    }

    private Diagnosis unused(StoredObject object) {
        if (!snapshot.sees(SnapshotKind.POD, object.namespace())) {
            String detail = "the pods of namespace " + object.namespace() + " were not read";
            return Diagnosis.of(snapshot, object, Diagnosis.State.PENDING, detail, List.of());
        }
        List<FitResult> fits = Workloads.of(List.of(object.manifest()), "default").stream()
                .map(fit::of)
                .toList();
        ClusterFinding unused = Cause.NO_POD.found("no pod names the claim");
        ClusterFinding found = fits.isEmpty() ? unused : unused.then(PodWhy.sentence(fits.get(0)));
        return Diagnosis.of(snapshot, object, Diagnosis.State.PENDING, "", List.of(found));
    }
}
