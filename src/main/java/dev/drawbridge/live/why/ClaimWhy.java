package dev.drawbridge.live.why;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;

/** Explains why a claim is pending: it is allocated when a pod that uses it is scheduled. */
record ClaimWhy(PodWhy pods, ClusterSnapshot snapshot, Fit fit) {

    List<Diagnosis> of(StoredObject object) {
        Claim claim = snapshot.fleet().claimsByName().get(object.key());
        if (object.isBeingDeleted()) {
            return List.of(Diagnosis.of(
                    snapshot, object, Diagnosis.State.PENDING, "", List.of(ClaimCheck.beingDeleted(object)), null));
        }
        List<AllocatedDevice> devices = claim == null ? null : claim.allocation();
        if (claim != null && devices != null) {
            String held = String.join(
                    ", ", devices.stream().map(device -> device.id().toString()).toList());
            boolean isUsed = !claim.consumers().isEmpty();
            return List.of(Diagnosis.of(
                    snapshot,
                    object,
                    isUsed ? Diagnosis.State.SCHEDULED : Diagnosis.State.UNUSED,
                    "allocated: " + held
                            + (isUsed ? "; used by " + SchedulerCheck.names(claim.consumers()) : "; no pod uses it"),
                    List.of(),
                    null));
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
            return Diagnosis.of(snapshot, object, Diagnosis.State.PENDING, detail, List.of(), null);
        }
        Manifest manifest = new Manifest("", "", object.object(), object.apiVersion(), "ResourceClaim");
        List<FitResult> fits =
                Workloads.of(List.of(manifest), "default").stream().map(fit::of).toList();
        ClusterFinding unused = ClusterFinding.of(Cause.NO_POD, "no pod names the claim");
        ClusterFinding found = fits.isEmpty() ? unused : unused.then("it " + FitAnswers.sentence(fits.get(0)));
        return Diagnosis.of(snapshot, object, Diagnosis.State.PENDING, "", List.of(found), null);
    }
}
