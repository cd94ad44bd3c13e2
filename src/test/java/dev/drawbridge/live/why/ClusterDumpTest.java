package dev.drawbridge.live.why;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.live.ClusterDump;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of dumps: they give the same answers as the objects, also with other names. */
class ClusterDumpTest {

    private static final ClusterInfo INFO = new ClusterInfo(
            "v1.36.2", Map.of("DRAConsumableCapacity", true), Map.of("resourcequotas", "forbidden"), "", Dumps.NOW);

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: train-llama
              namespace: secretproject
              uid: p-uid
              creationTimestamp: 2026-03-01T11:00:00Z
              labels: {app.kubernetes.io/name: chatbot, team: blue-team}
              annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"spec": {"password": "hunter2"}}'}
            spec:
              nodeSelector: {kubernetes.io/hostname: gpu-box-17.corp.example.com}
              resourceClaims: [{name: c, resourceClaimName: llama-claim}]
              containers:
                - name: main
                  image: registry.corp.example.com/chat/bot:3
                  args: [--customer=bigbank, --verbose=true]
                  env: [{name: TOKEN, value: hunter2}]
                  resources: {claims: [{name: c}]}
            status: {phase: Pending, hostIP: 10.11.12.13}
            ---
            apiVersion: v1
            kind: Event
            metadata: {name: e, namespace: secretproject}
            involvedObject: {kind: Pod, namespace: secretproject, name: train-llama, uid: p-uid}
            reason: FailedScheduling
            message: 'node gpu-box-17.corp.example.com (10.11.12.13): claim secretproject/llama-claim is not there'
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: gpu-box-17.corp.example.com, labels: {kubernetes.io/hostname: gpu-box-17.corp.example.com}}
            status: {allocatable: {cpu: 8}, addresses: [{type: InternalIP, address: 10.11.12.13}]}
            ---
            """;

    private static ClusterDump dump(String text) {
        return dump(text, INFO);
    }

    private static ClusterDump dump(String text, ClusterInfo info) {
        List<ObjectValue> objects = new ArrayList<>();
        try {
            new FleetFiles(object ->
                            objects.add(ClusterDump.entry(object.apiVersion(), object.kind(), object.object())))
                    .add("dump", new ByteArrayInputStream(text.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
        return new ClusterDump(info, objects);
    }

    private static String text(ClusterDump dump, BiConsumer<ClusterDump, PrintWriter> form) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        form.accept(dump, out);
        out.flush();
        return text.toString();
    }

    /** The states and first causes of all pods, in the order of the objects. */
    private static List<String> causes(ClusterSnapshot snapshot) {
        Why why = Dumps.why(snapshot);
        return snapshot.all(SnapshotKind.POD).stream()
                .flatMap(pod -> why.of(pod).stream())
                .map(each -> each.state() + " "
                        + each.findings().stream()
                                .map(finding -> finding.rule().text().name())
                                .toList())
                .toList();
    }

    private static Stream<BiConsumer<ClusterDump, PrintWriter>> forms() {
        return Stream.of(ClusterDump::writeYaml, ClusterDump::writeJson);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void dumpIsReadAsWritten(BiConsumer<ClusterDump, PrintWriter> form) {
        String objects = Dumps.FLEET + Dumps.POD + Dumps.claim("") + Dumps.holder("n1") + Dumps.holder("n2") + POD;
        ClusterSnapshot read = Dumps.snapshot(text(dump(objects), form));
        assertThat(causes(read)).isEqualTo(causes(Dumps.snapshot(objects)));
        assertThat(read.fleet().info()).isEqualTo(INFO);
        assertThat(read.time()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
        assertThat(read.unseen()).isEqualTo(Map.of(SnapshotKind.RESOURCE_QUOTA, "forbidden"));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void dumpHasNoSecrets(BiConsumer<ClusterDump, PrintWriter> form) {
        assertThat(text(dump(POD), form)).doesNotContain("hunter2", "bigbank").contains("train-llama");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void anonymizedDumpHasNoNames(BiConsumer<ClusterDump, PrintWriter> form) {
        String text = text(dump(POD).anonymized(), form);
        assertThat(text)
                .doesNotContain(
                        "secretproject", "llama", "blue-team", "chatbot", "gpu-box", "corp", "bigbank", "10.11.12")
                .contains("FailedScheduling", "v1.36.2");
        ClusterSnapshot read = Dumps.snapshot(text);
        assertThat(causes(read)).isEqualTo(causes(Dumps.snapshot(POD)));
    }

    /** The target of an autoscaler keeps the name that its object has. */
    @Test
    void anonymizedAutoscalerHasItsTarget() {
        String text = text(dump("""
                        apiVersion: apps/v1
                        kind: Deployment
                        metadata: {name: llama, namespace: secretproject}
                        spec: {replicas: 2}
                        ---
                        apiVersion: autoscaling/v2
                        kind: HorizontalPodAutoscaler
                        metadata: {name: bigbank, namespace: secretproject}
                        spec:
                          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: llama}
                          maxReplicas: 3
                          metrics: [{type: Object, object: {describedObject: {name: corp}, metric: {name: blue}}}]
                        """).anonymized(), ClusterDump::writeYaml);

        assertThat(text).doesNotContain("secretproject", "llama", "bigbank", "corp", "blue");
        FleetSources sources = Dumps.snapshot(text).fleet().sources();
        assertThat(sources.autoscalers()).hasSize(1);
        assertThat(text)
                .contains(sources.autoscalers().keySet().iterator().next().replaceFirst(".*/", "name: "));
    }

    /** A name that is also an attribute or a field of the API stays where it is one. */
    @Test
    void expressionsKeepTheirMeaning() {
        String objects = (Dumps.FLEET
                        + Dumps.POD
                        + Dumps.claim("selectors: [{cel: {expression: 'device.attributes[\"gpu.example.com\"].model"
                                + " == \"h100\" || \"model\" in device.attributes[\"gpu.example.com\"]'}}]"))
                .replace("name: n1", "name: model")
                .replace("name: n2", "name: a100");
        assertThat(causes(Dumps.snapshot(text(dump(objects).anonymized(), ClusterDump::writeYaml))))
                .isEqualTo(causes(Dumps.snapshot(objects)));
    }

    /** A word of the owner of the cluster, in each place that can hold one. */
    private static final String PLANTED = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1.acme.example.com, labels: {team: acme-a, env: gpu, ready: 'True', size: 80Gi,
              lifecycle: acme-b, images: acme-c, kubernetes.io/hostname: n1.acme.example.com}}
            spec: {taints: [{key: team, value: acme-a, effect: NoSchedule}]}
            status:
              allocatable: {nvidia.com/gpu: '4', cpu: '8', memory: 80Gi}
              conditions: [{type: Ready, status: 'True'}]
              images: [{names: [registry.acme.example.com/x]}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec:
              extendedResourceName: nvidia.com/gpu
              selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].url.startsWith("gpu")'}}]
              config: [{opaque: {driver: gpu.example.com, parameters: {secret: acme}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: n1-acme, managedFields: [{manager: acme, apiVersion: resource.k8s.io/v1}]}
            spec:
              driver: gpu.example.com
              nodeName: n1.acme.example.com
              pool: {name: acme-pool, generation: 1, resourceSliceCount: 1}
              devices:
                - name: gpu
                  attributes: {url: {string: gpu-a}, labels: {string: 'True'}, env: {string: gpu}}
                  capacity: {memory: {value: 80Gi}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: acme-claim, namespace: acme}
            spec:
              devices:
                requests: [{name: r, exactly: {deviceClassName: gpu}}]
                config: [{opaque: {driver: gpu.example.com, parameters: {secret: acme}}}]
            ---
            apiVersion: v1
            kind: Pod
            metadata:
              name: acme-train-0
              namespace: acme
              generateName: acme-train-
              labels: {images: acme-c}
              ownerReferences: [{apiVersion: acme.dev/v1, kind: Train, name: acme-owner, uid: u}]
            spec:
              nodeSelector: {env: gpu, ready: 'True', lifecycle: acme-b, images: acme-c}
              tolerations: [{key: team, value: acme-a}]
              schedulerName: acme-scheduler
              priorityClassName: acme-high
              serviceAccountName: acme-account
              resourceClaims: [{name: acme-gpu, resourceClaimName: acme-claim}]
              containers:
                - name: acme-main
                  image: registry.acme.example.com/train:1
                  command: [acme]
                  livenessProbe: {httpGet: {httpHeaders: [{name: a, value: acme}]}}
                  resources: {claims: [{name: acme-gpu}], requests: {cpu: '1'}}
              affinity:
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    - namespaces: [acme-other]
                      topologyKey: kubernetes.io/hostname
                      labelSelector: {matchExpressions: [{key: team, operator: In, values: [acme-a]}]}
            status: {phase: Pending}
            ---
            apiVersion: v1
            kind: Event
            metadata: {name: acme-e, namespace: acme}
            involvedObject: {kind: Pod, namespace: acme, name: acme-train-0, fieldPath: 'spec.containers{acme-main}'}
            source: {component: acme-scheduler, host: n1.acme.example.com}
            reason: FailedScheduling
            message: 'Failed to pull image "registry.acme.example.com/other:2" for joe@acme.com: Head
              "https://registry.acme.example.com/v2": 0/1 nodes are available: 1 Insufficient nvidia.com/gpu acme-a.'
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: acme-b, namespace: acme}
            roleRef: {kind: Role, name: acme-role}
            subjects:
              - {kind: User, name: joe@acme.com}
              - {kind: Group, name: 'system:serviceaccounts:acme'}
              - {kind: ServiceAccount, name: acme-account, namespace: acme}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: acme-role, namespace: acme}
            rules: [{apiGroups: [''], resources: [secrets, pods], resourceNames: [acme-secret], verbs: [get]}]
            ---
            """;

    @ParameterizedTest
    @MethodSource("forms")
    void noPlantedWordSurvives(BiConsumer<ClusterDump, PrintWriter> form) {
        String text = text(dump(PLANTED).anonymized(), form);
        assertThat(text.lines().filter(line -> line.replace("acme.dev/v1", "").contains("acme")))
                .isEmpty();
        assertThat(text).contains("Insufficient nvidia.com/gpu").contains("80Gi", "gpu-a", "startsWith");
        assertThat(causes(Dumps.snapshot(text)))
                .isEqualTo(causes(Dumps.snapshot(text(dump(PLANTED), form))))
                .isEqualTo(causes(Dumps.snapshot(PLANTED)));
    }

    /** Only the pods of the recorded namespace are known. */
    @Test
    void podsOfOtherNamespacesAreUnknown() {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: other}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                """;
        ClusterInfo info = new ClusterInfo("v1.36.2", Map.of(), Map.of(), "secretproject", Dumps.NOW);
        String objects = POD + claim;
        for (ClusterDump dump : List.of(dump(objects, info), dump(objects, info).anonymized())) {
            ClusterSnapshot snapshot = Dumps.snapshot(text(dump, ClusterDump::writeYaml));
            snapshot.all(SnapshotKind.RESOURCE_CLAIM).forEach(each -> {
                assertThat(snapshot.sees(SnapshotKind.POD, each.namespace())).isFalse();
                assertThat(Dumps.why(snapshot).of(each))
                        .allSatisfy(
                                diagnosis -> assertThat(diagnosis.findings()).isEmpty());
            });
            assertThat(snapshot.all(SnapshotKind.POD))
                    .allMatch(pod -> snapshot.sees(SnapshotKind.POD, pod.namespace()));
        }
    }

    private static Stream<Path> recorded() throws IOException {
        return Files.list(SharedData.require("found/cases"))
                .map(folder -> folder.resolve("dump.yaml"))
                .filter(Files::exists);
    }

    /** Recorded on real clusters: each pod has the same causes under other names. */
    @Test
    void recordedDumpsHaveTheSameCauses() throws IOException {
        for (Path file : recorded().sorted().toList()) {
            String objects = Files.readString(file);
            String anonymized = text(dump(objects, ClusterInfo.UNKNOWN).anonymized(), ClusterDump::writeYaml);
            assertThat(causes(Dumps.snapshot(anonymized)))
                    .as(file.toString())
                    .isEqualTo(causes(Dumps.snapshot(objects)));
        }
    }
}
