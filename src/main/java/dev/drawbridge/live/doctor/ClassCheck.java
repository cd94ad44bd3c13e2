package dev.drawbridge.live.doctor;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.FleetClasses;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.live.ClusterFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class ClassCheck {

    static List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        Map<String, List<String>> byResource = new LinkedHashMap<>();
        for (DeviceClass each : new TreeMap<>(patient.fleet().classes()).values()) {
            FleetClasses.Match match = patient.fit().match(each);
            String object = "DeviceClass " + each.name();
            if (match.failed() != null) {
                findings.add(DoctorRule.CLASS_FAILS.about(
                        object, "fails on device " + match.failed() + ": " + match.problem() + held(patient, each)));
            } else if (match.matched() == 0) {
                findings.add(DoctorRule.CLASS_MATCHES_NOTHING.about(
                        object,
                        "matches none of " + Printable.count(patient.fleet().devices(), "device")));
            }
            if (!each.extendedResourceName().isEmpty()) {
                byResource
                        .computeIfAbsent(each.extendedResourceName(), any -> new ArrayList<>())
                        .add(each.name());
            }
        }
        byResource.forEach((resource, classes) -> {
            if (classes.size() > 1) {
                findings.add(DoctorRule.SHARED_RESOURCE_NAME.about(
                        "DeviceClass " + String.join(", ", classes), "have one extendedResourceName, " + resource));
            }
        });
        return findings;
    }

    /** A claim of the class that has devices all the same: the scheduler did not try the device for its pods. */
    private static String held(Patient patient, DeviceClass deviceClass) {
        return patient.fleet().holders().stream()
                .filter(claim -> claim.alternatives()
                        .anyMatch(alternative -> alternative.deviceClassName().equals(deviceClass.name())))
                .findFirst()
                .map(claim -> "; pods that are not tried on it are scheduled, as those of ResourceClaim " + claim)
                .orElse("");
    }
}
