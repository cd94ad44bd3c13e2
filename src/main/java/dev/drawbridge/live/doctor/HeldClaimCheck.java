package dev.drawbridge.live.doctor;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Owner;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.live.BugSigns;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.Evictions;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.live.why.Ages;
import dev.drawbridge.live.why.ClaimCheck;
import dev.drawbridge.schema.FeatureGates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks for claims that hold devices without a consumer, hold missing devices, or are never deleted. */
final class HeldClaimCheck {

    static List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (StoredObject object : patient.snapshot().all(SnapshotKind.RESOURCE_CLAIM)) {
            Claim claim = patient.fleet().claimsByName().get(object.key());
            if (object.isBeingDeleted()) {
                stuck(object, patient, findings);
            }
            if (claim == null) {
                continue;
            }
            List<AllocatedDevice> devices = claim.allocation();
            if (!object.isBeingDeleted() && devices != null) {
                unused(object, claim, devices.size(), patient, findings);
            }
            Stream.ofNullable(patient.snapshot().lost(claim))
                    .forEach(lost -> findings.add(DoctorRule.DEVICE_GONE.about(object.toString(), lost)));
            Stream.ofNullable(claim.unreadable())
                    .forEach(why -> findings.add(DoctorRule.SELECTOR_UNREADABLE.about(object.toString(), why)));
        }
        findings.addAll(heldTwice(patient));
        for (Claim claim : patient.fleet().claimsByName().values()) {
            SchedulerVersion version = patient.fit().scheduler();
            BugSigns.of(claim, patient.fit())
                    .forEach((bug, sign) ->
                            findings.add(bug.finding(DoctorRule.KNOWN_BUG, "ResourceClaim " + claim, version)
                                    .noting(List.of(sign))));
        }
        findings.addAll(tainted(patient));
        return findings;
    }

    private static List<ClusterFinding> heldTwice(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        Map<DeviceId, Claim> holders = new HashMap<>();
        for (Claim claim : patient.fleet().holders()) {
            for (AllocatedDevice device : claim.held()) {
                Claim other = device.isShared() ? null : holders.putIfAbsent(device.id(), claim);
                if (other != null && other != claim) {
                    findings.add(DoctorRule.DEVICE_HELD_TWICE
                            .about(
                                    "ResourceClaim " + claim,
                                    "holds device " + device.id() + ", which ResourceClaim " + other + " holds, too")
                            .noting(KnownBug.DEVICE_TWICE.perhaps(patient.fit().scheduler())));
                }
            }
        }
        return findings;
    }

    /** Claims with devices whose NoExecute taint ends their pods: in a loop, or though they should have ended. */
    private static List<ClusterFinding> tainted(Patient patient) {
        FeatureGates gates = patient.fit().gatesOfTaintRules();
        List<ClusterFinding> findings = new ArrayList<>();
        for (Evictions.Eviction eviction : Evictions.of(patient.snapshot(), patient.fleet(), patient.release(), gates)
                .values()) {
            Claim claim = eviction.claim();
            List<@Nullable StoredObject> pods = new ArrayList<>();
            claim.pods().forEach(pod -> pods.add(patient.snapshot().find(SnapshotKind.POD, claim.namespace(), pod)));
            String device = "holds device " + eviction.device() + ", which is tainted " + eviction.taint();
            boolean isAgain =
                    pods.stream().anyMatch(pod -> pod != null && !pod.owners().isEmpty());
            if (eviction.isTolerated() && eviction.endsPods() && isAgain) {
                findings.add(DoctorRule.EVICTION_LOOP.about(
                        "ResourceClaim " + claim,
                        device + ": its pods are " + eviction.effect() + ", and the next ones may get it again"));
            } else if (eviction.seconds() < 0
                    && eviction.endsPods()
                    && patient.isLongAgo(claim.stored().allocatedAt())
                    && pods.stream().anyMatch(pod -> pod == null || !pod.isBeingDeleted() && !pod.hasEnded())) {
                findings.add(DoctorRule.TAINTED_DEVICE_HELD.about("ResourceClaim " + claim, device));
            }
        }
        return findings;
    }

    private static void stuck(StoredObject object, Patient patient, List<ClusterFinding> findings) {
        if (patient.isLongAgo(object.deleted())) {
            List<ObjectValue> users = object.status().list("reservedFor").objects();
            String finalizers =
                    String.join(", ", object.metadata().list("finalizers").texts());
            String problem = "is being deleted" + Ages.since(object.deleted(), patient.snapshot()) + "; finalizers: "
                    + finalizers
                    + (users.isEmpty() ? "" : "; reserved for " + users.get(0).string("name"));
            String advice = ClaimCheck.beingDeleted(object, patient.snapshot()).advice();
            findings.add(
                    DoctorRule.CLAIM_STUCK.about(object.toString(), problem).advising(advice));
        }
    }

    private static void unused(
            StoredObject object, Claim claim, int devices, Patient patient, List<ClusterFinding> findings) {
        ClusterSnapshot snapshot = patient.snapshot();
        Instant since = claim.stored().allocatedAt();
        if (!patient.isLongAgo(since) || snapshot.isUsed(claim)) {
            return;
        }
        String reserved = claim.consumers().isEmpty()
                ? "not reserved for a pod"
                : "reserved for " + claim.consumers().get(0) + ", which "
                        + snapshot.gone(
                                claim.namespace(), claim.pods().iterator().next());
        Owner owner = object.owners().stream().findFirst().orElse(null);
        findings.add(DoctorRule.CLAIM_UNUSED.about(
                object.toString(),
                "holds " + Printable.count(devices, "device") + Ages.since(since, snapshot) + ", but is " + reserved
                        + (owner == null ? "; no owner" : "; owner " + owner.kind() + " " + owner.name())));
    }
}
