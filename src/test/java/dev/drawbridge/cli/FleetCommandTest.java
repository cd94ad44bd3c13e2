package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code drawbridge fleet}, and of the exit codes of {@code drawbridge fit}. */
class FleetCommandTest extends CommandLineTest {

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: one}
            spec:
              driver: gpu.example.com
              nodeName: one
              devices: [{name: gpu, count: 2, capacity: {memory: {value: 81920Mi}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: shared-a}
            spec:
              driver: gpu.example.com
              allNodes: true
              pool: {name: shared, generation: 2, resourceSliceCount: 2}
              devices: [{name: gpu-9, capacity: {memory: {value: 80Gi}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: holder, namespace: ml}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            status: {allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: one, device: gpu-0}]}}}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            device.driver == "gpu.example.com" ; 0 ; 3 devices, 1 class, 1 claim
            device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("80Gi")) ; 0 ; no devices; 1 node, 1 class
            device.attributes["gpu.example.com"].index == 1 ; 0 ; cannot be evaluated for 3 devices, which are left out
            device.drver == "a" ; 2 ; --where: invalid CEL expression: undefined field 'drver'; did you mean driver?
            """)
    void whereSelectsDevices(String selector, int exitCode, String note) throws IOException {
        String fleet = FLEET.replace("resourceSliceCount: 2", "resourceSliceCount: 1");

        assertThat(run("fleet", write("fleet.yaml", fleet).toString(), "--where", selector))
                .isEqualTo(exitCode);
        assertThat(err()).contains(note);
    }

    @Test
    void devicesOfUnusablePoolsAreNotFree() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);

        assertThat(run("fleet", fleet.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("""
                        DRIVER           POOLS  NODES  DEVICES  TAKEN  FREE  UNUSABLE  BLOCKED  TAINTED
                        gpu.example.com  2      1      3        1      1     1         0        0
                        """)
                .contains("gpu.example.com/shared  1        generation 2 has 1 of 2 slices")
                .contains("gpu.example.com/memory  80Gi   3        1      1");
        assertThat(err()).contains("1 node, 3 devices, 1 class, 1 claim");
    }

    @Test
    void numbersAreNumbersInJson() throws IOException {
        run("fleet", "-o", "json", write("fleet.yaml", FLEET).toString());

        assertThat(out()).contains("\"devices\" : 3").contains("\"free\" : 1").contains("\"unusable\" : 1");
    }

    @Test
    void invalidObjectsAreReportedWithLineAndColumn() throws IOException {
        Path fleet = write("fleet.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: one}
                spec:
                  driver: gpu.example.com
                  nodeName: n
                  devices: [{name: gpu, count: 2, atributes: {}}]
                """);

        run("fleet", fleet.toString());
        assertThat(err())
                .contains("fleet.yaml:6:13: spec.nodeName: n: expected a string, found a boolean; put it in quotes")
                .contains("fleet.yaml:7:35: spec.devices[0].atributes: unknown field")
                .doesNotContain("spec.pool");
    }

    @Test
    void exitCodesFollowTheAnswers() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);
        String deployment = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: r, namespace: ml}
                spec:
                  replicas: %d
                  template:
                    spec:
                      resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]
                      containers: [{name: c, image: x, resources: {claims: [{name: gpu}]}}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: t, namespace: ml}
                spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: %d}}]}}}
                """;

        Path one = write("one.yaml", deployment.formatted(1, 1));
        assertThat(run("fit", "--strict", "--fleet", fleet.toString(), one.toString()))
                .isEqualTo(ExitCode.CLEAN);
        // One device is taken and a pool is incomplete, so the answer is unknown.
        Path two = write("two.yaml", deployment.formatted(2, 1));
        assertThat(run("fit", "--fleet", fleet.toString(), two.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("together: 1 of 2 replicas of Deployment ml/r do not fit at the same time now");
        assertThat(run("fit", "--strict", "--fleet", fleet.toString(), two.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(run("fit", "--strict", "--each", "--fleet", fleet.toString(), two.toString()))
                .isEqualTo(ExitCode.CLEAN);
        Path unknown = write("unknown.yaml", deployment.formatted(1, 3));
        assertThat(run("fit", "--fleet", fleet.toString(), unknown.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("Deployment ml/r: unknown whether it fits this fleet");
        Path complete = write("complete.yaml", FLEET.replace("resourceSliceCount: 2", "resourceSliceCount: 1"));
        Path many = write("many.yaml", deployment.formatted(20, 1));
        assertThat(run("fit", "--fleet", complete.toString(), many.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("the workloads need 20 devices of class gpu, but there are 3");
    }
}
