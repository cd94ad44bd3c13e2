package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code check --fleet} and {@code --closed}. */
class CheckFleetTest extends CommandLineTest {

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: gpus}
            spec: {driver: gpu.example.com, nodeName: one, devices: [{name: gpu, count: 2}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: nics}
            spec: {driver: nic.example.com, nodeName: one, devices: [{name: nic}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: any}
            """;

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              resourceClaims: [{name: c, resourceClaimTemplateName: t}]
              containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
            """;

    /** Only gates of the release are suggested; without any gates the answer is unknown. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1.34 |                            | DRADeviceTaints=true
            1.35 | DRADeviceTaints=true       | DRADeviceTaints=true,DRADeviceTaintRules=true
            1.36 | DRADeviceTaints=false      | DRADeviceTaints=true,DRADeviceTaintRules=true
            """)
    void ignoredDeviceTaintRulesAreReported(String release, @Nullable String gates, String set) throws IOException {
        Path fleet = write("fleet.yaml", FLEET + """
                ---
                apiVersion: resource.k8s.io/v1beta2
                kind: DeviceTaintRule
                metadata: {name: all}
                spec: {deviceSelector: {}, taint: {key: k, effect: NoSchedule}}
                """);
        Path claim = write("claim.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu}}]}}
                """);
        String message = "The DeviceTaintRules of the fleet do not count in Kubernetes " + release
                + " with these feature gates; set --feature-gates " + set + "\n";

        assertThat(run(fit(fleet, claim, release, gates)))
                .isEqualTo(gates == null ? ExitCode.FINDINGS : ExitCode.CLEAN);
        assertThat(out()).contains(gates == null ? "unknown whether it fits" : "fits now");
        assertThat(err()).contains(message);
        assertThat(run(fit(fleet, claim, release, set))).isEqualTo(ExitCode.FINDINGS);
    }

    /** No rule of a check knows more of a pod than its claims. */
    @Test
    void refusedPodIsReported() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);
        Path pod = write("pod.yaml", POD + "  tolerations: [{key: a, operator: Is}]\n");

        assertThat(run("check", "--fleet", fleet.toString(), pod.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("operator: invalid: the API server refuses it", "must be one of Equal, Exists");
    }

    private static String[] fit(Path fleet, Path claim, String release, @Nullable String gates) {
        List<String> arguments =
                new ArrayList<>(List.of("fit", "--fleet", fleet.toString(), "--kubernetes", release, claim.toString()));
        if (gates != null) {
            arguments.addAll(List.of("--feature-gates", gates));
        }
        return arguments.toArray(String[]::new);
    }

    @Test
    void claimOfUnknownVersionIsOneFinding() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);
        Path claim = write("claim.yaml", """
                apiVersion: resource.k8s.io/v9
                kind: ResourceClaim
                metadata: {name: c}
                spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu}}]}}
                """);

        run("check", "--fleet", fleet.toString(), claim.toString());

        assertThat(out().lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("no release from")
                .contains("notServed");
    }

    @Test
    void missingClassIsOneFindingAtReference() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);
        Path pod = write("pod.yaml", POD + """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: t}
                spec:
                  spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpus}}]}}
                """);

        run("check", "--closed", "--fleet", fleet.toString(), pod.toString());

        assertThat(out().lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("pod.yaml:12:")
                .contains("DeviceClass gpus is not in the input; did you mean gpu?");
    }

    @Test
    void unallocatableClaimIsFinding() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);
        Path claims = write("claims.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: fits}
                spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu, count: 2}}]}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: never}
                spec:
                  # drawbridge: ignore=fit until the new nodes are here
                  devices: {requests: [{name: a, exactly: {deviceClassName: gpu, count: 3}}]}
                """);

        assertThat(run("check", "--fleet", fleet.toString(), "--no-suppressions", claims.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("claims.yaml:11:73: error: spec.devices.requests[0].exactly.count: never fits this fleet (1"
                        + " node): claim default/never: ")
                .contains("at most 2 of them on one node; 3 are needed")
                .contains("[FieldValueInvalid, fit] (ResourceClaim default/never)")
                .doesNotContain("fits)");
        assertThat(run("check", "--strict", "--fleet", fleet.toString(), claims.toString()))
                .isEqualTo(ExitCode.CLEAN);
        // Without a fleet the suppression has no effect, but is not reported as unused.
        assertThat(run("check", "--strict", claims.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--fleet", "nowhere.yaml", claims.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("nowhere.yaml: no such file");
        assertThat(run("check", "--fleet", fleet.toString(), "--kubernetes", "1.33", claims.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("the schedulers of 1.34 to 1.38 are supported, not that of 1.33");
    }

    @Test
    void configurationForOtherDriverThanDevicesIsWarning() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests:
                    - {name: gpu, exactly: {deviceClassName: gpu}}
                    - {name: alt, firstAvailable: [{name: any, deviceClassName: any}]}
                    config:
                    - requests: [%s]
                      opaque: {driver: %s, parameters: {a: 1}}
                """;
        String unused =
                "c.yaml:11:24: warning: spec.devices.config[0].opaque.driver: \"%s\": no device of class %s in the"
                        + " fleet belongs to this driver (they belong to %s); the configuration has no effect";

        for (String used : List.of("gpu gpu.example.com", "alt nic.example.com", "alt/any gpu.example.com")) {
            String[] names = used.split(" ");
            check(fleet, claim.formatted(names[0], names[1]));
            assertThat(out()).as(used).doesNotContain("unusedConfig");
        }
        check(fleet, claim.formatted("gpu", "nic.example.com"));
        assertThat(out()).contains(unused.formatted("nic.example.com", "gpu", "gpu.example.com"));
        check(fleet, claim.formatted("alt", "other.example.com"));
        assertThat(out()).contains(unused.formatted("other.example.com", "any", "gpu.example.com, nic.example.com"));
    }

    private void check(Path fleet, String claim) throws IOException {
        run("check", "--fleet", fleet.toString(), write("c.yaml", claim).toString());
    }

    @Test
    void closedInputRequiresReferencedObjects() throws IOException {
        Path file = write("closed.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims:
                  - {name: a, resourceClaimName: c}
                  - {name: t, resourceClaimTemplateName: t}
                  containers: [{name: main, image: x, resources: {claims: [{name: a}, {name: t}]}}]
                """);
        Path classes = write("class.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu}
                """);

        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--closed", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("deviceClassName: DeviceClass gpu is not in the input; add it, or fix the name")
                .contains("closed.yaml:12:42: error: spec.resourceClaims[1].resourceClaimTemplateName: ");
        assertThat(run("check", "--closed", file.toString(), classes.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).containsOnlyOnce("DeviceClass gpu is not in the input");
        assertThat(run("check", "--closed", "--base", "HEAD")).isEqualTo(ExitCode.USAGE);
        Path claim = write("known.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests:
                    - {name: a, exactly: {deviceClassName: gpu.nvidia.com}}
                    - {name: b, exactly: {deviceClassName: ours}}
                """);
        assertThat(run("check", "--closed", claim.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("DeviceClass ours is not in the input").doesNotContain("DeviceClass gpu.nvidia.com");
        assertThat(run("check", "--closed", "--known-class", "ours", claim.toString()))
                .isEqualTo(ExitCode.CLEAN);
    }
}
