package dev.drawbridge.live.doctor;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.SharedCounters;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks pools, their slices and devices. */
final class PoolCheck {

    private static final List<String> STANDARD =
            List.of("resource.kubernetes.io/pcieRoot", "resource.kubernetes.io/numaNode");

    static List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        Map<PoolId, Long> complete = new HashMap<>();
        Set<DeviceId> held = patient.fleet().takenDevices();
        for (PoolState pool : PoolState.of(patient.fleet())) {
            String problem = pool.problem();
            if (problem == null) {
                complete.put(pool.id(), pool.generation());
                for (SharedCounters.Use use : new SharedCounters(pool, held).all()) {
                    List<String> users =
                            use.users().stream().map(DeviceId::device).toList();
                    if (use.used().compareTo(use.all()) > 0) {
                        findings.add(DoctorRule.COUNTERS_EXCEEDED.about(
                                "pool " + pool.id(),
                                use.used().text() + " of " + use.all().text() + " of counter " + use.counter()
                                        + " in set " + use.set() + " are in use, by " + Printable.first(3, users)));
                    }
                }
                SharedCounters.oversized(pool).forEach((device, use) -> {
                    if (!held.contains(device)) {
                        findings.add(DoctorRule.DEVICE_OVERSIZED.about(
                                "device " + device,
                                "consumes more than " + use.all().text() + " of counter " + use.counter() + " in set "
                                        + use.set() + ", which is all there is"));
                    }
                });
            } else if (pool.invalid() != null) {
                findings.add(DoctorRule.POOL_INVALID.about("pool " + pool.id(), problem));
            } else if (pool.slices().stream().allMatch(slice -> isOld(patient, slice))) {
                findings.add(DoctorRule.POOL_INCOMPLETE.about("pool " + pool.id(), problem));
            }
        }
        for (Slice slice : patient.fleet().slices()) {
            String unreadable = slice.unreadable();
            if (unreadable != null) {
                findings.add(DoctorRule.SELECTOR_UNREADABLE.about("ResourceSlice " + slice.name(), unreadable));
            }
            Long newest = complete.get(slice.pool());
            if (newest != null && slice.generation() < newest && isOld(patient, slice)) {
                findings.add(DoctorRule.POOL_STALE.about(
                        "ResourceSlice " + slice.name(),
                        "has generation " + slice.generation() + " of pool " + slice.pool()
                                + ": the scheduler ignores it, since generation " + newest + " is complete"));
            }
        }
        findings.addAll(lost(patient));
        findings.addAll(attributes(patient));
        findings.addAll(constraints(patient));
        return findings;
    }

    private static boolean isOld(Patient patient, Slice slice) {
        StoredObject stored = patient.snapshot().find(SnapshotKind.RESOURCE_SLICE, "", slice.name());
        return stored == null || patient.isOld(stored);
    }

    private static List<ClusterFinding> lost(Patient patient) {
        DeviceStates states = new DeviceStates(patient.fleet());
        return patient.fleet().slices().stream()
                .filter(slice -> slice.unreadable() == null)
                .flatMap(slice -> slice.devices().stream()
                        .filter(device -> !states.isReachable(slice, device))
                        .limit(1)
                        .map(device -> withoutNode(states, slice, device)))
                .toList();
    }

    private static ClusterFinding withoutNode(DeviceStates states, Slice slice, Device device) {
        String node = slice.nodesOf(device).nodeName();
        String missing = states.missingNode(slice, device);
        String problem = (slice.leavesNodesToDevices() ? "device " + device.id().device() + ": " : "")
                + (node.isEmpty() ? "its node selector matches no node" : "node " + missing + " does not exist")
                + "; driver " + slice.pool().driver();
        return DoctorRule.SLICE_WITHOUT_NODE
                .about("ResourceSlice " + slice.name(), problem)
                .advisingIf(
                        !missing.equals(node), "fix the name of the node in the slice: see the driver that wrote it")
                .advisingIf(
                        node.isEmpty() || slice.leavesNodesToDevices(),
                        "label the nodes as the slice requires, or see the driver that wrote the slice");
    }

    /** Standard attributes that only some devices of a driver have. */
    private static List<ClusterFinding> attributes(Patient patient) {
        Map<String, List<Device>> byDriver = new TreeMap<>();
        for (Slice slice : patient.fleet().slices()) {
            byDriver.computeIfAbsent(slice.pool().driver(), any -> new ArrayList<>())
                    .addAll(slice.devices());
        }
        List<ClusterFinding> findings = new ArrayList<>();
        byDriver.forEach((driver, devices) -> STANDARD.forEach(attribute -> {
            List<Device> without = devices.stream()
                    .filter(device -> device.attribute(attribute) == null)
                    .toList();
            if (!without.isEmpty() && without.size() < devices.size()) {
                findings.add(DoctorRule.ATTRIBUTE_MISSING.about(
                        "driver " + driver,
                        without.size() + " of " + devices.size() + " devices have no " + attribute + ", such as "
                                + without.get(0).id()));
            }
        }));
        return findings;
    }

    /** Constraints of claims and templates on an attribute that no device of a requested class has. */
    private static List<ClusterFinding> constraints(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (SnapshotKind kind : List.of(SnapshotKind.RESOURCE_CLAIM, SnapshotKind.RESOURCE_CLAIM_TEMPLATE)) {
            for (StoredObject object : patient.snapshot().all(kind)) {
                Claim claim = Claim.of(object.namespace(), object.name(), object.claimSpec(), object.status());
                if (claim.allocation() == null) {
                    patient.fit()
                            .constraintsWithoutAttribute(claim)
                            .forEach(fact ->
                                    findings.add(DoctorRule.ATTRIBUTE_MISSING.about(object.toString(), fact.text())));
                }
            }
        }
        return findings;
    }
}
