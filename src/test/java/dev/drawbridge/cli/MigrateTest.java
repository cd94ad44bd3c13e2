package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@code migrate} and {@code check --fix}: files, output, and unchanged objects. */
class MigrateTest extends CommandLineTest {

    private static final String OLD = """
            apiVersion: resource.k8s.io/v1beta1
            kind: ResourceClaim
            metadata: {name: a}
            spec:
              devices:
                requests:
                - name: gpu # the one
                  deviceClassName: gpu.example.com
            """;

    private static final String NEW = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a}
            spec:
              devices:
                requests:
                - name: gpu # the one
                  exactly:
                    deviceClassName: gpu.example.com
            """;

    private static final String MISTAKEN = NEW.replace("deviceClassName", "devicClassName");

    @Test
    void filesAreRewrittenInPlaceOnce() throws IOException {
        Path file = write("a.yaml", OLD);
        write("other.yaml", "kind: Service\n");

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).hasContent(NEW);
        assertThat(out())
                .contains("a.yaml:1: ResourceClaim a: v1beta1 -> v1")
                .contains("1 object migrated in 1 file; 1 file unchanged");

        assertThat(run("migrate", "--check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("no objects to migrate; 2 files unchanged");
    }

    @Test
    void sourcesOfPodsMove() throws IOException {
        String pod = """
                apiVersion: %s
                metadata: {name: p}
                spec:
                  resourceClaims:
                  - name: gpu # the one
                    %s
                """;
        Path file = write("a.yaml", pod.formatted("v1\nkind: Pod", "source: {resourceClaimName: gpu}"));
        Path custom = write("b.yaml", pod.formatted("a.example.com/v1\nkind: Lab", "source: {resourceClaimName: gpu}"));
        Path other = write("c.yaml", pod.formatted("v1\nkind: Pod", "source: {repository: x}"));

        assertThat(run("migrate", "--kubernetes", "1.30", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).content().contains("source:");
        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).hasContent(pod.formatted("v1\nkind: Pod", "resourceClaimName: gpu"));
        assertThat(custom).content().contains("  resourceClaimName: gpu").doesNotContain(" source:");
        assertThat(other).content().contains("source: {repository: x}");
        assertThat(out()).contains("Pod p: moved the fields of source one level up", "2 objects migrated in 2 files");
    }

    @Test
    void escapedVersionIsMigrated() throws IOException {
        Path file = write("a.yaml", OLD.replace("resource.k8s.io/v1beta1", "\"re\\x73ource.k8s.io/v1beta1\""));

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).hasContent(NEW.replace("resource.k8s.io/v1", "\"resource.k8s.io/v1\""));
    }

    @Test
    void overrideOfMergeIsFixedOnce() throws IOException {
        String list = """
                apiVersion: v1
                kind: List
                items:
                - &c
                  apiVersion: resource.k8s.io/v1
                  kind: ResourceClaim
                  metadata: {name: a}
                  spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu.example.com}}]}}
                - <<: *c
                  apiVersion: %s
                  metadata: {name: b}
                """;
        Path file = write("a.yaml", list.formatted("resource.k8s.io/v1beta2"));

        assertThat(run("check", "--fix", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--fix", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).hasContent(list.formatted("resource.k8s.io/v1"));
    }

    @Test
    void modeAndLinkStay() throws IOException {
        Path file = write("a.yaml", OLD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link.yaml"), Path.of("a.yaml"));

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(link).isSymbolicLink().hasContent(NEW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void linkOutOfTheNamedFolderIsNotFollowed() throws IOException {
        Path outside = write("a.yaml", OLD);
        Path named = Files.createDirectory(folder.resolve("named"));
        Files.createSymbolicLink(named.resolve("link.yaml"), outside);

        assertThat(run("migrate", named.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(outside).hasContent(OLD);
        assertThat(out()).contains("link.yaml:1: not written: links outside the given paths");
    }

    @Test
    void checkAndDiffWriteNothing() throws IOException {
        Path file = write("a.yaml", OLD);

        assertThat(run("migrate", "--check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("migrate", "--diff", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).hasContent(OLD);
        assertThat(out())
                .contains("1 object to migrate in 1 file")
                .contains("-apiVersion: resource.k8s.io/v1beta1\n+apiVersion: resource.k8s.io/v1\n")
                .contains("+      exactly:\n+        deviceClassName: gpu.example.com\n");
    }

    @Test
    void refusedObjectIsFinding() throws IOException {
        Path file = write("a.yaml", CLAIM);

        assertThat(run("migrate", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(file).hasContent(CLAIM);
        assertThat(out()).contains("a.yaml:1: ResourceClaim a: stays in v1alpha2: Kubernetes never converted");
    }

    @Test
    void checkFixesMistakesWithOneMeaning() throws IOException {
        Path file = write("a.yaml", MISTAKEN);

        assertThat(run("check", "--fix", "--diff", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(file).hasContent(MISTAKEN);
        assertThat(run("check", "--fix", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).hasContent(NEW);
        assertThat(err()).contains("a.yaml:9: fixed: renamed devicClassName to deviceClassName");
        assertThat(run("check", "--fix", "--diff", file.toString())).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void diffOfFixesListsRemainingMistakes() throws IOException {
        Path file = write("a.yaml", MISTAKEN.replace("{name: a}", "{name: a, colour: red}"));

        assertThat(run("check", "--fix", "--diff", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err())
                .contains("a.yaml:9: would fix: renamed devicClassName to deviceClassName")
                .contains("a.yaml:3: not fixed: metadata.colour: unknown field")
                .contains("1 mistake to fix in 1 file, 1 not\n");
    }

    @Test
    void fixableFindingsAreMarkedInEachFormat() throws IOException {
        Path file = write("a.yaml", MISTAKEN + "  colour: red\n");

        run("check", file.toString());
        assertThat(out())
                .contains("did you mean deviceClassName? [UnknownField, unknownField] [fixable] (")
                .contains("spec.colour: unknown field")
                .contains("[fixable with --fix=unsafe] (");
        run("check", "-o", "sarif", file.toString());
        assertThat(out())
                .contains("\"text\" : \"renamed devicClassName to deviceClassName\"")
                .containsPattern("\"startLine\" : 9,\\s+\"startColumn\" : 9,\\s+\"endLine\" : 9,\\s+\"endColumn\" : 23")
                .containsPattern("\"insertedContent\" : \\{\\s+\"text\" : \"deviceClassName\"");
        run("check", "-o", "gitlab", file.toString());
        assertThat(out()).contains("`drawbridge check --fix`:").contains("```diff\\n@@");
        run("check", "-o", "markdown", file.toString());
        assertThat(out()).contains("```diff\n@@").contains("\n+        deviceClassName: gpu.example.com\n");
        run("check", "-o", "github", file.toString());
        assertThat(out()).contains("did you mean deviceClassName? [fixable]");
    }

    @Test
    void unsafeFixesAreMarkedAndOptional() throws IOException {
        Path file = write("a.yaml", MISTAKEN + "  colour: red\n");

        assertThat(run("check", "--fix=unsafe", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(file).hasContent(NEW);
        assertThat(err()).containsPattern("a.yaml:\\d+: fixed \\(unsafe\\): removed colour, an unknown field");
        assertThat(run("check", "--fix=all", file.toString())).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void blocksOfMarkdownAreRewritten() throws IOException {
        String text = "# How to\n\n1. Apply a claim of ünicode:\n\n   ```yaml\n%s   ```\n\n```yaml\nkind: Other\n```\n";
        Path migrated = write("a.md", text.formatted(OLD.indent(3)));
        Path fixed = write("b.md", text.formatted(MISTAKEN.indent(3)));

        assertThat(run("migrate", migrated.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(Files.readString(migrated)).isEqualTo(text.formatted(NEW.indent(3)));
        assertThat(run("check", "--fix", fixed.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(Files.readString(fixed)).isEqualTo(text.formatted(NEW.indent(3)));
    }

    @Test
    void patchesOfKustomizeFollowTheirTargets() throws IOException {
        Path kustomization = write("kustomization.yaml", """
                resources: [a.yaml]
                patches:
                - target:
                    group: resource.k8s.io
                    version: v1beta1 # until 1.38
                    kind: ResourceClaim
                  patch: |-
                    # more of them
                    - op: replace
                      path: /spec/devices/requests/0/count   # the first
                      value: 4

                    - {op: add, path: /spec/devices/requests/-, value: {name: b, deviceClassName: nic.example.com}}
                - path: operations.yaml
                  target: {kind: ResourceClaim}
                - path: other.yaml
                  target: {kind: Deployment}
                - patch: |
                    apiVersion: resource.k8s.io/v1beta1
                    kind: ResourceClaim
                    metadata: {name: a}
                    spec: {devices: {requests: [{name: gpu, count: 3}]}}
                """);
        Path operations = write("operations.yaml", """
                - op: test
                  path: "/spec/devices/requests/0/deviceClassName"
                  value: gpu.example.com
                - op: copy
                  from: /spec/devices/requests/0/count
                  path: /metadata/annotations/example.com~1count
                """);
        String otherText = "- {op: remove, path: /spec/devices/requests/0/count}\n";
        Path other = write("other.yaml", otherText);

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(kustomization).hasContent("""
                resources: [a.yaml]
                patches:
                - target:
                    group: resource.k8s.io
                    version: v1 # until 1.38
                    kind: ResourceClaim
                  patch: |-
                    # more of them
                    - op: replace
                      path: /spec/devices/requests/0/exactly/count   # the first
                      value: 4

                    - {op: add, path: /spec/devices/requests/-, value: {name: b, exactly: {deviceClassName: nic.example.com}}}
                - path: operations.yaml
                  target: {kind: ResourceClaim}
                - path: other.yaml
                  target: {kind: Deployment}
                - patch: |
                    apiVersion: resource.k8s.io/v1
                    kind: ResourceClaim
                    metadata: {name: a}
                    spec: {devices: {requests: [{name: gpu, exactly: {count: 3}}]}}
                """);
        assertThat(operations).hasContent("""
                - op: test
                  path: "/spec/devices/requests/0/exactly/deviceClassName"
                  value: gpu.example.com
                - op: copy
                  from: /spec/devices/requests/0/exactly/count
                  path: /metadata/annotations/example.com~1count
                """);
        assertThat(other).hasContent(otherText);
        assertThat(out()).contains("operations.yaml:1: JSON 6902 patch of ResourceClaim: v1beta1 -> v1");
        assertThat(run("migrate", "--check", folder.toString())).isEqualTo(ExitCode.CLEAN);
    }

    private static final String BASE = """
            apiVersion: resource.k8s.io/v1beta1
            kind: ResourceClaim
            metadata: {name: NAME}
            spec: {devices: {requests: [{name: gpu, deviceClassName: gpu.example.com}]}}
            """;

    /** Writes a base with claims a and b, and an overlay in which one patch is of claim a. */
    private void writeOverlay(String name, String patches, String patch) throws IOException {
        Files.createDirectories(folder.resolve("base/claims"));
        Files.createDirectories(folder.resolve(name));
        write("base/kustomization.yaml", "resources: [claims]\n");
        write("base/claims/kustomization.yaml", "resources: [a.yaml, b.yaml]\n");
        write("base/claims/a.yaml", BASE.replace("NAME", "a"));
        write("base/claims/b.yaml", BASE.replace("NAME", "b"));
        write(name + "/kustomization.yaml", "resources: [../base]\n" + patches);
        write(name + "/patch.yaml", patch);
    }

    /** The files below the folder that are still in v1beta1. */
    private List<String> stayed() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> stayed = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (Files.readString(file).contains("v1beta1")) {
                    stayed.add(folder.relativize(file).toString());
                }
            }
            return stayed;
        }
    }

    @Test
    void baseStaysWithPatchThatCannotBeMigrated() throws IOException {
        String patch = BASE.replace("NAME", "a").replace("deviceClassName: gpu.example.com", "cuont: 2");
        writeOverlay("one", "patches: [{path: patch.yaml}]\n", patch);
        writeOverlay("two", "patches: [{path: patch.yaml}]\n", patch.replace("cuont", "count"));

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(stayed()).containsExactly("base/claims/a.yaml", "one/patch.yaml", "two/patch.yaml");
        assertThat(out())
                .contains("one/patch.yaml:1: ResourceClaim a: stays in v1beta1: cuont (line 4) is an unknown field")
                .contains("a.yaml:1: ResourceClaim a: stays in v1beta1: the patch " + folder
                        + "/one/patch.yaml:1 cannot be migrated")
                .contains("two/patch.yaml:1: ResourceClaim a: stays in v1beta1: the patched object " + folder
                        + "/base/claims/a.yaml:1 cannot be migrated")
                .contains("b.yaml:1: ResourceClaim b: v1beta1 -> v1");
    }

    @Test
    void patchesStayWithBaseThatCannotBeMigrated() throws IOException {
        String target = "target: {kind: ResourceClaim, version: v1beta1, name: a}";
        writeOverlay(
                "one",
                """
                patches:
                - path: patch.yaml
                  TARGET
                - TARGET
                  patch: |-
                    - {op: replace, path: /spec/devices/requests/0/deviceClassName, value: other}
                - patch: |-
                    apiVersion: resource.k8s.io/v1beta1
                    kind: ResourceClaim
                    metadata: {name: b}
                    spec: {devices: {requests: [{name: gpu, count: 2}]}}
                """.replace("TARGET", target),
                "- {op: remove, path: /spec/devices/requests/0/deviceClassName}\n");
        write("base/claims/a.yaml", BASE.replace("NAME", "a").replace("deviceClassName", "deviceClasName"));
        String kustomization = Files.readString(folder.resolve("one/kustomization.yaml"));

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(stayed()).containsExactly("base/claims/a.yaml", "one/kustomization.yaml");
        assertThat(folder.resolve("one/patch.yaml"))
                .hasContent("- {op: remove, path: /spec/devices/requests/0/deviceClassName}\n");
        assertThat(folder.resolve("one/kustomization.yaml"))
                .hasContent(kustomization
                        .replace("resource.k8s.io/v1beta1", "resource.k8s.io/v1")
                        .replace("count: 2", "exactly: {count: 2}"));
    }

    @Test
    void operationOnAPlaceWithoutAnEquivalentIsRefused() throws IOException {
        String text = """
                patches:
                - target: {version: v1beta1, kind: ResourceSlice}
                  patch: |-
                    - {op: remove, path: /spec/devices/0/basic}
                """;
        Path kustomization = write("kustomization.yaml", text);

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(kustomization).hasContent(text);
        assertThat(out()).contains("kustomization.yaml:3: JSON 6902 patch of ResourceSlice: stays in v1beta1: ");
    }

    @Test
    void parametersOfAnOlderApiOfTheDriverAreRefused() throws IOException {
        String claim = """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: gpu}
                spec:
                  devices:
                    requests:
                    - {name: gpu, deviceClassName: gpu.nvidia.com}
                    config:
                    - opaque:
                        driver: gpu.nvidia.com
                        parameters: {apiVersion: %s, kind: GpuConfig}
                """;
        write("old.yaml", claim.formatted("gpu.nvidia.com/v1alpha1"));
        write("new.yaml", claim.formatted("resource.nvidia.com/v1beta1"));

        assertThat(run("migrate", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("old.yaml:1: ResourceClaim gpu: stays in v1beta1: its parameters (line 11)")
                .contains("rewrite them as resource.nvidia.com/v1beta1 GpuConfig first")
                .contains("new.yaml:1: ResourceClaim gpu: v1beta1 -> v1");
    }

    @Test
    void fixRequiresFiles() {
        assertThat(run("check", "--fix", "-")).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--fix", "--base", "HEAD")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--fix writes files and folders only");
    }
}
