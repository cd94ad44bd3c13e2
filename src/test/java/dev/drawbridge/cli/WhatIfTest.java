package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code drawbridge fleet --what-if}, and of warnings for rules that taint all devices. */
class WhatIfTest extends CommandLineTest {

    private static final String DUMP = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {nodeInfo: {kubeletVersion: v1.37.1}, allocatable: {cpu: 8}}
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
              devices: [{name: gpu-0}, {name: gpu-1}, {name: gpu-2}]
            ---
            """ + claim("a", "gpu-0", "")
            + claim("b", "gpu-1", ", tolerations: [{operator: Exists, effect: NoExecute}]")
            + claim("c", "gpu-2", "")
                    .replace(
                            "{name: c,",
                            "{name: c, annotations: " + "{resource.kubernetes.io/extended-resource-claim: 'true'},");

    private static final String RULE = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceTaintRule
            metadata: {name: repair}
            spec: {deviceSelector: SELECTOR, taint: {key: example.com/repair, effect: EFFECT}}
            """;

    /** A claim with a device, and its pod. */
    private static String claim(String name, String device, String more) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: %1$s, namespace: ml, uid: c%1$s}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  allocation:
                    devices: {results: [{request: r, driver: gpu.example.com, pool: n1, device: %2$s%3$s}]}
                  reservedFor: [{resource: pods, name: p%1$s, uid: u%1$s}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p%1$s, namespace: ml, uid: u%1$s}
                spec: {nodeName: n1, resourceClaims: [{name: r, resourceClaimName: %1$s}]}
                ---
                """.formatted(name, device, more);
    }

    @BeforeEach
    void dump() throws IOException {
        write("dump.yaml", DUMP);
    }

    private String rule(String selector, String effect) throws IOException {
        return write("rule.yaml", RULE.replace("SELECTOR", selector).replace("EFFECT", effect))
                .toString();
    }

    private void whatIf(String change) {
        assertThat(run("fleet", "--what-if", change, folder.resolve("dump.yaml").toString()))
                .isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void ruleEndsPodsThatDoNotTolerateIt() throws IOException {
        whatIf(rule("{}", "NoExecute"));

        assertThat(out())
                .containsPattern("evicted +ml +a +pa +DeviceTaintRule repair")
                .containsPattern("not evicted: extended resource +ml +c +pc")
                .doesNotContain("pb");
        assertThat(err()).contains("1 pod in 1 namespace would be evicted, 3 more devices kept from new pods");
    }

    /** 1.38 ends pods with extended resources, too, and counts tolerations of any effect. */
    @Test
    void newerControllerEndsMorePods() throws IOException {
        write("dump.yaml", DUMP.replace("v1.37.1", "v1.38.0").replace(", effect: NoExecute}]", "}]"));
        whatIf(rule("{}", "NoExecute"));

        assertThat(out())
                .containsPattern("evicted +ml +a +pa +DeviceTaintRule repair")
                .containsPattern("evicted +ml +c +pc")
                .doesNotContain("pb", "not evicted");
    }

    @Test
    void ruleEndsPodsOfItsDevicesOnly() throws IOException {
        whatIf(rule("{driver: gpu.example.com, device: gpu-1}", "NoExecute"));
        assertThat(err()).contains("0 pods in 0 namespaces would be evicted, 1 more device kept");

        whatIf(rule("{}", "NoSchedule"));
        assertThat(err()).contains("0 pods in 0 namespaces would be evicted, 3 more devices kept");
    }

    /** Only 1.34 has selection by class. */
    @Test
    void ruleEndsPodsOfDevicesOfItsClassOnly() throws IOException {
        String file = write(
                        "dump.yaml",
                        "apiVersion: drawbridge.dev/v1\nkind: ClusterInfo\nkubernetes: v1.34.1\n"
                                + "featureGates: {DRADeviceTaints: true}\n---\n" + DUMP)
                .toString();
        for (String driver : List.of("gpu", "nic")) {
            String other = write("class.yaml", """
                    apiVersion: resource.k8s.io/v1
                    kind: DeviceClass
                    metadata: {name: other}
                    spec: {selectors: [{cel: {expression: device.driver == "%s.example.com"}}]}
                    """.formatted(driver)).toString();
            String rule = rule("{deviceClassName: other}", "NoExecute");
            write("rule.yaml", Files.readString(Path.of(rule)).replace("/v1\n", "/v1alpha3\n"));
            run("fleet", "--what-if", rule, "--what-if", other, file);

            assertThat(err()).contains(driver.equals("gpu") ? "1 pod in 1 namespace" : "0 pods in 0 namespaces");
        }
    }

    @Test
    void tolerationMayEnd() throws IOException {
        write("dump.yaml", DUMP.replace("effect: NoExecute}", "effect: NoExecute, tolerationSeconds: 30}"));
        whatIf(rule("{pool: n1}", "NoExecute"));

        assertThat(out()).containsPattern("evicted after 30 s +ml +b +pb");
    }

    @Test
    void tolerationOfEachEffectDoesNotCount() throws IOException {
        write("dump.yaml", DUMP.replace(", effect: NoExecute}", "}"));
        whatIf(rule("{}", "NoExecute"));

        assertThat(out()).containsPattern("evicted +ml +b +pb");
    }

    @Test
    void claimsLoseDevicesOfRemovedNodesAndSlices() {
        whatIf("node/n1-");
        assertThat(out()).containsPattern("loses its device +ml +a +pa +device gpu.example.com/n1/gpu-0");
        whatIf("resourceslice/s1-");
        assertThat(out()).containsPattern("loses its device +ml +b +pb");
    }

    @Test
    void ruleWithoutAGateHasNoEffect() throws IOException {
        write("dump.yaml", DUMP.replace("v1.37.1", "v1.36.1"));
        whatIf(rule("{}", "NoExecute"));

        assertThat(err()).contains("no effect in Kubernetes 1.36").contains("0 pods in 0 namespaces");
    }

    @Test
    void removedRuleEndsNothing() throws IOException {
        write("dump.yaml", DUMP + RULE.replace("SELECTOR", "{}").replace("EFFECT", "NoExecute"));
        whatIf("devicetaintrule/repair-");

        assertThat(out()).containsPattern("no longer evicted +ml +a");
    }

    private String refused(String change) {
        assertThat(run("fleet", "--what-if", change, folder.resolve("dump.yaml").toString()))
                .isEqualTo(ExitCode.USAGE);
        return err();
    }

    /** An answer about an object that the API server refuses, or that has no effect, would be wrong. */
    @Test
    void invalidChangeIsAMistake() throws IOException {
        assertThat(refused(rule("{}", "NoExec"))).contains("must be one of NoSchedule, NoExecute, None");
        assertThat(refused(rule("{drivr: gpu.example.com}", "NoExecute")))
                .contains("deviceSelector.drivr: unknown field in resource.k8s.io/v1; did you mean driver?");
        assertThat(refused(write("claim.yaml", claim("d", "gpu-0", "")).toString()))
                .contains("claim.yaml: no node, deviceclass, resourceslice or devicetaintrule");
    }

    @Test
    void removedObjectMustExist() {
        assertThat(refused("node/other-")).contains("not in the cluster: node/other");
        assertThat(refused("devicetaintrule/other-")).contains("not in the cluster: devicetaintrule/other");
        assertThat(refused("pod/pa-")).contains("expected a file, or KIND/NAME- of a node");
    }

    @Test
    void ruleMayEndATolerationEarlier() throws IOException {
        String tolerating = DUMP.replace(
                "{operator: Exists, effect: NoExecute}",
                "{operator: Equal, key: example.com/repair, value: x, effect: NoExecute, tolerationSeconds: 30}");
        write("dump.yaml", tolerating + RULE.replace("SELECTOR", "{}").replace("EFFECT", "NoExecute, value: x"));
        whatIf(write(
                        "now.yaml",
                        RULE.replace("SELECTOR", "{}")
                                .replace("EFFECT", "NoExecute")
                                .replace("repair", "now"))
                .toString());

        assertThat(out())
                .containsPattern("evicted +ml +b +pb +DeviceTaintRule now")
                .doesNotContain("pa");
    }

    @Test
    void unknownKindIsAMistake() {
        assertThat(run(
                        "fleet",
                        "--what-if",
                        "secret/p-",
                        folder.resolve("dump.yaml").toString()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void ruleForAllDevicesIsAWarning() throws IOException {
        run("check", rule("{}", "NoExecute"));
        assertThat(out()).contains("selects every device of every driver; NoExecute ends all pods with devices");
        run("check", "--from", folder.resolve("dump.yaml").toString(), rule("{}", "NoExecute"));
        assertThat(out()).contains("selects the devices of 3 claims with 3 pods in 1 namespace: ml/a, ml/b, ml/c");
        assertThat(run("check", "--strict", rule("{driver: d.example.com}", "NoExecute")))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--strict", rule("{}", "None"))).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void missingSelectorKeepsAllDevicesUpToAPatch() throws IOException {
        String file = write(
                        "rule.yaml",
                        RULE.replace("deviceSelector: SELECTOR, ", "").replace("EFFECT", "NoSchedule"))
                .toString();

        run("check", file);
        assertThat(out()).contains("schedulers up to 1.37.0 keep new pods from all devices");
        assertThat(run("check", "--kubernetes", "1.38", "--strict", file)).isEqualTo(ExitCode.CLEAN);
    }
}
