package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code drawbridge fit} with {@code --add}, {@code --remove} and {@code --more}. */
class FitChangesTest extends CommandLineTest {

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: node-1, labels: {kubernetes.io/hostname: node-1, zone: z}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: node-1-gpus}
            spec:
              driver: gpu.example.com
              nodeName: node-1
              devices: [{name: gpu, count: 2}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: holder, namespace: ml}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            status:
              reservedFor: [{resource: pods, name: other, uid: u}]
              allocation:
                devices: {results: [{request: r, driver: gpu.example.com, pool: node-1, device: gpu-0}]}
                nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [node-1]}]}]}
            """;

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: serve, namespace: ml}
            spec:
              replicas: 3
              template:
                spec:
                  nodeSelector: {zone: z}
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
                  containers: [{name: c, image: x, resources: {claims: [{name: gpu}]}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: one, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
            """;

    private String fleet = "";
    private String serve = "";

    @BeforeEach
    void writeFiles() throws IOException {
        fleet = write("fleet.yaml", FLEET).toString();
        serve = write("serve.yaml", DEPLOYMENT).toString();
    }

    @Test
    void addedNodesHaveTheLabelsAndFreeDevicesOfTheirModel() {
        assertThat(run("fit", "--fleet", fleet, serve)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("2 of 3 replicas of Deployment ml/serve do not fit");

        assertThat(run("fit", "--fleet", fleet, "--add", "4xnode-1", "--more", serve))
                .isEqualTo(ExitCode.CLEAN);
        // Free are one device of node-1 and eight of the new nodes; each pod requests three.
        assertThat(out())
                .contains("together: all 3 pods fit at the same time")
                .contains("more: 6 more replicas of Deployment ml/serve fit now\n");
    }

    @Test
    void noMoreFitIfReplicasDoNotFit() {
        run("fit", "--fleet", fleet, "--more", "-o", "json", serve);

        assertThat(out()).contains("\"more\" : 0").contains("\"isLowerBound\" : false");
    }

    @Test
    void removedNodesTakeDevicesAndFreeClaims() {
        run("fit", "--fleet", fleet, "--add", "node-1", "--remove", "node-1", serve);

        assertThat(out())
                .contains("Deployment ml/serve: fits now on 1 of 1 node: node-1-added-1")
                .contains("together: 1 of 3 replicas of Deployment ml/serve do not fit");
    }

    @Test
    void unknownNodesAreUsageErrors() {
        assertThat(run("fit", "--fleet", fleet, "--add", "2xnode-2", serve)).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .contains("--add: node \"node-2\" not found in the fleet")
                .contains("node-1");
        assertThat(run("fit", "--fleet", fleet, "--add", "6000xnode-1", serve)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("must be no more than 5000 nodes");
        assertThat(run("fit", "--fleet", fleet, "--remove", "node-2", serve)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--remove: node \"node-2\" not found");
    }
}
