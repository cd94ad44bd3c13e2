package dev.drawbridge.gitops;

import static dev.drawbridge.gitops.GateTest.POD;
import static dev.drawbridge.gitops.GateTest.STABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.check.RenderedSources.Applied;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Skipped;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the merge gate in trees that Flux or Argo CD applies. */
class AppliedGateTest extends RepositoryTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        {path: ./o, sourceRef: {kind: GitRepository, name: flux-system}} | Kustomization a applies ./o, which does not exist; this change moves it to p
        {path: o, sourceRef: {kind: OCIRepository, name: flux-system}}   | none
        {path: p, sourceRef: {kind: GitRepository, name: flux-system}}   | none
        {source: {path: o, repoURL: 'https://example.com/own.git'}}      | Application a applies o, which does not exist; this change moves it to p
        {source: {path: o, repoURL: x/own, targetRevision: main}}        | Application a applies o, which does not exist; this change moves it to p
        {source: {path: o, repoURL: x/own, targetRevision: v1}}          | none
        {sources: [{path: o, repoURL: 'https://example.com/other'}]}     | none
        """)
    void folderThatFluxOrArgoApplies(String spec, String message) throws Exception {
        git.getRepository().getConfig().setString("remote", "origin", "url", "git@example.com:x/own");
        git.getRepository().getConfig().save();
        String kind = spec.contains("repoURL")
                ? "apiVersion: argoproj.io/v1alpha1\nkind: Application\n"
                : "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n";
        write("base/claim.yaml", STABLE);
        write("base/kustomization.yaml", "resources: [claim.yaml]\n");
        write("flux.yaml", kind + "metadata: {name: a}\nspec: " + spec + "\n");
        commit("o/kustomization.yaml", "resources: [../base]\n");
        Files.move(folder.resolve("o"), folder.resolve("p"));

        assertThat(validated().findings()).hasSize(message == null ? 0 : 1).allSatisfy(finding -> {
            assertThat(finding.file()).isEqualTo("flux.yaml");
            assertThat(finding.lineNumber()).isEqualTo(4);
            assertThat(finding.message()).isEqualTo(message);
        });
        Map<String, byte[]> texts = Map.of("c (kustomize)", Files.readAllBytes(folder.resolve("flux.yaml")));
        try (GitTrees files = GitTrees.open(folder, "HEAD", null)) {
            Trees only = new RenderedTrees("HEAD", texts, texts, List.of(), new RenderedSources(), files, false);
            assertThat(new Checker(CheckSettings.DEFAULT).check(only).findings())
                    .extracting(Finding::message)
                    .isEqualTo(message == null ? List.of() : List.of(message));
        }
    }

    /** One cluster has one Kustomization of a name; the same objects in two clusters are two. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        apps   | {}                                                   | none     | refers to ResourceClaim training, which this change deletes (it was in a/claim.yaml)
        apps   | {sourceRef: {name: a}, prune: true}                  | none     | refers to ResourceClaim training, which this change deletes
        apps   | {sourceRef: {name: a}, prune: false}                 | none     | none
        apps   | {sourceRef: {name: a}, prune: true, suspend: true}   | none     | refers to ResourceClaim training, which is deleted once apps is resumed (it was in a/claim.yaml)
        apps   | {destination: {}, syncPolicy: {automated: {}}}       | none     | refers to ResourceClaim training, which is deleted once apps is synced with pruning (it was in
        apps   | {destination: {}, syncPolicy: {automated: {prune: true}}} | none | refers to ResourceClaim training, which this change deletes
        apps   | {destination: {}, syncPolicy: {automated: {prune: true}, syncOptions: [Prune=false]}} | none | none
        apps   | {}                                                   | count: 2 | field is immutable. spec.devices.requests[0].exactly.count changed from 1 to 2 (it was at a/claim
        apps-b | {}                                                   | none     | none
        apps-b | {destination: {server: 'https://b'}}                 | none     | refers to
        apps-b | {destination: {name: b}}                             | none     | none
        apps-b | {kubeConfig: {secretRef: {name: b}}}                 | none     | refers to
        """)
    void objectsOfSeveralClusters(String title, String spec, String change, String message) throws Exception {
        commit("a.yaml", "a: b\n");
        String claim = change == null ? "" : STABLE.replace("count: 1", change);
        RenderedSources before = new RenderedSources();
        RenderedSources after = new RenderedSources();
        after.compareWith(before);
        Map<String, byte[]> base = rendered(before, title, spec, STABLE);
        Map<String, byte[]> head = rendered(after, title, spec, claim);
        try (GitTrees files = GitTrees.open(folder, "HEAD", null)) {
            Trees trees = new RenderedTrees("HEAD", base, head, List.of(), after, files, false);
            assertThat(new Checker(CheckSettings.DEFAULT).check(trees).findings())
                    .hasSize(message == null ? 0 : 1)
                    .allMatch(one -> one.message().startsWith(message));
        }
    }

    /** What two entries apply: a claim that only the first one may change, and a pod. */
    private static Map<String, byte[]> rendered(RenderedSources sources, String title, String spec, String claim) {
        Map<String, byte[]> texts = new LinkedHashMap<>();
        for (String entry : List.of("a", "b")) {
            boolean isFirst = entry.equals("a");
            String destination = isFirst ? "{destination: {server: 'https://a'}}" : spec;
            ObjectValue value = (ObjectValue) ((Document) new YamlReader(ReadLimits.DEFAULT)
                            .read((title.equals("apps") ? spec : destination).getBytes())
                            .get(0))
                    .value();
            Applied by = new Applied(isFirst ? "apps" : title, value, entry, "");
            Map.of("claim", isFirst ? claim : STABLE, "pod", POD).forEach((file, text) -> {
                texts.put(entry + ": " + file, text.getBytes());
                sources.add(
                        entry + ": " + file,
                        text.getBytes(),
                        Map.of(entry + "/" + file + ".yaml", text.getBytes()),
                        by);
            });
        }
        return texts;
    }

    /** Objects have the namespace that Flux or Argo CD gives them; what is no longer applied may be elsewhere. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        targetNamespace: ml, prune: true, sourceRef: {kind: GitRepository, name: a} | targetNamespace: x, prune: true, sourceRef: {kind: GitRepository, name: a} | b | refers to ResourceClaim training, which this change moves to namespace x (it was in ml, in b/claim.yaml); move both, or refer to another
        destination: {namespace: ml}                  | destination: {namespace: x} | b | refers to ResourceClaim training, which this change moves to namespace x (it was in ml, in b/claim.yaml; deleted once Application b is synced with pruning); move both, or refer to another
        destination: {namespace: ml}                  | destination: {namespace: x} | a b | none
        destination: {namespace: ml}                  | destination: {namespace: ml, server: y} | b | none
        destination: {namespace: ml}                  | none                        | b | none
        targetNamespace: ml, sourceRef: {kind: OCIRepository, name: a} | targetNamespace: x, sourceRef: {kind: OCIRepository, name: a} | b | none
        """)
    void namespaceThatFluxOrArgoGives(String before, String after, String changed, String message) throws Exception {
        String kind = before.startsWith("dest")
                ? "apiVersion: argoproj.io/v1alpha1\nkind: Application\n"
                : "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n";
        kind += "metadata: {name: %s}\nspec: {path: %s, source: {path: %<s}, %s}\n";
        write("a/pod.yaml", POD);
        write("b/claim.yaml", STABLE);
        write("b/kustomization.yaml", "resources: [claim.yaml]\n");
        write("b.yaml", kind.formatted("b", "b", before));
        commit("a.yaml", kind.formatted("a", "./a", before));
        for (String one : changed.split(" ")) {
            write(one + ".yaml", after == null ? "" : kind.formatted(one, one, after));
        }

        assertThat(validated().findings())
                .extracting(Finding::message)
                .isEqualTo(message == null ? List.of() : List.of(message));
    }

    /** What applies the objects may be in files that do not change; by default Argo CD applies no inner folder. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        path: app                                 | x  | it is in namespace ml (app/claim.yaml:1:1)
        path: app                                 | ml | none
        path: .                                   | x  | none
        path: ., directory: {recurse: true}       | x  | it is in namespace ml (app/claim.yaml:1:1)
        path: app, kustomize: {namespace: prod}   | x  | none
        path: app, repoURL: 'https://example.com' | x  | it is in namespace ml (app/claim.yaml:1:1)
        """)
    void destinationOfAnApplicationThatDoesNotChange(String source, String namespace, String advice) throws Exception {
        write("argo.yaml", """
            {apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: a},
             spec: {source: {%s}, destination: {namespace: ml}}}
            """.formatted(source));
        write("app/claim.yaml", STABLE);
        commit("app/pod.yaml", POD.replace("trainer", "trainer\n  namespace: ml"));
        write("app/pod.yaml", POD.replace("trainer", "trainer\n  namespace: " + namespace));

        assertThat(validated().findings())
                .hasSize(advice == null ? 0 : 1)
                .allMatch(one -> one.message().contains(advice));
    }

    /** The source of a replacement decides about objects of files that do not change. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        x | limits.[example.com/gpu] | has a replacement whose source ConfigMap x changes; to check it: --base REV --kustomize o
        x | requests.cpu             | none
        y | limits.[example.com/gpu] | none
        """)
    void sourceOfAReplacement(String name, String target, String skipped) throws Exception {
        String map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {n: \"%s\"}}\n";
        write("o/claim.yaml", STABLE);
        write("o/map.yaml", map.formatted("x", "1"));
        commit("o/kustomization.yaml", """
                resources: [claim.yaml, map.yaml]
                replacements:
                - source: {kind: ConfigMap, name: x, fieldPath: data.n}
                  targets: [{select: {kind: Job}, fieldPaths: ['spec.containers.0.resources.%s']}]
                """.formatted(target));
        write("o/map.yaml", map.formatted(name, "2"));

        assertThat(validated().summary().listed())
                .extracting(Skipped::reason)
                .isEqualTo(skipped == null ? List.of() : List.of(skipped));
    }

    /** No file tells what a kustomization no longer combines, or combines instead. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        resources: [../a], patches: [path: p.yaml] | resources: [../a] | no longer has the patches or replacements in o/p.yaml
        resources: [../a] | resources: [../a], patches: [path: p.yaml] | now has the patches or replacements in o/p.yaml
        resources: [../a], components: [../c]      | resources: [../a] | no longer has the patches or replacements in c/kustomization.yaml
        resources: [../a]                          | resources: [../b] | now has ResourceClaim training of b/claim.yaml, and not of a/claim.yaml
        resources: [../a]                          | resources: [../a, ../d] | none
        resources: [../a, p.yaml]                  | resources: [../a, p.yaml], images: [{name: a, newTag: b}] | none
        """)
    void whatAKustomizationCombines(String before, String after, String skipped) throws Exception {
        for (String one : List.of("a", "b", "d")) {
            String claim = STABLE.replace("count: 1", one.equals("b") ? "count: 2" : "count: 1");
            write(one + "/claim.yaml", one.equals("d") ? claim.replace("training", "other") : claim);
            write(one + "/kustomization.yaml", "resources: [claim.yaml]\n");
        }
        write(
                "c/kustomization.yaml",
                "{kind: Component, apiVersion: kustomize.config.k8s.io/v1alpha1, patches:"
                        + " [{target: {kind: ResourceClaim}, patch: '[]'}]}\n");
        write("o/p.yaml", STABLE.replace("count: 1", "count: 4"));
        commit("o/kustomization.yaml", "{" + before + "}\n");
        write("o/kustomization.yaml", "{" + after + "}\n");

        assertThat(validated().summary().listed().stream()
                        .filter(one -> one.place().equals("o/kustomization.yaml")))
                .extracting(Skipped::reason)
                .isEqualTo(skipped == null ? List.of() : List.of(skipped + "; to check it: --base REV --kustomize o"));
    }

    /** Flux replaces the namespaces that objects have; Argo CD does not. */
    @ParameterizedTest
    @CsvSource({"targetNamespace: %s, 0", "destination: {namespace: %s}, 1"})
    void namespaceThatFluxReplaces(String field, int findings) throws Exception {
        String kind = field.startsWith("dest")
                ? "apiVersion: argoproj.io/v1alpha1\nkind: Application\n"
                : "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n";
        String spec = field + ", path: apps, source: {path: apps}, sourceRef: {kind: GitRepository, name: a}";
        String text = kind + "metadata: {name: a}\nspec: {" + spec + "}\n";
        write("apps/pod.yaml", POD);
        write("apps/claim.yaml", STABLE.replace("name: training", "{name: training, namespace: ml}"));
        commit("flux.yaml", text.formatted("ml"));
        write("flux.yaml", text.formatted("x"));

        assertThat(validated().findings()).hasSize(findings);
    }

    /** Each object of Flux finds its source at once. */
    @Test
    @Tag("siege")
    @Timeout(30)
    void thousandsOfKustomizationsOfFlux() throws Exception {
        String flux = IntStream.range(0, 8000)
                .mapToObj(number -> """
                        ---
                        apiVersion: kustomize.toolkit.fluxcd.io/v1
                        kind: Kustomization
                        metadata: {name: f%1$d}
                        spec: {path: PATH, sourceRef: {kind: GitRepository, name: g%1$d}}
                        ---
                        apiVersion: source.toolkit.fluxcd.io/v1
                        kind: GitRepository
                        metadata: {name: g%1$d}
                        spec: {}
                        """.formatted(number))
                .collect(Collectors.joining());
        write("apps/claim.yaml", STABLE);
        commit("flux.yaml", flux.replace("PATH", "apps"));
        write("flux.yaml", flux.replace("PATH", "elsewhere"));

        assertThat(validated().findings()).hasSize(8000);
    }

    /** A file of the chart of a release decides; another file, and a release of another repository's chart, do not. */
    @ParameterizedTest
    @CsvSource({
        "GitRepository, chart/values.yaml, 1",
        "GitRepository, values.yaml, 0",
        "GitRepository, flux/values.yaml, 1",
        "GitRepository, flux/other.yaml, 0",
        "GitRepository, map.yaml, 1",
        "HelmRepository, map.yaml, 0",
        "HelmRepository, chart/a.yaml, 0"
    })
    void releasesThatAreNotFollowedAreNamed(String source, String file, int skipped) throws Exception {
        write("flux/release.yaml", """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: apps}
                spec: {chart: {spec: {chart: ./chart, sourceRef: {kind: %s, name: a}}}, valuesFrom: [{name: settings}]}
                """.formatted(source));
        write("flux/kustomization.yaml", "configMapGenerator: [{name: settings, files: [values.yaml]}]\n");
        commit("chart/templates/claim.yaml", "kind: ResourceClaim\nname: {{ .Values.name }}\n");
        write(file, file.startsWith("map") ? "{kind: ConfigMap, metadata: {name: settings}}\n" : "count: 2\n");

        assertThat(validated().summary().listed().stream().map(Skipped::reason))
                .filteredOn(one -> one.contains("not followed"))
                .hasSize(skipped)
                .allMatch(
                        one -> one.equals("HelmRelease apps: not followed; to follow it: --base REV --kustomize flux"));
    }

    /** A variable, a kustomization, a claim and an extended resource decide; a file without these does not. */
    @ParameterizedTest
    @CsvSource({
        "template.yaml, vars.yaml, 'apiVersion: v1, kind: ConfigMap, metadata: {name: settings}', 1",
        "template.yaml, kustomization.yaml, 'resources: [claim.yaml]', 1",
        "template.yaml, claim.yaml, 'apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: x}', 1",
        "template.yaml, other.yaml, 'apiVersion: v1, kind: Service, metadata: {name: x}', 0",
        "text.md, kustomization.yaml, 'resources: [claim.yaml]', 0",
        "text.md, pod.yaml, 'kind: Pod, spec: {containers: [{resources: {limits: {example.com/gpu: 1}}}]}', 1",
        "text.md, pod.yaml, 'kind: Pod, spec: {containers: [{resources: {limits: {cpu: 1}}}]}', 0"
    })
    void kustomizationsOfFluxThatAreNotFollowedAreNamed(String before, String file, String text, int skipped)
            throws Exception {
        write("flux.yaml", """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: apps}
                spec: {path: ./apps, postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}}
                """);
        commit("apps/" + before, STABLE);
        write("apps/" + file, "{" + text + "}\n");

        assertThat(validated().summary().listed().stream()
                        .filter(one -> one.file().equals("flux.yaml")))
                .hasSize(skipped)
                .allSatisfy(one -> assertThat(one.reason())
                        .contains("Kustomization apps: not followed; to follow it: --base REV --kustomize ."))
                .allSatisfy(one -> assertThat(one.isKnown()).isTrue());
        write("flux2.yaml", Files.readString(folder.resolve("flux.yaml")).replace("apps", "other"));
        assertThat(validated().summary().listed().stream().anyMatch(one -> !one.isKnown()))
                .isEqualTo(!before.endsWith("md") || skipped == 1);
    }

    /** What nothing applies any more is deleted, although its file stays; an Application may be renamed or moved. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        argo/apps.yaml  | apps  | {path: a}, {path: b}    | none
        argo/apps.yaml  | apps  | {path: b}, {path: a}    | none
        argo/other.yaml | other | {path: a}, {path: b}    | none
        argo/apps.yaml  | apps  | {path: b}               | Application apps: no longer applies a/claim.yaml, and is not followed; to follow it: --base REV --kustomize argo
        argo/other.yaml | other | {path: b}               | Application apps: no longer applies a/claim.yaml, and is not followed; to follow it: --base REV --kustomize argo
        argo/apps.yaml  | none  | none                    | Application apps: no longer applies a/claim.yaml, and is not followed; to follow it: --base REV --kustomize argo
        argo/apps.yaml  | apps  | {path: a}               | none
        argo/apps.yaml  | apps  | {path: a, directory: {include: '{c*l,d}'}} | none
        argo/apps.yaml  | apps  | {path: a, directory: {include: c*l, exclude: '{d,claim}.y?ml'}} | Application apps: no longer applies a/claim.yaml, and is not followed; to follow it: --base REV --kustomize argo
        argo/apps.yaml  | apps  | {path: .}               | Application apps: no longer applies a/claim.yaml, and is not followed; to follow it: --base REV --kustomize argo
        argo/apps.yaml  | apps  | {path: ., directory: {recurse: true}} | none
        argo/apps.yaml  | apps  | {path: ., directory: {recurse: true, exclude: a*}} | Application apps: no longer applies a/claim.yaml, and is not followed; to follow it: --base REV --kustomize argo
        argo/apps.yaml  | apps  | {path: ., helm: {}}     | Application apps: not followed; to follow it: --base REV --kustomize argo
        """)
    void sourceThatAChangeRemoves(String file, String name, String sources, String message) throws Exception {
        String application = """
                apiVersion: argoproj.io/v1alpha1
                kind: Application
                metadata: {name: %s}
                spec: {sources: [%s]}
                """;
        write("a/claim.yaml", STABLE);
        write("b/service.yaml", "{apiVersion: v1, kind: Service, metadata: {name: x}}\n");
        commit("argo/apps.yaml", application.formatted("apps", "{path: a}, {path: b}"));
        Files.delete(folder.resolve("argo/apps.yaml"));
        if (name != null) {
            write(file, application.formatted(name, sources));
        }

        assertThat(validated().summary().listed())
                .extracting(Skipped::reason)
                .isEqualTo(message == null ? List.of() : List.of(message));
    }

    /** A kustomization decides what an unchanged Application applies, in the base by that of the base. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        none                   | resources: [x.yaml]         | a/c.yaml
        none                   | resources: [x.yaml, c.yaml] | none
        resources: [b/d.yaml]  | none                        | a/b/d.yaml
        resources: [c.yaml]    | none                        | none
        """)
    void kustomizationThatComesOrGoes(String before, String after, String file) throws Exception {
        write(
                "argo/apps.yaml",
                "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: apps},\n"
                        + " spec: {source: {path: a}}}\n");
        write("a/x.yaml", "{apiVersion: v1, kind: Service, metadata: {name: x}}\n");
        write("a/b/d.yaml", STABLE.replace("training", "inner"));
        write("a/kustomization.yaml", before == null ? "" : before + "\n");
        if (before == null) {
            Files.delete(folder.resolve("a/kustomization.yaml"));
        }
        commit("a/c.yaml", STABLE);
        if (after == null) {
            Files.delete(folder.resolve("a/kustomization.yaml"));
        } else {
            write("a/kustomization.yaml", after + "\n");
        }

        assertThat(validated().summary().listed())
                .extracting(Skipped::reason)
                .isEqualTo(
                        file == null
                                ? List.of()
                                : List.of("Application apps: no longer applies " + file
                                        + ", and is not followed; to follow it: --base REV --kustomize argo"));
    }

    /** Argo CD applies no files of inner folders by default; what leads to a claim counts as well as a claim. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        {path: a}                             | {source: {path: x}} | Application apps: no longer applies a/b/c.yaml, and is not followed; to follow it: --base REV --kustomize argo
        {path: a}                             | none                | Application apps: no longer applies a/b/c.yaml, and is not followed; to follow it: --base REV --kustomize argo
        {path: a, directory: {recurse: true}} | none                | none
        {path: a/b}                           | none                | none
        """)
    void fileThatMovesIntoAnInnerFolder(String source, String inner, String message) throws Exception {
        String application =
                "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: apps}, spec: %s}\n";
        write("x/claim.yaml", STABLE);
        write("argo/apps.yaml", application.formatted("{source: " + source + "}"));
        String text = inner == null ? STABLE.replace("training", "other") : application.formatted(inner);
        commit("a/c.yaml", text);
        Files.delete(folder.resolve("a/c.yaml"));
        write("a/b/c.yaml", text);

        assertThat(validated().summary().listed())
                .extracting(Skipped::reason)
                .isEqualTo(message == null ? List.of() : List.of(message));
    }

    /** A claim that leaves what Flux or Argo CD applies is deleted, stays, or stays until somebody prunes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        {path: a, prune: true, sourceRef: {kind: GitRepository}}                 | same | none | error which this change deletes
        {path: a, prune: false, sourceRef: {kind: GitRepository}}                | same | none | none
        {path: a, prune: true, sourceRef: {kind: GitRepository}}                 | {path: a, prune: false, sourceRef: {kind: GitRepository}} | none | none
        {path: a, prune: true, sourceRef: {kind: GitRepository}, suspend: true}  | same | none | warning which is deleted once Kustomization apps is resumed
        {path: a, prune: true, sourceRef: {kind: GitRepository}, suspend: true}  | none | none | none
        {path: a, prune: true, sourceRef: {kind: GitRepository}, deletionPolicy: Orphan} | none | none | none
        {path: a, prune: true, sourceRef: {kind: GitRepository}}                 | same | kustomize.toolkit.fluxcd.io/prune: Disabled | none
        {path: b, prune: true, sourceRef: {kind: GitRepository}}                 | same | kustomize.toolkit.fluxcd.io/prune: disabled | none
        {path: b, prune: false, sourceRef: {kind: GitRepository}}                | same | none | error which this change deletes
        {source: {path: a}, destination: {}}                  | same | none | warning which is deleted once Application apps is synced with pruning
        {source: {path: a}, destination: {}, syncPolicy: {automated: {prune: true}}} | same | none | error which this change deletes
        {source: {path: a}, destination: {}, syncPolicy: {automated: {prune: true, enabled: false}}} | same | none | warning which is deleted once
        {source: {path: a}, destination: {}, syncPolicy: {automated: {prune: true}}} | same | argocd.argoproj.io/sync-options: 'Replace=true, Prune=false' | none
        {source: {path: a}, destination: {}, syncPolicy: {automated: {prune: true}}} | same | argocd.argoproj.io/sync-options: Prune=confirm | warning which is deleted once
        {source: {path: a}, destination: {}, syncPolicy: {automated: {prune: true}, syncOptions: [Prune=false]}} | same | argocd.argoproj.io/sync-options: Prune=true | error which this change deletes
        {source: {path: a}, destination: {}}                  | none | none | none
        {source: {path: a}, destination: {}, finalizers: 1}   | none | none | error which this change deletes
        {source: {path: a}, destination: {}, finalizers: 1}   | none | argocd.argoproj.io/sync-options: Delete=false | none
        {source: {path: a}, destination: {}, finalizers: 1}   | none | helm.sh/resource-policy: keep | none
        """)
    void objectThatFluxOrArgoKeeps(String before, String after, String annotation, String found) throws Exception {
        String object = (before.contains("source:")
                        ? "{apiVersion: argoproj.io/v1alpha1, kind: Application,"
                        : "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization,")
                + " metadata: {name: apps, finalizers: [%s]}, spec: %s}\n";
        String finalizer = before.contains("finalizers") ? "resources-finalizer.argocd.argoproj.io" : "";
        write("pod.yaml", POD);
        write("a/other.yaml", STABLE.replace("training", "one"));
        write("b/other.yaml", STABLE.replace("training", "two"));
        write("clusters/apps.yaml", object.formatted(finalizer, before));
        commit(
                "a/claim.yaml",
                annotation == null
                        ? STABLE
                        : STABLE.replace("metadata:\n", "metadata:\n  annotations: {" + annotation + "}\n"));
        Files.delete(folder.resolve("a/claim.yaml"));
        if (after == null) {
            Files.delete(folder.resolve("clusters/apps.yaml"));
        } else if (!after.equals("same")) {
            write("clusters/apps.yaml", object.formatted(finalizer, after));
        }

        assertThat(validated().findings())
                .hasSize(found == null ? 0 : 1)
                .allSatisfy(one -> assertThat(
                                one.severity() + one.message().replace("refers to ResourceClaim training,", ""))
                        .startsWith(found));
    }

    /** With a Namespace a cluster deletes all objects in it, also those that the head still has. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        ml      | true  | none                                             | none                      | which this change deletes (it was in a/namespace.yaml); keep it, or refer to another; a cluster deletes the objects in it as well
        ml      | false | none                                             | none                      | none
        default | true  | none                                             | none                      | none
        ml      | true  | none                                             | b/namespace.yaml          | none
        ml      | true  | none                                             | c/kustomization.yaml      | none
        ml      | true  | 'resources: [claim.yaml, namespace.yaml]'        | a/kustomization.yaml      | which no kustomization has any more (it is in a/namespace.yaml)
        """)
    void namespaceThatAChangeDeletes(String name, boolean isPruned, String before, String added, String found)
            throws Exception {
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}\n";
        write("clusters/apps.yaml", """
                {apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: apps},
                 spec: {path: a, prune: %s, sourceRef: {kind: GitRepository}}}
                """.formatted(isPruned));
        write("c/other.yaml", namespace.formatted("other"));
        write("a/claim.yaml", STABLE.replace("name: training", "name: training\n  namespace: " + name));
        if (before != null) {
            write("a/kustomization.yaml", before + "\n");
        }
        commit("a/namespace.yaml", namespace.formatted(name));
        if (before == null) {
            Files.delete(folder.resolve("a/namespace.yaml"));
        }
        if (added != null) {
            boolean isNamespace = added.endsWith("namespace.yaml");
            String resources =
                    added.startsWith("a") ? "resources: [claim.yaml]" : "{namespace: ml, resources: [other.yaml]}";
            write(added, isNamespace ? namespace.formatted(name) : resources + "\n");
        }

        assertThat(validated().findings())
                .hasSize(found == null ? 0 : 1)
                .allSatisfy(one -> assertThat(one.file() + " " + one.path() + " " + one.message())
                        .startsWith("a/claim.yaml metadata.namespace refers to Namespace " + name + ", " + found));
    }

    @Test
    void ofKustomizationsThatAreNotFollowedOneThatNoOtherAppliesIsNamed() throws Exception {
        String flux = """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: %s}
                spec: {path: %s}
                """;
        write("apps/a/ks.yaml", flux.formatted("a", "./apps/a/app"));
        write("cluster/ks.yaml", flux.formatted("apps", "./apps"));
        commit("apps/a/app/template.yaml", STABLE);
        write("apps/a/app/claim.yaml", "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: x}}\n");

        assertThat(validated().summary().listed())
                .anySatisfy(one -> assertThat(one.reason())
                        .isEqualTo("Kustomization apps and 1 more: not followed; to follow it: --base REV --kustomize"
                                + " cluster"));
    }
}
