package dev.drawbridge.live.why;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains why pods, and objects that create pods, are pending. */
public final class Why {

    /** A pod of a claim. */
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

    /** The diagnoses of an object. */
    public List<Diagnosis> of(StoredObject object) {
        return switch (object.kind()) {
            case POD -> List.of(pods.of(object));
            case RESOURCE_CLAIM -> new ClaimWhy(pods, snapshot, fit).of(object);
            default -> new WorkloadWhy(pods, snapshot).of(object);
        };
    }

    /** The diagnoses of the pods owned by an object of an unread kind, by its uid. */
    public List<Diagnosis> ofPods(String subject, String uid) {
        return new WorkloadWhy(pods, snapshot).ofPods(subject, snapshot.allOwned(uid));
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
                Diagnosis diagnosis = pods.of(pod);
                if (diagnosis.state() == Diagnosis.State.PENDING) {
                    found.add(diagnosis);
                }
            }
        }
        found.addAll(new WorkloadWhy(pods, snapshot).withoutPods(namespace));
        return Diagnosis.merged(found);
    }
}
