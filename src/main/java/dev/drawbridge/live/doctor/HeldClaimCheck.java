package dev.drawbridge.live.doctor;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Owner;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.live.why.Ages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks for claims that hold devices without a consumer, hold missing devices, or are never deleted. */
final class HeldClaimCheck implements DoctorCheck {

    @Override
    public List<SnapshotKind> needs() {
        return List.of(SnapshotKind.RESOURCE_CLAIM);
    }

    @Override
    public List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        Set<DeviceId> known = new HashSet<>();
        patient.fleet()
                .slices()
                .forEach(slice -> slice.devices().stream().map(Device::id).forEach(known::add));
        boolean seesSlices = patient.snapshot().sees(SnapshotKind.RESOURCE_SLICE);
        for (StoredObject object : patient.snapshot().all(SnapshotKind.RESOURCE_CLAIM)) {
            Claim claim = patient.fleet().claimsByName().get(object.key());
            List<AllocatedDevice> devices = claim == null ? null : claim.allocation();
            if (object.isBeingDeleted()) {
                stuck(object, patient, findings);
            } else if (claim != null && devices != null) {
                unused(object, claim, devices.size(), patient, findings);
            }
            if (claim != null && devices != null && seesSlices) {
                devices.stream()
                        .filter(device -> !known.contains(device.id()))
                        .limit(1)
                        .forEach(gone -> findings.add(ClusterFinding.about(
                                DoctorRule.DEVICE_GONE,
                                object.toString(),
                                "holds device " + gone.id() + ", which is not in any ResourceSlice")));
            }
        }
        findings.addAll(heldTwice(patient));
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
                    findings.add(ClusterFinding.about(
                            DoctorRule.DEVICE_HELD_TWICE,
                            "ResourceClaim " + claim,
                            "holds device " + device.id() + ", which ResourceClaim " + other + " holds, too"));
                }
            }
        }
        return findings;
    }

    /** Claims in use with devices whose NoExecute taint they do not tolerate. */
    private static List<ClusterFinding> tainted(Patient patient) {
        Map<DeviceId, List<Taint>> taints = new HashMap<>();
        for (Slice slice : evicting(patient).slices()) {
            for (Device device : slice.devices()) {
                taints.put(
                        device.id(),
                        device.taints().stream()
                                .filter(taint -> taint.effect().equals("NoExecute"))
                                .toList());
            }
        }
        List<ClusterFinding> findings = new ArrayList<>();
        for (Claim claim : patient.fleet().holders()) {
            for (AllocatedDevice device : claim.consumers().isEmpty() ? List.<AllocatedDevice>of() : claim.held()) {
                taints.getOrDefault(device.id(), List.of()).stream()
                        .filter(taint -> !isTolerated(taint, claim, device))
                        .findFirst()
                        .ifPresent(taint -> findings.add(ClusterFinding.about(
                                DoctorRule.TAINTED_DEVICE_HELD,
                                "ResourceClaim " + claim,
                                "holds device " + device.id() + ", which is tainted " + taint)));
            }
        }
        return findings;
    }

    /** The fleet with the taints that evict pods: a rule without a selector never does. */
    private static Fleet evicting(Patient patient) {
        Fleet fleet = patient.fleet();
        return TaintRules.applied(
                fleet.withTaintRules(fleet.taintRules().stream()
                        .filter(rule -> rule.selector() != null)
                        .toList()),
                patient.release(),
                patient.fit().gatesOfTaintRules());
    }

    private static boolean isTolerated(Taint taint, Claim claim, AllocatedDevice device) {
        return claim.requests().stream()
                .flatMap(request -> request.alternatives().stream()
                        .filter(alternative -> request.fullName(alternative).equals(device.request())))
                .flatMap(alternative -> alternative.tolerations().stream())
                .anyMatch(toleration -> toleration.tolerates(taint));
    }

    private static void stuck(StoredObject object, Patient patient, List<ClusterFinding> findings) {
        Instant time = object.deleted();
        if (patient.isLongAgo(time)) {
            findings.add(ClusterFinding.about(
                    DoctorRule.CLAIM_STUCK,
                    object.toString(),
                    "is being deleted"
                            + (time == null
                                    ? ""
                                    : " for "
                                            + Ages.of(Duration.between(
                                                    time, patient.snapshot().time())))
                            + "; finalizers: "
                            + String.join(
                                    ", ", object.metadata().list("finalizers").texts()) + users(object)));
        }
    }

    private static String users(StoredObject object) {
        List<ObjectValue> users = object.status().list("reservedFor").objects();
        return users.isEmpty() ? "" : "; reserved for " + users.get(0).string("name");
    }

    private static void unused(
            StoredObject object, Claim claim, int devices, Patient patient, List<ClusterFinding> findings) {
        Instant since = claim.stored().allocatedAt();
        if (!patient.isLongAgo(since) || isUsed(claim, patient)) {
            return;
        }
        Owner owner = object.owners().stream().findFirst().orElse(null);
        findings.add(ClusterFinding.about(
                DoctorRule.CLAIM_UNUSED,
                object.toString(),
                "holds " + Printable.count(devices, "device")
                        + (since == null
                                ? ""
                                : " for "
                                        + Ages.of(Duration.between(
                                                since, patient.snapshot().time())))
                        + (claim.consumers().isEmpty()
                                ? ", but is not reserved for a pod"
                                : ", but is reserved for " + claim.consumers().get(0) + ", which does not exist")
                        + (owner == null ? "; no owner" : "; owner " + owner.kind() + " " + owner.name())));
    }

    /** Whether a scheduled pod waits for the claim, though it is not reserved for the pod. */
    private static boolean isOnNodeWith(StoredObject pod, Claim claim) {
        return pod.namespace().equals(claim.namespace())
                && !pod.spec().string("nodeName").isEmpty()
                && pod.status().string("phase").equals("Pending")
                && pod.spec().list("resourceClaims").objects().stream()
                        .anyMatch(entry ->
                                (claim.namespace() + "/" + entry.string("resourceClaimName")).equals(claim.toString()));
    }

    private static boolean isUsed(Claim claim, Patient patient) {
        boolean seesPods = patient.snapshot().sees(SnapshotKind.POD, claim.namespace())
                && !patient.snapshot().all(SnapshotKind.POD).isEmpty();
        if (seesPods && patient.snapshot().all(SnapshotKind.POD).stream().anyMatch(pod -> isOnNodeWith(pod, claim))) {
            return true;
        }
        return claim.consumers().stream()
                .anyMatch(consumer -> !consumer.startsWith("pods/")
                        || !seesPods
                        || patient.snapshot()
                                        .find(SnapshotKind.POD, claim.namespace(), consumer.substring("pods/".length()))
                                != null);
    }
}
