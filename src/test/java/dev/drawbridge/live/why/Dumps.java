package dev.drawbridge.live.why;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Dumps of clusters as text, and the diagnoses for them. */
final class Dumps {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** Two nodes with one device each, and a class. */
    static final String FLEET = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1, labels: {zone: a}}
            status: {allocatable: {cpu: 8}}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: n2, labels: {zone: b}}
            status: {allocatable: {cpu: 8}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s1}
            spec:
              driver: gpu.example.com
              nodeName: n1
              pool: {name: n1, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0, attributes: {model: {string: a100}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s2}
            spec:
              driver: gpu.example.com
              nodeName: n2
              pool: {name: n2, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0, attributes: {model: {string: a100}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: one, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
            ---
            """;

    /** A pod that uses claim c. */
    static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: ml, uid: p-uid, creationTimestamp: 2026-03-01T11:00:00Z}
            spec:
              resourceClaims: [{name: c, resourceClaimName: c}]
              containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
            status: {phase: Pending}
            ---
            """;

    private Dumps() {}

    /** A claim in the pod's namespace for devices of a class; the text is appended to its request. */
    static String claim(String more) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml, uid: c-uid}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu%s}}]}}
                ---
                """.formatted(more.isEmpty() ? "" : ", " + more);
    }

    /** A claim of another pod that holds the device of a node. */
    static String holder(String node) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: held-%s, namespace: other, uid: held-%s}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  allocation:
                    allocationTimestamp: 2026-02-28T12:00:00Z
                    devices: {results: [{request: r, driver: gpu.example.com, pool: %s, device: gpu-0}]}
                  reservedFor: [{resource: pods, name: holder, uid: holder-uid}]
                ---
                """.formatted(node, node, node);
    }

    static ClusterSnapshot snapshot(String dump) {
        ClusterSnapshot.Builder objects = new ClusterSnapshot.Builder();
        try {
            objects.files().add("dump", new ByteArrayInputStream(dump.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return objects.build(NOW);
    }

    static Why why(ClusterSnapshot snapshot) {
        KubernetesRelease release = KubernetesRelease.K8S_1_37;
        return new Why(
                snapshot, new Fit(snapshot.fleet(), release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2)));
    }

    static Diagnosis of(ClusterSnapshot snapshot, SnapshotKind kind, String namespace, String name) {
        StoredObject object = snapshot.find(kind, namespace, name);
        if (object == null) {
            throw new IllegalArgumentException(name);
        }
        List<Diagnosis> found = why(snapshot).of(object);
        return found.get(0);
    }

    /** The diagnosis of pod ml/p. */
    static Diagnosis pod(String dump) {
        return of(snapshot(dump), SnapshotKind.POD, "ml", "p");
    }

    /** An Event about an object. */
    static String event(String kind, String name, String uid, String reason, String message) {
        return """
                apiVersion: v1
                kind: Event
                metadata: {name: e, namespace: ml}
                involvedObject: {kind: %s, namespace: ml, name: %s, uid: %s}
                reason: %s
                message: '%s'
                lastTimestamp: 2026-03-01T11:59:00Z
                ---
                """.formatted(kind, name, uid, reason, message.replace("'", "''"));
    }

    /** Claim c with the device of node n1; the text is appended to its status. */
    static String allocated(String status) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml, uid: c-uid}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  allocation:
                    devices: {results: [{request: r, driver: gpu.example.com, pool: n1, device: gpu-0}]}
                    nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}
                %s
                ---
                """.formatted(status.indent(2));
    }

    /** The rule of the first finding about pod ml/p. */
    static RuleText.Row first(String dump) {
        return pod(dump).findings().get(0).rule();
    }
}
