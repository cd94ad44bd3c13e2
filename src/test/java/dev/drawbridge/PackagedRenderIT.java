package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.jgit.api.Git;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code check --kustomize} and {@code --helm} with fake tools in the PATH. */
class PackagedRenderIT {

    private static final String WRONG =
            "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata:\n  name: %s\nspec:\n  nosuch: 1\n";

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: %s}
            spec:
              devices: {requests: [{name: a, exactly: {deviceClassName: %s}}]}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void tools() throws IOException {
        tool(
                "kustomize",
                "[ \"$1 $2\" = 'build overlays/a' ] || { echo 'no such overlay' >&2; exit 1; }\ncat <<'X'\n"
                        + WRONG.formatted("a") + "X\n");
        tool(
                "helm",
                "case \"$*\" in 'template chart --kube-version 1.36.0 '*' --api-versions resource.k8s.io/v1 '*"
                        + "' --namespace dra --values v.yaml --set a.b=c') ;; *) exit 1 ;; esac\n"
                        + "cat <<'X'\n---\n# Source:"
                        + " chart/templates/b.yaml\n"
                        + WRONG.formatted("b") + "---\n# Source: chart/templates/c.yaml\n" + WRONG.formatted("c")
                        + "X\n");
    }

    private void tool(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void findingsNameTheOverlay() throws Exception {
        assertThat(check(1, "--kustomize", "overlays/a")).contains("overlays/a (kustomize):6:3: error: nosuch");
    }

    @Test
    void findingsNameTheTemplate() throws Exception {
        String[] options = {
            "--kubernetes", "1.36", "--namespace", "dra", "--helm", "chart", "--values", "v.yaml", "--helm-set", "a.b=c"
        };
        assertThat(check(1, options))
                .contains("chart/templates/b.yaml (helm):8:3: error: nosuch")
                .contains("chart/templates/c.yaml (helm):8:3: error: nosuch");
    }

    @Test
    void chartIsRenderedWithoutMissingDependencies() throws Exception {
        Path chart = Files.createDirectories(folder.resolve("chart"));
        Files.createDirectories(chart.resolve("charts/there"));
        Files.writeString(chart.resolve("Chart.yaml"), """
                apiVersion: v2
                name: chart
                dependencies:
                - name: there
                - name: node-feature-discovery
                  condition: nfd.enabled
                """);
        tool("helm", "grep -q node-feature \"$2/Chart.yaml\" && exit 1\ngrep -q there \"$2/Chart.yaml\" || exit 1\n");

        assertThat(check(0, "--helm", chart.toString()))
                .contains("dependency node-feature-discovery is not in charts/; run: helm dependency build " + chart);
    }

    @Test
    void failedOrMissingToolIsReportedWithItsOutput() throws Exception {
        assertThat(check(2, "--kustomize", "nosuch")).contains("kustomize build nosuch: exit code 1: no such overlay");
        Files.delete(folder.resolve("helm"));
        assertThat(check(2, "--helm", "chart")).contains("helm not found in PATH; install it");
    }

    @Test
    void comparesRenderedBaseWithRenderedHead() throws Exception {
        tool("kustomize", "cat $2/../base.yaml $2/more.yaml\n");
        Path repository = Files.createDirectories(folder.resolve("repository"));
        Path overlay = Files.createDirectories(repository.resolve("overlays/a"));
        Path base = repository.resolve("overlays/base.yaml");
        Files.writeString(base, CLAIM.formatted("one", "gpu"));
        Files.writeString(overlay.resolve("more.yaml"), "---\n" + CLAIM.formatted("two", "gpu"));
        Files.writeString(overlay.resolve("kustomization.yaml"), "resources: [../base.yaml, more.yaml]\n");
        commit(repository);
        assertThat(checkIn(repository, 0, "--base", "HEAD", "--kustomize", "overlays/a"))
                .contains("no DRA objects checked");
        Files.move(base, overlay.resolve("moved.yaml"));
        assertThat(checkIn(repository, 1, "--base", "HEAD", "--kustomize", "overlays/a"))
                .contains("overlays/a/kustomization.yaml:1:13: error: overlays/a no longer builds: ../base.yaml");
        Files.move(overlay.resolve("moved.yaml"), base);

        Files.writeString(base, CLAIM.formatted("one", "tpu"));
        assertThat(checkIn(overlay, 1, "--base", "HEAD", "--kustomize", "../a"))
                .contains("../base.yaml:5:61: error: spec: field is immutable", "in ResourceClaim default/one")
                .doesNotContain("default/two");
        assertThat(checkIn(repository, 0, "--base", "HEAD", "--head", "HEAD", "--kustomize", "overlays/a"))
                .contains("no DRA objects checked");
        assertThat(checkIn(repository, 2, "--base", "HEAD", "--kustomize", "nosuch"))
                .contains("neither base nor head has");
        assertThat(checkIn(repository, 2, "--base", "HEAD", "--kustomize", folder.toString()))
                .contains("not in the repository");

        Files.delete(overlay.resolve("more.yaml"));
        commit(repository);
        Files.writeString(overlay.resolve("more.yaml"), "---\n" + CLAIM.formatted("two", "gpu"));
        assertThat(checkIn(repository, 0, "--base", "HEAD", "--kustomize", "overlays/a"))
                .contains("the base does not build; all objects are checked as new", "2 DRA objects checked");
    }

    private static void commit(Path repository) throws Exception {
        try (Git git = Git.init().setDirectory(repository.toFile()).call()) {
            git.add().addFilepattern(".").call();
            git.commit()
                    .setAll(true)
                    .setMessage("a")
                    .setSign(false)
                    .setAuthor("a", "a@example.com")
                    .setCommitter("a", "a@example.com")
                    .call();
        }
    }

    @Test
    void chartsOfBaseAndHeadAreCompared() throws Exception {
        tool("kustomize", "cat $2/app.yaml\n");
        tool("helm", "echo '# Source: gpu/a.yaml'; cat $3/a.yaml\n");
        Path repository = Files.createDirectories(folder.resolve("repository"));
        Path cluster = Files.createDirectories(repository.resolve("cluster"));
        Files.writeString(cluster.resolve("kustomization.yaml"), "resources: [app.yaml]\n");
        Files.writeString(cluster.resolve("app.yaml"), """
                apiVersion: argoproj.io/v1alpha1
                kind: Application
                metadata: {name: gpu, namespace: argocd}
                spec: {sources: [{path: chart, helm: {}}, {path: more}], destination: {namespace: team}}
                """);
        for (String one : List.of("chart", "more")) {
            Files.createDirectories(repository.resolve(one));
            Files.writeString(repository.resolve(one + "/Chart.yaml"), "{apiVersion: v2, name: gpu, version: 1.0.0}\n");
            Files.writeString(repository.resolve(one + "/a.yaml"), CLAIM.formatted(one, "gpu"));
        }
        commit(repository);
        for (String one : List.of("chart", "more")) {
            Files.writeString(repository.resolve(one + "/a.yaml"), CLAIM.formatted(one, "tpu"));
        }

        assertThat(checkIn(repository, 1, "--base", "HEAD", "--kustomize", "cluster"))
                .contains("chart/a.yaml:5:61: error: spec: field is immutable", "(it was at chart/a.yaml:5:61 in HEAD)")
                .contains("in ResourceClaim team/chart", "in ResourceClaim team/more");
    }

    /** What charts make is rendered, too; what is not followed is listed. */
    @Test
    void chartThatMakesApplicationsIsRendered() throws Exception {
        tool("kustomize", "cat $2/app.yaml\n");
        tool("helm", "echo '# Source: x/templates/a.yaml'; cat $3/templates/a.yaml\n");
        Path repository = Files.createDirectories(folder.resolve("repository"));
        for (String one : List.of("cluster", "apps", "chart")) {
            Files.createDirectories(repository.resolve(one + "/templates"));
            Files.writeString(repository.resolve(one + "/Chart.yaml"), "{apiVersion: v2, name: x, version: 1.0.0}\n");
        }
        String object = "---\napiVersion: %s\nkind: %s\nmetadata: {name: %s}\nspec: {source: {path: %s}}\n";
        String argo = "argoproj.io/v1alpha1";
        Files.writeString(repository.resolve("cluster/kustomization.yaml"), "resources: [app.yaml]\n");
        Files.writeString(
                repository.resolve("cluster/app.yaml"), object.formatted(argo, "Application", "root", "apps"));
        Files.writeString(
                repository.resolve("apps/templates/a.yaml"),
                object.formatted(argo, "Application", "child", "chart")
                        + object.formatted(argo, "Application", "other", "nosuch")
                        + object.formatted(argo, "ApplicationSet", "all", "chart")
                        + object.formatted("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "flux", "chart"));
        Files.writeString(repository.resolve("chart/templates/a.yaml"), CLAIM.formatted("one", "gpu"));
        commit(repository);
        Files.writeString(repository.resolve("chart/templates/a.yaml"), CLAIM.formatted("one", "tpu"));

        assertThat(checkIn(repository, 1, "--base", "HEAD", "--kustomize", "cluster"))
                .contains("chart/templates/a.yaml:5:61: error: spec: field is immutable", "in Application child")
                .contains("Application other: not checked: a chart makes it")
                .contains("Kustomization flux: not checked: a chart makes it")
                .contains("ApplicationSet all: not checked: its Applications are not followed")
                .contains("3 in ApplicationSets and charts")
                .doesNotContain("Application child: not checked");
        assertThat(checkIn(repository, 0, ".")).contains("1 DRA object checked in");
    }

    /** Files of values in the tree, from the chart, the root, another source, and for Flux always from the root. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        sources: [{path: chart, helm: {valueFiles: [v.yaml]}}]                          | chart/v.yaml  | 1
        sources: [{path: chart, helm: {valueFiles: [../vals/v.yaml]}}]                  | vals/v.yaml   | 1
        sources: [{path: chart, helm: {valueFiles: [/vals/v.yaml]}}]                    | vals/v.yaml   | 1
        sources: [{path: chart, helm: {valueFiles: [$r/vals/v.yaml]}}, {ref: r}]        | vals/v.yaml   | 1
        sources: [{path: chart, helm: {valueFiles: [$x/vals/v.yaml]}}, {ref: r}]        | vals/v.yaml   | 0
        sources: [{path: chart, helm: {valueFiles: [../../v.yaml]}}]                    | ../v.yaml     | 0
        sources: [{path: chart, helm: {valueFiles: [//etc/v.yaml]}}]                    | vals/v.yaml   | 0
        chart: {spec: {chart: chart, valuesFiles: [./vals/v.yaml], sourceRef: {kind: GitRepository}}} | vals/v.yaml | 1
        chart: {spec: {chart: chart, valuesFiles: [v.yaml], sourceRef: {kind: GitRepository}}}        | chart/v.yaml | 0
        """)
    void filesOfValues(String spec, String file, int exitCode) throws Exception {
        tool("kustomize", "cat $2/app.yaml\n");
        // The values are what the chart renders.
        tool(
                "helm",
                "echo '# Source: gpu/a.yaml'; for i; do case $p in --values) cat $i; echo ---; esac; p=$i; done\n");
        Path repository = Files.createDirectories(folder.resolve("repository"));
        for (String one : List.of("cluster", "chart", "vals")) {
            Files.createDirectories(repository.resolve(one));
        }
        Files.writeString(repository.resolve("cluster/kustomization.yaml"), "resources: [app.yaml]\n");
        Files.writeString(
                repository.resolve("cluster/app.yaml"),
                (spec.startsWith("sources")
                                ? "apiVersion: argoproj.io/v1alpha1\nkind: Application\n"
                                : "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n")
                        + "metadata: {name: gpu, namespace: team}\nspec: {" + spec + "}\n");
        Files.writeString(repository.resolve("chart/Chart.yaml"), "{apiVersion: v2, name: gpu, version: 1.0.0}\n");
        Files.writeString(repository.resolve(file), CLAIM.formatted("one", "gpu"));
        commit(repository);
        Files.writeString(repository.resolve(file), CLAIM.formatted("one", "tpu"));

        assertThat(checkIn(repository, exitCode, "--base", "HEAD", "--kustomize", "cluster"))
                .contains(
                        exitCode == 1 ? file + ":5:61: error: spec: field is immutable" : "v.yaml is not in the tree");
        Files.delete(repository.resolve(file));
        assertThat(checkIn(repository, exitCode, "--base", "HEAD", "--kustomize", "cluster"))
                .contains(exitCode == 1 ? "no longer renders: its file of values" : "v.yaml is not in the tree");
    }

    /** A release of which only the chart has claims, in a folder that Flux applies. */
    @Test
    void releaseThatAKustomizationAppliesIsRendered() throws Exception {
        tool("kustomize", "cat $2/app.yaml\n");
        tool("helm", "echo '# Source: gpu/a.yaml'; cat $3/a.yaml\n");
        Path repository = Files.createDirectories(folder.resolve("repository"));
        for (String one : List.of("cluster", "release", "chart")) {
            Files.createDirectories(repository.resolve(one));
        }
        Files.writeString(repository.resolve("cluster/kustomization.yaml"), "resources: [app.yaml]\n");
        Files.writeString(repository.resolve("cluster/app.yaml"), """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: apps, namespace: flux-system}
                spec: {path: ./release, sourceRef: {kind: GitRepository, name: flux-system}}
                """);
        Files.writeString(repository.resolve("release/kustomization.yaml"), "resources: [app.yaml]\n");
        Files.writeString(repository.resolve("release/app.yaml"), """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: gpu, namespace: team}
                spec: {chart: {spec: {chart: ./chart, sourceRef: {kind: GitRepository, name: flux-system}}}}
                """);
        Files.writeString(repository.resolve("chart/Chart.yaml"), "{apiVersion: v2, name: gpu, version: 1.0.0}\n");
        Files.writeString(repository.resolve("chart/a.yaml"), CLAIM.formatted("one", "gpu"));
        commit(repository);
        Files.writeString(repository.resolve("chart/a.yaml"), CLAIM.formatted("one", "tpu"));

        assertThat(checkIn(repository, 1, "--base", "HEAD", "--kustomize", "cluster"))
                .contains("chart/a.yaml:5:61: error: spec: field is immutable");
    }

    @Test
    void releasesOfChartsAtHandAreRendered() throws Exception {
        Path packed = Files.createDirectories(folder.resolve("packed"));
        Files.writeString(packed.resolve("gpu-1.2.3.tgz"), "");
        Path release = Files.writeString(folder.resolve("release.yaml"), """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: one, namespace: team}
                spec:
                  chart: {spec: {chart: gpu, version: %s, sourceRef: {kind: HelmRepository, name: x}}}
                  valuesFrom:
                  - {kind: ConfigMap, name: values}
                  - {kind: Secret, name: values}
                  - {kind: ConfigMap, name: values, valuesKey: other}
                  - {kind: ConfigMap, name: values}
                  values: {resourceClaims: [{name: gpu, resourceClaimName: one, extra: 1}]}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: values, namespace: team}
                data: {values.yaml: "from: map", other: "from: key"}
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: values, namespace: team}
                stringData: {values.yaml: "from: secret"}
                """.formatted("1.2.3"));
        tool("helm", """
                case "$*" in 'template one '*'/packed/gpu-1.2.3.tgz '*' --namespace team --values '*) ;; *) exit 1 ;; esac
                order=$(for file; do case $file in */values-[0-3].yaml) sed 's/from: //' $file; echo ;; esac; done)
                [ "$(echo $order)" = 'map secret key map' ] || exit 2
                cat <<'X'
                ---
                # Source: gpu/templates/a.yaml
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: one
                spec: {nosuch: 1}
                X
                """);

        assertThat(check(1, "--charts", packed.toString(), release.toString()))
                .contains("nosuch: unknown field", "in HelmRelease team/one", "spec.nosuch in ResourceClaim team/one")
                .doesNotContain("extra");
        tool("helm", "exit 1\n");
        assertThat(check(0, "--charts", packed.toString(), release.toString()))
                .contains("HelmRelease team/one: not rendered, only its values are checked: helm template one");
    }

    @Test
    void kustomizationsOfFluxAreFollowed() throws Exception {
        tool("kustomize", "cat $2/claim.yaml\n");
        Path app = Files.createDirectories(folder.resolve("tree/app"));
        Files.writeString(app.resolve("kustomization.yaml"), "resources: [claim.yaml]\n");
        Files.writeString(app.resolve("claim.yaml"), WRONG.formatted("${APP}"));
        Files.writeString(folder.resolve("tree/ks.yaml"), """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: app, namespace: flux-system}
                spec:
                  path: ./app
                  sourceRef: {kind: GitRepository, name: flux-system}
                  postBuild: {substitute: {APP: one}}
                """);

        assertThat(check(1, folder.resolve("tree").toString()))
                .contains("/tree/app/claim.yaml:6:3: error: nosuch: unknown field")
                .contains("; in Kustomization flux-system/app\n", "spec.nosuch in DeviceClass one");
        tool("kustomize", "echo broken >&2; exit 1\n");
        // As it is written: its metadata alone has a placeholder.
        assertThat(check(1, folder.resolve("tree").toString()))
                .contains("/tree/app/claim.yaml:6:3: error: nosuch: unknown field", "spec.nosuch in DeviceClass ${APP}")
                .contains("Kustomization flux-system/app: not checked: broken")
                .contains("1 in Kustomizations and Applications that cannot be built");
    }

    private String check(int exitCode, String... arguments) throws Exception {
        return checkIn(Path.of(""), exitCode, arguments);
    }

    private String checkIn(Path where, int exitCode, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Distribution.LAUNCHER.toString(), "check"));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(where.toAbsolutePath().toFile())
                .redirectErrorStream(true);
        // The machine's own tools of these names are not used.
        String others = Arrays.stream(System.getenv("PATH").split(":"))
                .filter(directory -> !Files.exists(Path.of(directory, "helm")))
                .collect(Collectors.joining(":"));
        builder.environment().put("PATH", folder + ":" + others);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
        return output;
    }
}
