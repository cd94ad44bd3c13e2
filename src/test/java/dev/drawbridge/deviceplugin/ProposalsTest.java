package dev.drawbridge.deviceplugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.deviceplugin.Proposals.Way;
import dev.drawbridge.workload.PodTemplates;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProposalsTest {

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: trainer
              namespace: team-a
            spec:
              template:
                spec:
                  containers:
                  - name: main
                    image: trainer # the newest
                    resources:
                      limits:
                        nvidia.com/gpu: 2
                        memory: 1Gi
                  - name: side
                    resources:
                      limits: {nvidia.com/mig-1g.10gb.me: "1"}
                  nodeSelector: {gpus: "yes"}
            """;

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: gpu.nvidia.com
            spec:
              selectors:
              - cel:
                  expression: device.driver == "gpu.nvidia.com"
            # the end
            """;

    @Test
    void classProvidesTheResourceAndPodsStay() {
        Proposal proposal = proposal(Way.CLASS, DEPLOYMENT, CLASS);

        assertThat(proposal.changes()).singleElement().satisfies(change -> {
            assertThat(change.file()).isEqualTo("1.yaml");
            assertThat(change.after())
                    .isEqualTo(CLASS.replace("# the end", "  extendedResourceName: nvidia.com/gpu\n# the end"));
        });
        assertThat(proposal.newFiles())
                .singleElement()
                .satisfies(file -> assertThat(file.text()).isEqualTo("""
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata:
                  name: mig-1g-10gb-me.gpu.nvidia.com
                spec:
                  selectors:
                  - cel:
                      expression: device.driver == "gpu.nvidia.com" && device.attributes["gpu.nvidia.com"].profile == "1g.10gb+me"
                  extendedResourceName: nvidia.com/mig-1g.10gb.me
                """));
    }

    @Test
    void templateAndClaimsReplaceTheResources() {
        Proposal proposal = proposal(Way.TEMPLATE, DEPLOYMENT);

        assertThat(proposal.changes().get(0).after()).isEqualTo("""
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: trainer
                  namespace: team-a
                spec:
                  template:
                    spec:
                      containers:
                      - name: main
                        image: trainer # the newest
                        resources:
                          limits:
                            memory: 1Gi
                          claims:
                          - name: gpu
                      - name: side
                        resources:
                          claims:
                          - name: mig-1g-10gb-me
                      nodeSelector: {gpus: "yes"}
                      resourceClaims:
                      - name: gpu
                        resourceClaimTemplateName: trainer-gpu
                      - name: mig-1g-10gb-me
                        resourceClaimTemplateName: trainer-mig-1g-10gb-me
                ---
                # Pods name it in spec.resourceClaims[].resourceClaimTemplateName: each gets a claim of its own.
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata:
                  name: trainer-gpu
                  namespace: team-a
                spec:
                  spec:
                    devices:
                      requests:
                      - name: gpu
                        exactly:
                          deviceClassName: gpu.nvidia.com
                          count: 2
                ---
                # Pods name it in spec.resourceClaims[].resourceClaimTemplateName: each gets a claim of its own.
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata:
                  name: trainer-mig-1g-10gb-me
                  namespace: team-a
                spec:
                  spec:
                    devices:
                      requests:
                      - name: mig-1g-10gb-me
                        exactly:
                          deviceClassName: mig.nvidia.com
                          selectors:
                          - cel:
                              expression: device.attributes["gpu.nvidia.com"].profile == "1g.10gb+me"
                """);
        assertThat(proposal.notes())
                .extracting(Proposal.Note::line, Proposal.Note::message)
                .first()
                .hasToString("(14, \"Deployment trainer, container main: nvidia.com/gpu: provided by"
                        + " claims of ResourceClaimTemplate trainer-gpu\")");
    }

    @Test
    void existingClaimsOfPodRemain() {
        Proposal proposal = proposal(Way.TEMPLATE, """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers:
                  - name: c
                    resources:
                      claims:
                      - name: gpu # of the network
                      limits:
                        nvidia.com/gpu: 1
                        memory: 1Gi
                  resourceClaims:
                    # the network
                    - name: gpu
                      resourceClaimName: nic
                """);

        assertThat(proposal.changes().get(0).after()).startsWith("""
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers:
                  - name: c
                    resources:
                      claims:
                      - name: gpu # of the network
                      - name: gpu-2
                      limits:
                        memory: 1Gi
                  resourceClaims:
                    # the network
                    - name: gpu
                      resourceClaimName: nic
                    - name: gpu-2
                      resourceClaimTemplateName: p-gpu
                ---
                """);
    }

    @Test
    void proposalIsIdempotent() {
        String once = proposal(Way.TEMPLATE, DEPLOYMENT).changes().get(0).after();
        String provided =
                proposal(Way.CLASS, DEPLOYMENT, CLASS).changes().get(0).after();

        assertThat(proposal(Way.TEMPLATE, once).changes()).isEmpty();
        assertThat(proposal(Way.CLASS, DEPLOYMENT, provided).changes()).isEmpty();
    }

    @Test
    void replicasOfTimeSlicingAreRefusedByName() {
        String config = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: plugin}
                data:
                  any: |-
                    version: v1
                    sharing:
                      timeSlicing:
                        resources:
                        - {name: nvidia.com/gpu, replicas: 4}
                """;

        assertThat(proposal(Way.TEMPLATE, DEPLOYMENT, config).notes())
                .filteredOn(Proposal.Note::isRefused)
                .singleElement()
                .extracting(Proposal.Note::message)
                .asString()
                .contains("nvidia.com/gpu: unchanged: these are time-slicing replicas in 1.yaml, ConfigMap plugin");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nvidia.com/gpu.shared: 1   | time-slicing or MPS replicas of the device plugin
            example.com/npu: 1         | name one with --device-class example.com/npu=NAME
            nvidia.com/gpu: 33         | must be a whole number, no more than 32
            nvidia.com/gpu: 1500m      | must be a whole number
            """)
    void refusesResourcesWithoutEquivalent(String resource, String reason) {
        Proposal proposal = proposal(Way.TEMPLATE, pod(resource));

        assertThat(proposal.changes()).isEmpty();
        assertThat(proposal.notes()).singleElement().satisfies(note -> {
            assertThat(note.isRefused()).isTrue();
            assertThat(note.message()).contains(reason);
        });
    }

    @Test
    void otherResourcesAreUnchanged() {
        String pod = pod("cpu: 1, memory: 1Gi, hugepages-2Mi: 2Mi, kubernetes.io/batch: 1, nvidia.com/gpu: 0");

        assertThat(proposal(Way.TEMPLATE, pod).notes()).isEmpty();
    }

    @Test
    void classOfAnyOtherResourceCanBeNamed() {
        Proposals proposals =
                new Proposals(Way.TEMPLATE, Map.of("example.com/npu", "npu.example.com"), new PodTemplates());
        proposals.add("pod.yaml", pod("example.com/npu: 1").getBytes(StandardCharsets.UTF_8));
        Proposal proposal = proposals.propose();

        assertThat(proposal.changes().get(0).after())
                .contains("resources: {claims: [{name: npu}]}")
                .contains("resourceClaims: [{name: npu, resourceClaimTemplateName: p-npu}]")
                .contains("deviceClassName: npu.example.com");
    }

    private static String pod(String limits) {
        return """
                kind: Pod
                apiVersion: v1
                metadata: {name: p}
                spec: {containers: [{name: c, resources: {limits: {%s}}}]}
                """.formatted(limits);
    }

    private static Proposal proposal(Way way, String... files) {
        Proposals proposals = new Proposals(way, Map.of(), new PodTemplates());
        for (int i = 0; i < files.length; i++) {
            proposals.add(i + ".yaml", files[i].getBytes(StandardCharsets.UTF_8));
        }
        return proposals.propose();
    }
}
