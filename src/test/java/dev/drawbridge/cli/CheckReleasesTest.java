package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of findings for several releases, and about duplicate objects. */
class CheckReleasesTest extends CommandLineTest {

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: gpu
            spec: {}
            """;

    @Test
    void unservedVersionOfSeveralReleasesIsOneError() throws IOException {
        Path file = write("class.yaml", CLASS);

        assertThat(run("check", "--kubernetes", "1.30..1.35", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .containsOnlyOnce("notServed")
                .contains("apiVersion: Kubernetes 1.30 to 1.33 do not serve DeviceClass in resource.k8s.io/v1;"
                        + " 1.34 to " + KubernetesRelease.NEWEST + " do;"
                        + " 1.30 serves it in no version; 1.31 serves it in v1alpha3;"
                        + " 1.32 serves it in v1alpha3, v1beta1; 1.33 serves it in v1alpha3, v1beta1, v1beta2"
                        + " [FieldValueNotSupported, notServed]"
                        + " (DeviceClass gpu; Kubernetes 1.30, 1.31, 1.32, 1.33)");
        assertThat(err()).contains("1 error");
    }

    @Test
    void objectOfRemovedVersionIsCheckedByLastReleaseWithIt() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();

        assertThat(run("check", "--kubernetes", "1.30", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).doesNotContain("old release");
        assertThat(run("check", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("1 object was checked against an old release, the last that serves the version");
    }

    @ParameterizedTest
    @EnumSource
    void previewIsAnnounced(KubernetesRelease release) throws IOException {
        run(
                "check",
                "--kubernetes",
                release.toString(),
                write("class.yaml", CLASS).toString());

        assertThat(err().contains("Kubernetes " + release + " is not released yet: its rules are those of " + release))
                .isEqualTo(release.preview().isPresent());
    }

    @Test
    void identicalDocumentsAreNotTwins() throws IOException {
        write("one.yaml", CLASS);
        write(
                "two.yaml",
                "# The order of keys does not matter.\n"
                        + CLASS.replace("spec: {}\n", "").replace("kind:", "spec: {}\nkind:"));

        assertThat(run("check", "--strict", folder.toString())).isEqualTo(ExitCode.CLEAN);
        write("three.yaml", CLASS.replace("spec: {}", "spec:\n  selectors: []"));
        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).containsOnlyOnce("defined twice in this folder").doesNotContain("Kubernetes )");
    }

    @Test
    void rulesIndependentOfWrongTypeRun() throws IOException {
        Path file = write("claim.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: a
                spec:
                  devices:
                    requests:
                    - name: gpu
                      exactly:
                        deviceClassName: gpu.example.com
                        count: "2"
                    - name: gpu
                      exactly:
                        deviceClassName: gpu.example.com
                    constraints:
                    - requests: [nosuch]
                      matchAttribute: gpu.example.com/model
                """);

        run("check", file.toString());
        assertThat(out())
                .contains("claim.yaml:11:16: error: spec.devices.requests[0].exactly.count: \"2\": expected an integer")
                .contains("claim.yaml:12:", "[FieldValueDuplicate, unique]")
                .contains("claim.yaml:16:", ": no request is named \"", "[FieldValueInvalid, requestReference]");
        assertThat(err()).contains("3 errors");
    }

    @Test
    void levelTooManyOrTooFewHasAHint() throws IOException {
        Path file = write("claims.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: a
                spec:
                  spec:
                    devices: {}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata:
                  name: a
                spec:
                  devices: {}
                """);

        run("check", file.toString());
        assertThat(out())
                .contains("spec.spec: unknown field in resource.k8s.io/v1; move its content up by one level [")
                .contains("spec.devices: unknown field in resource.k8s.io/v1; move it into spec.spec [");
    }
}
