package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.plugin.NodeAnswer;
import dev.drawbridge.fit.plugin.PluginAnswer;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DynamicResourcesTest {

    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private static final String FLEET = """
            apiVersion: v1
            kind: Node
            metadata:
              name: n1
            status:
              allocatable:
                cpu: 8
            ---
            apiVersion: v1
            kind: Node
            metadata:
              name: n2
            status:
              allocatable:
                example.com/gpu: 2
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: gpu
            spec:
              extendedResourceName: example.com/gpu
              selectors:
              - cel:
                  expression: device.driver == "gpu.example.com"
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata:
              name: s1
            spec:
              driver: gpu.example.com
              nodeName: n1
              pool:
                name: n1
                generation: 1
                resourceSliceCount: 1
              devices:
              - name: gpu-0
              - name: gpu-1
              - name: gpu-2
            """;

    @Test
    void containersShareTheirDevicesWithNoOther() {
        assertThat(fitting("""
                containers:
                - name: a
                  resources:
                    limits:
                      example.com/gpu: 2
                - name: b
                  resources:
                    limits:
                      example.com/gpu: 2
                """)).isEmpty();
    }

    @Test
    void initContainersLeaveTheirDevicesToLaterContainers() {
        assertThat(fitting("""
                initContainers:
                - name: i
                  resources:
                    limits:
                      example.com/gpu: 3
                containers:
                - name: a
                  resources:
                    limits:
                      example.com/gpu: 2
                """)).containsExactly("n1");
    }

    @Test
    void devicePluginKeepsItsResource() {
        assertThat(fitting("""
                containers:
                - name: a
                  resources:
                    limits:
                      example.com/gpu: 2
                """)).containsExactly("n1", "n2");
    }

    @Test
    void implicitResourceIsNeverOfDevicePlugin() {
        assertThat(fitting("""
                containers:
                - name: a
                  resources:
                    limits:
                      deviceclass.resource.kubernetes.io/gpu: 1
                """)).containsExactly("n1");
    }

    @Test
    void resourceWithoutProviderKeepsPodFromEveryNode() {
        PluginAnswer found = schedule(KubernetesRelease.K8S_1_37, """
                containers:
                - name: a
                  resources:
                    limits:
                      example.com/gpus: 1
                """);

        assertThat(found.nodes().values())
                .flatExtracting(NodeAnswer::obstacles)
                .hasToString("[no DeviceClass and no device plugin provides example.com/gpus, "
                        + "no DeviceClass and no device plugin provides example.com/gpus]");
    }

    @Test
    void release1_35KnowsExtendedResourcesBehindGate() {
        String pod = """
                containers:
                - name: a
                  resources:
                    limits:
                      example.com/gpu: 1
                """;

        assertThat(fitting(KubernetesRelease.K8S_1_35, GateSettings.DEFAULTS, pod))
                .containsExactly("n2");
        assertThat(fitting(KubernetesRelease.K8S_1_35, GateSettings.ALL, pod)).containsExactly("n1", "n2");
    }

    @Test
    void newerOfTwoClassesProvidesResource() {
        String older = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata:
                  name: a-new
                  creationTimestamp: "2026-05-01T00:00:00Z"
                spec:
                  extendedResourceName: example.com/gpu
                  selectors:
                  - cel:
                      expression: device.driver == "none.example.com"
                """;
        PluginAnswer found = schedule(FLEET + older, "", """
                containers:
                - name: a
                  resources:
                    limits:
                      example.com/gpu: 1
                """);

        assertThat(fitting(found)).containsExactly("n2");
    }

    @Test
    void podWaitsForDeletingClaim() {
        String claim = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: c
                  namespace: ns
                  deletionTimestamp: "2026-06-01T11:00:00Z"
                spec: {}
                """;
        PluginAnswer found = schedule(FLEET + claim, "", """
                resourceClaims:
                - name: c
                  resourceClaimName: c
                containers: []
                """);

        assertThat(found.obstacle()).hasToString("ResourceClaim ns/c is being deleted");
    }

    @Test
    void generatedClaimOfStatusCountsWithoutItsTemplate() {
        String claim = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: made
                  namespace: ns
                  ownerReferences:
                  - apiVersion: v1
                    kind: Pod
                    name: %s
                    uid: %s
                    controller: true
                spec:
                  devices:
                    requests:
                    - name: r
                      exactly:
                        deviceClassName: gpu
                """;
        String spec = """
                resourceClaims:
                - name: c
                  resourceClaimTemplateName: gone
                containers: []
                """;
        String status = """
                resourceClaimStatuses:
                - name: c
                  resourceClaimName: made
                """;

        assertThat(fitting(schedule(FLEET + claim.formatted("p", "u"), status, spec)))
                .containsExactly("n1");
        assertThat(schedule(FLEET + claim.formatted("p", "other"), status, spec).obstacle())
                .hasToString("ResourceClaim ns/made was not created for this pod: it has another owner");
    }

    @Test
    void claimWhoseBindingTimedOutIsNotUsable() {
        String claim = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: c
                  namespace: ns
                spec: {}
                status:
                  allocation:
                    allocationTimestamp: "%s"
                    devices:
                      results:
                      - request: r
                        driver: gpu.example.com
                        pool: n1
                        device: gpu-0
                        bindingConditions: [attached]
                """;
        String spec = """
                resourceClaims:
                - name: c
                  resourceClaimName: c
                containers: []
                """;

        assertThat(fitting(schedule(FLEET + claim.formatted("2026-06-01T11:51:00Z"), "", spec)))
                .containsExactly("n1", "n2");
        assertThat(schedule(FLEET + claim.formatted("2026-06-01T11:49:00Z"), "", spec)
                        .nodes()
                        .values())
                .allMatch(answer -> answer.obstacles().get(0).kind() == FitCause.Kind.BINDING_TIMED_OUT);
    }

    @Test
    void errorOnNodeExcludedByAllocatedClaimFailsPod() {
        String claims = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: here
                  namespace: ns
                spec: {}
                status:
                  allocation:
                    nodeSelector:
                      nodeSelectorTerms:
                      - matchFields:
                        - key: metadata.name
                          operator: In
                          values: [n2]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: fails
                  namespace: ns
                spec:
                  devices:
                    requests:
                    - name: r
                      exactly:
                        deviceClassName: gpu
                        selectors:
                        - cel:
                            expression: device.attributes["gpu.example.com"].none
                """;
        PluginAnswer found = schedule(FLEET + claims, "", """
                resourceClaims:
                - name: a
                  resourceClaimName: here
                - name: b
                  resourceClaimName: fails
                containers: []
                """);

        assertThat(found.nodes().get("n1").failsPod()).isTrue();
    }

    private static List<String> fitting(String spec) {
        return fitting(KubernetesRelease.K8S_1_37, GateSettings.DEFAULTS, spec);
    }

    private static List<String> fitting(KubernetesRelease release, GateSettings gates, String spec) {
        return fitting(schedule(release, gates, FLEET, "", spec));
    }

    private static List<String> fitting(PluginAnswer found) {
        return found.nodes().entrySet().stream()
                .filter(answer -> answer.getValue().obstacles().isEmpty()
                        && answer.getValue().decision() instanceof Decision.Fits)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static PluginAnswer schedule(KubernetesRelease release, String spec) {
        return schedule(release, GateSettings.DEFAULTS, FLEET, "", spec);
    }

    private static PluginAnswer schedule(String fleet, String status, String spec) {
        return schedule(KubernetesRelease.K8S_1_37, GateSettings.DEFAULTS, fleet, status, spec);
    }

    private static PluginAnswer schedule(
            KubernetesRelease release, GateSettings gates, String fleet, String status, String spec) {
        Pod pod = Pod.of("ns", "p", "u", object(spec), status.isEmpty() ? ObjectValue.EMPTY : object(status));
        return PluginAnswer.of(FleetTexts.fleet(fleet), release, gates.in(release), pod, NOW, Duration.ofMinutes(10));
    }

    private static ObjectValue object(String yaml) {
        return FleetTexts.manifests("kind: X\napiVersion: v1\n" + yaml).get(0).object();
    }
}
