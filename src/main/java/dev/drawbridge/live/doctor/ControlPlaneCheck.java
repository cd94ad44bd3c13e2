package dev.drawbridge.live.doctor;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.live.VersionSkew;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks feature gates of the components, and Drawbridge's webhooks. */
final class ControlPlaneCheck {

    private static final String NAME = "drawbridge";

    static List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        patient.gates().forEach((gate, isOn) -> {
            Boolean other = patient.schedulerGates().get(gate);
            boolean isOfDevices = gate.startsWith("DRA") || gate.startsWith("DynamicResource");
            if (isOfDevices && other != null && !other.equals(isOn)) {
                findings.add(DoctorRule.GATES_DIFFER.about(
                        "feature gate " + gate,
                        (isOn ? "on" : "off") + " in the API server, " + (other ? "on" : "off") + " in the scheduler"));
            }
        });
        for (StoredObject webhook : patient.snapshot().all(SnapshotKind.WEBHOOK)) {
            boolean isOurs = webhook.name().contains(NAME)
                    || NAME.equals(webhook.labels().get("app.kubernetes.io/name"));
            if (isOurs) {
                unreachable(patient, webhook, findings);
            }
        }
        return findings;
    }

    private static void unreachable(Patient patient, StoredObject webhook, List<ClusterFinding> findings) {
        webhook.object().list("webhooks").objects().stream()
                .map(each -> each.object("clientConfig").object("service"))
                .filter(service -> service.has("name"))
                .distinct()
                .filter(service -> patient.snapshot().sees(SnapshotKind.ENDPOINT_SLICE, service.string("namespace")))
                .filter(service -> !isReady(patient, service))
                .limit(1)
                .forEach(service -> findings.add(DoctorRule.WEBHOOK_UNREACHABLE.about(
                        webhook.toString(),
                        "Service " + service.string("namespace") + "/" + service.string("name")
                                + " has no ready endpoint")));
    }

    private static boolean isReady(Patient patient, ObjectValue service) {
        return patient.snapshot().all(SnapshotKind.ENDPOINT_SLICE).stream()
                .filter(slice -> slice.namespace().equals(service.string("namespace")))
                .filter(slice -> service.string("name").equals(slice.labels().get("kubernetes.io/service-name")))
                .flatMap(slice -> slice.object().list("endpoints").objects().stream())
                // Unset counts as ready: EndpointConditions of k8s.io/api/discovery/v1/types.go.
                .map(endpoint -> endpoint.object("conditions"))
                .anyMatch(conditions -> !conditions.has("ready") || conditions.isTrue("ready"));
    }

    /** Components that use versions that are not served, and objects that the next release drops. */
    static List<ClusterFinding> ofVersions(Patient patient) {
        KubernetesRelease next = Arrays.stream(KubernetesRelease.values())
                .filter(release -> release.compareTo(patient.release()) > 0)
                .findFirst()
                .orElse(null);
        List<ClusterFinding> findings = new ArrayList<>();
        for (VersionSkew skew : VersionSkew.of(patient.snapshot(), patient.fit().server())) {
            findings.add(DoctorRule.OLD_COMPONENT.about(skew.place(), skew.message() + "; " + skew.remedy()));
        }
        for (SnapshotKind kind : SnapshotKind.values()) {
            if (next != null && kind.group().equals(Kinds.GROUP)) {
                Set<ApiVersion> kept = new TreeSet<>(Kinds.versions(kind.toString(), next));
                for (StoredObject object : patient.snapshot().all(kind)) {
                    List<String> removed = object.versions().stream()
                            .filter(version -> ApiVersion.ofObject(version)
                                    .filter(known -> !kept.contains(known))
                                    .isPresent())
                            .sorted()
                            .toList();
                    if (!removed.isEmpty() && !kept.isEmpty()) {
                        findings.add(DoctorRule.REMOVED_VERSION.about(
                                object.toString(),
                                "was written in " + String.join(", ", removed) + ", which Kubernetes " + next
                                        + " does not serve"));
                    }
                }
            }
        }
        return findings;
    }
}
