package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of {@code drawbridge check} on roles. */
class RolesCheckTest extends CommandLineTest {

    private static final String DRIVER = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: driver
            rules:
            # Publishes devices.
            - apiGroups: [resource.k8s.io]
              resources: [resourceslices]
              verbs: [get, create]
            - apiGroups: [resource.k8s.io]  # the status
              resources: [resourceclaims/status]
              verbs: [patch]
            # Reads nodes.
            - apiGroups: [""]
              resources: [nodes]
              verbs: [get]
            """;

    @Test
    void lackIsAWarningOfNewReleases() throws IOException {
        String file = write("r.yaml", DRIVER).toString();

        assertThat(run("check", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("r.yaml:10:3: warning: rules[1]: a driver with this role cannot set status.devices of"
                        + " claims since Kubernetes 1.36; add a rule for resourceclaims/driver with"
                        + " associated-node:patch, and the driver's name in resourceNames"
                        + " [FieldValueRequired, claimStatusAccess] [fixable] (ClusterRole driver)");
        assertThat(run("check", "--kubernetes", "1.35", "--strict", file)).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void upgradeThatNeedsMoreIsAnError() throws IOException {
        String file = write("r.yaml", DRIVER).toString();

        assertThat(run("check", "--upgrade", "1.35..1.36", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(": error: rules[1]: ").contains("; Kubernetes 1.35 does not need it");
        assertThat(run("check", "--upgrade", "1.36..1.37", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains(": warning: rules[1]: ");
        assertThat(run("check", "--upgrade", "1.34..1.35", "--strict", file)).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void fixAddsTheRuleBelowAndKeepsComments() throws IOException {
        Path file = write("r.yaml", DRIVER);

        assertThat(run("check", "--fix", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("r.yaml:10: fixed: added a rule for resourceclaims/driver");
        assertThat(Files.readString(file)).isEqualTo(DRIVER.replace("  verbs: [patch]\n", """
                  verbs: [patch]
                - apiGroups: [resource.k8s.io]
                  resources: [resourceclaims/driver]
                  verbs: ["associated-node:patch"]
                """));
        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void commentSuppressesTheFinding() throws IOException {
        String text = DRIVER.replace("  # the status", "  # drawbridge: ignore=claimStatusAccess");

        assertThat(run("check", "--strict", write("r.yaml", text).toString())).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void rolesOfOtherFilesCount() throws IOException {
        String binding = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: NAME}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: NAME}
                subjects: [{kind: ServiceAccount, namespace: ns, name: driver}]
                """;
        Path all = Files.createDirectory(folder.resolve("all"));
        write("all/role.yaml", DRIVER);
        write("all/binding.yaml", binding.replace("NAME", "driver"));
        write("all/other.yaml", binding.replace("NAME", "more"));
        write("all/more.yaml", """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: more}
                rules: [{apiGroups: [resource.k8s.io], resources: ["*"], verbs: ["*"]}]
                """);

        assertThat(run("check", "--strict", all.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--fix", "--diff", all.toString())).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void gateReportsWhatAChangeTakesAway() throws IOException {
        String complete = DRIVER.replace("resourceclaims/status]\n", "resourceclaims/status, resourceclaims/driver]\n")
                .replace("[patch]", "[patch, 'associated-node:patch']");
        Files.createDirectory(folder.resolve("base"));
        Files.createDirectory(folder.resolve("head"));
        write("base/r.yaml", complete);
        write("head/r.yaml", DRIVER);
        String base = folder.resolve("base").toString();
        String head = folder.resolve("head").toString();

        assertThat(run("check", "--strict", "--base-dir", base, "--head-dir", head))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("a driver with this role cannot set status.devices");
        assertThat(run("check", "--strict", "--base-dir", head, "--head-dir", base))
                .isEqualTo(ExitCode.CLEAN);
        write("base/r.yaml", DRIVER.replace("Reads nodes", "Reads"));
        assertThat(run("check", "--strict", "--base-dir", base, "--head-dir", head))
                .isEqualTo(ExitCode.CLEAN);
    }
}
