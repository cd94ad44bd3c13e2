package dev.drawbridge.live.doctor;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.List;

/** Checks feature gates of the components, and Drawbridge's webhooks. */
final class ControlPlaneCheck {

    private static final String NAME = "drawbridge";

    private ControlPlaneCheck() {}

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
                    || webhook.metadata()
                            .object("labels")
                            .string("app.kubernetes.io/name")
                            .equals(NAME);
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
                .filter(slice -> slice.metadata()
                        .object("labels")
                        .string("kubernetes.io/service-name")
                        .equals(service.string("name")))
                .flatMap(slice -> slice.object().list("endpoints").objects().stream())
                // Unset counts as ready: EndpointConditions of k8s.io/api/discovery/v1/types.go.
                .map(endpoint -> endpoint.object("conditions"))
                .anyMatch(conditions -> !conditions.has("ready") || conditions.isTrue("ready"));
    }
}
