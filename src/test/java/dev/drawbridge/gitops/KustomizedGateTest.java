package dev.drawbridge.gitops;

import static dev.drawbridge.gitops.GateTest.POD;
import static dev.drawbridge.gitops.GateTest.STABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.check.RenderedSources.Applied;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Tests of the merge gate on repositories with kustomizations. */
class KustomizedGateTest extends RepositoryTest {

    @Test
    void namespaceIsThatOfKustomizationOrManifest() throws Exception {
        write("a/kustomization.yaml", "namespace: ml\nresources: [claim.yaml]\n");
        commit("a/claim.yaml", STABLE);
        write("a/claim.yaml", STABLE.replace("name: training", "{name: training, namespace: ml}"));
        assertThat(validated().findings()).isEmpty();

        write("a/kustomization.yaml", "namespace: other\nresources: [claim.yaml]\n");
        write("a/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        assertThat(validated().findings()).as("a new object").isEmpty();

        write("a/kustomization.yaml", "namespace: ml\nresources: [claim.yaml]\n");
        assertThat(only(validated()).message()).contains("changed from 1 to 2");
    }

    @Test
    void swappedOverlaysAreTheSameObjects() throws Exception {
        for (String one : List.of("a", "b")) {
            write(one + "/kustomization.yaml", "namespace: " + one + "\nresources: [claim.yaml]\n");
        }
        write("a/claim.yaml", STABLE);
        commit("b/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        write("a/kustomization.yaml", "namespace: b\nresources: [claim.yaml]\n");
        write("b/kustomization.yaml", "namespace: a\nresources: [claim.yaml]\n");
        write("a/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        write("b/claim.yaml", STABLE);

        assertThat(validated().findings()).isEmpty();
    }

    @Test
    void objectMovesIntoEachOverlay() throws Exception {
        for (String one : List.of("a", "b")) {
            write(one + "/kustomization.yaml", "namespace: " + one + "\nresources: [../base]\n");
        }
        write("base/kustomization.yaml", "resources: [claim.yaml, pod.yaml]\n");
        write("base/pod.yaml", POD);
        commit("base/claim.yaml", STABLE);
        write("base/kustomization.yaml", "resources: [pod.yaml]\n");
        Files.delete(folder.resolve("base/claim.yaml"));
        write("a/claim.yaml", STABLE);
        write("a/kustomization.yaml", "namespace: a\nresources: [../base, claim.yaml]\n");
        assertThat(validated().findings())
                .filteredOn(one -> one.origin() == Origin.DELETED)
                .singleElement()
                .satisfies(one -> assertThat(one.object()).hasToString("Pod b/trainer"));

        write("b/claim.yaml", STABLE);
        write("b/kustomization.yaml", "namespace: b\nresources: [../base, claim.yaml]\n");
        assertThat(validated().findings()).isEmpty();
    }

    /** kustomize renames claims, not references to them, and moves both if both are in the kustomization. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        namespace: a                     | {namePrefix: x-, namespace: a}        | pods.yaml | a/kustomization.yaml renames
        {namePrefix: x-, namespace: a}   | {nameSuffix: -x, namespace: a}        | pods.yaml | none
        {namePrefix: x-, namespace: a}   | {namePrefix: x-, namespace: a, b: c}  | pods.yaml | none
        namespace: a                     | namespace: b                          | pods.yaml | none
        namespace: a                     | namespace: b                          | ../pod.yaml | moves to namespace b
        namespace: a                     | b: c                                  | ../pod.yaml | none
        """)
    void kustomizationThatRenamesOrMovesClaims(String before, String after, String pod, String message)
            throws Exception {
        String plain = "{resources: [claim.yaml, pods.yaml], ";
        write("a/claim.yaml", STABLE);
        write("a/" + pod, POD.replace("name: trainer", "{name: trainer, namespace: a}"));
        commit("a/kustomization.yaml", plain + before.replaceAll("[{}]", "") + "}\n");
        write("a/kustomization.yaml", plain + after.replaceAll("[{}]", "") + "}\n");

        assertThat(validated().findings()).hasSize(message == null ? 0 : 1).allSatisfy(finding -> {
            assertThat(finding.file()).endsWith(pod.replace("../", ""));
            assertThat(finding.lineNumber()).isEqualTo(8);
            assertThat(finding.message()).contains(message);
        });
    }

    /** Another overlay has a claim of the same name, in another namespace. */
    @Test
    void claimThatAKustomizationNoLongerHas() throws Exception {
        write("a/claim.yaml", STABLE);
        write("a/kustomization.yaml", "{resources: [claim.yaml], namespace: a}\n");
        write("b/claim.yaml", STABLE);
        write("b/pod.yaml", POD);
        commit("b/kustomization.yaml", "{resources: [claim.yaml, pod.yaml], namespace: b}\n");

        write("b/kustomization.yaml", "{resources: [pod.yaml], namespace: b}\n");
        assertThat(only(validated()).message())
                .startsWith("refers to ResourceClaim training, which b/kustomization.yaml no longer has (it is in");
        Files.delete(folder.resolve("b/claim.yaml"));
        assertThat(only(validated()).message()).contains("which this change deletes (it was in b/claim.yaml)");
    }

    /** A reference that led to an object of its kustomization is an error, however the object leaves. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        o: namePrefix: x-                         | renames ResourceClaim training to x-training
        t: nameSuffix: -x                         | renames ResourceClaim training to training-x
        o: resources: [d]                         | o/kustomization.yaml no longer has (it is in o/t/c.yaml)
        t: resources: []                          | o/kustomization.yaml no longer has (it is in o/t/c.yaml)
        o: configurations: [t/c.yaml], namePrefix: x- | none
        o: resources: [d, 'https://example.com/t'] | none
        p: resources: [../o/t]                    | o/kustomization.yaml no longer has (it is in o/t/c.yaml)
        """)
    void objectThatLeavesAKustomization(String change, String message) throws Exception {
        String other = "{resources: [../o/t, ../o/d]}\n";
        write("o/t/c.yaml", STABLE);
        write("o/t/kustomization.yaml", "{resources: [c.yaml]}\n");
        write("o/d/pod.yaml", POD);
        write("o/d/kustomization.yaml", "{resources: [pod.yaml]}\n");
        write("p/kustomization.yaml", other);
        commit("o/kustomization.yaml", "{resources: [t, d]}\n");
        String fields = change.substring(3);
        switch (change.charAt(0)) {
            case 't' ->
                write(
                        "o/t/kustomization.yaml",
                        "{" + fields + (fields.contains("resources") ? "" : ", resources: [c.yaml]") + "}\n");
            case 'p' -> write("o/kustomization.yaml", "{resources: [d]}\n");
            default ->
                write(
                        "o/kustomization.yaml",
                        "{" + fields + (fields.contains("resources") ? "" : ", resources: [t, d]") + "}\n");
        }

        assertThat(validated().findings()).hasSize(message == null ? 0 : 1).allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.origin()).isEqualTo(Origin.DELETED);
            assertThat(finding.file()).isEqualTo("o/d/pod.yaml");
            assertThat(finding.message()).contains(message);
        });
    }

    /** What only one of two kustomizations without a namespace lacks is not in the other; what moves there may be. */
    @Test
    void objectOfAnotherKustomizationServesIfTheChangeAddsIt() throws Exception {
        for (String overlay : List.of("a", "b")) {
            write(overlay + "/claim.yaml", STABLE);
            write(overlay + "/pod.yaml", POD);
            write(overlay + "/kustomization.yaml", "resources: [claim.yaml, pod.yaml]\n");
        }
        commit("c/kustomization.yaml", "resources: []\n");
        Files.delete(folder.resolve("a/claim.yaml"));
        write("a/kustomization.yaml", "resources: [pod.yaml]\n");

        assertThat(only(validated()).file()).isEqualTo("a/pod.yaml");

        write("c/claim.yaml", STABLE);
        write("c/kustomization.yaml", "resources: [claim.yaml]\n");

        assertThat(validated().findings()).isEmpty();
    }

    /** The file of a claim that has another name when it is applied, and is no manifest of devices after the change. */
    @Test
    void objectLeavesUnderTheNameOfItsKustomization() throws Exception {
        write("claim.yaml", STABLE);
        write("pod.yaml", POD.replace("training", "x-training"));
        commit("kustomization.yaml", "{resources: [claim.yaml, pod.yaml], namePrefix: x-}\n");
        write("claim.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n");

        assertThat(only(validated()).message())
                .contains("ResourceClaim x-training, which this change deletes (it was in claim.yaml)");
    }

    /** An object with a variable has its name, and what is in a file that cannot be read is not known. */
    @Test
    void objectThatIsNotReadIsNotDeleted() throws Exception {
        write("claim.yaml", STABLE);
        write("pod.yaml", POD);
        commit("kustomization.yaml", "resources: [claim.yaml, pod.yaml]\n");

        write("claim.yaml", STABLE.replaceFirst("deviceClassName: [\\w.]+", "deviceClassName: \"\\${CLASS}\""));
        assertThat(validated().findings()).isEmpty();

        write("claim.yaml", STABLE.replace("metadata:", "metadata: ["));
        assertThat(only(validated()).origin()).isEqualTo(Origin.UNREADABLE);
    }

    @Test
    void objectOfAnotherNamespaceIsNotReferredTo() throws Exception {
        write("claim.yaml", STABLE.replace("name: training", "name: training\n  namespace: a"));
        write("pod.yaml", POD.replace("name: trainer", "name: trainer\n  namespace: b"));
        commit("kustomization.yaml", "{resources: [claim.yaml, pod.yaml]}\n");
        write("kustomization.yaml", "{resources: [pod.yaml]}\n");

        assertThat(validated().findings()).isEmpty();
    }

    /** kustomize applies a patch to the name that an object has or had; one of some labels may be for no object. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        {patch: "{$patch: delete, kind: ResourceClaim, metadata: {name: training}}"} | which a patch of o/kustomization.yaml deletes
        {patch: "{$patch: delete, kind: ResourceClaim, metadata: {name: other}}"} | none
        {patch: "{$patch: delete}", target: {kind: ResourceClaim}}                | which a patch of o/kustomization.yaml deletes
        {patch: "{$patch: delete}", target: {kind: ResourceClaim, name: .*}}      | which a patch of o/kustomization.yaml deletes
        {patch: "{$patch: delete}", target: {kind: ResourceClaim, name: t.*}}     | none
        {patch: "{$patch: delete}", target: {kind: ResourceClaim, labelSelector: a=b}} | none
        {patch: "{$patch: delete}", target: {name: '.*'}}                         | none
        {path: p.yaml}                                                            | which a patch of o/kustomization.yaml deletes
        {patch: "[{op: replace, path: /metadata/name, value: x}]", target: {kind: ResourceClaim}} | renames ResourceClaim training to x
        {patch: "{metadata: {name: x}}", target: {kind: ResourceClaim}}           | none
        {patch: "{metadata: {name: x}}", target: {kind: ResourceClaim}, options: {allowNameChange: true}} | renames ResourceClaim training to x
        {patch: "[{op: remove, path: /spec}]", target: {kind: Pod}}, {patch: "{$patch: delete}", target: {kind: ResourceClaim}} | none
        """)
    void patchThatTakesAnObjectAway(String patches, String message) throws Exception {
        write("base/claim.yaml", STABLE);
        write("base/pod.yaml", POD);
        write("base/kustomization.yaml", "resources: [claim.yaml, pod.yaml]\n");
        commit("o/kustomization.yaml", "resources: [../base]\n");
        if (patches.contains("path: p.yaml")) {
            write("o/p.yaml", "{$patch: delete, kind: ResourceClaim, metadata: {name: training}}\n");
        }
        write("o/kustomization.yaml", "resources: [../base]\npatches: [" + patches + "]\n");

        assertThat(validated().findings()).hasSize(message == null ? 0 : 1).allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.message()).contains(message);
        });
    }

    /** What is remote may have what leaves, unless it was there before. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        [pod.yaml]                                | [pod.yaml, 'https://example.com/t']     | 0
        [pod.yaml]                                | [pod.yaml, 'github.com/a/b//t?ref=v1']  | 0
        [pod.yaml, 'github.com/a/b//t?ref=v1']    | [pod.yaml, 'github.com/a/b//t?ref=v2']  | 0
        [pod.yaml, 'github.com/a/b//t?ref=v1']    | [pod.yaml, 'github.com/a/b//t?ref=v1']  | 1
        """)
    void objectThatSomethingRemoteReplaces(String before, String after, int findings) throws Exception {
        write("claim.yaml", STABLE);
        write("pod.yaml", POD);
        commit("kustomization.yaml", "resources: " + before.replace("]", ", claim.yaml]") + "\n");
        Files.delete(folder.resolve("claim.yaml"));
        write("kustomization.yaml", "resources: " + after + "\n");

        assertThat(validated().findings()).hasSize(findings);
    }

    /** Objects of each overlay are in its namespace, whichever namespaces others give to the same file. */
    @Test
    void componentThatOneOfTwoOverlaysNoLongerHas() throws Exception {
        write("shared/claim.yaml", STABLE);
        write("shared/kustomization.yaml", "kind: Component\nresources: [claim.yaml]\n");
        for (String one : List.of("a", "b")) {
            write(one + "/pod.yaml", POD);
            commit(
                    one + "/kustomization.yaml",
                    "{namespace: " + one + ", resources: [pod.yaml], components: [../shared]}\n");
        }
        write("b/kustomization.yaml", "{namespace: b, resources: [pod.yaml]}\n");

        assertThat(only(validated()).file()).isEqualTo("b/pod.yaml");
    }

    /** Where an object without a namespace is applied is not known: the object that it names must leave, too. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        namespace: ml, | ''                         | 1
                       | ''                         | 0
        namespace: ml, | {targetNamespace: ml}      | 0
        namespace: ml, | {targetNamespace: other}   | 1
        """)
    void namespaceThatOneOfTwoKustomizationsNoLongerSets(String left, String spec, int findings) throws Exception {
        write("gpu/claim.yaml", STABLE);
        write("app/pod.yaml", POD);
        write("gpu/kustomization.yaml", "{namespace: ml, resources: [claim.yaml]}\n");
        String flux =
                "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: a}, spec: %s}\n";
        write("a.yaml", spec.isEmpty() ? "" : flux.formatted(spec));
        commit("app/kustomization.yaml", "{namespace: ml, resources: [pod.yaml]}\n");
        write("app/kustomization.yaml", "{resources: [pod.yaml]}\n");
        write("gpu/kustomization.yaml", "{" + (left == null ? "" : left) + " resources: [claim.yaml]}\n");

        assertThat(validated().findings())
                .hasSize(findings)
                .allMatch(one -> one.severity() == Severity.WARNING)
                .allMatch(
                        one -> one.message().contains("is in namespace ml, which this change no longer sets for Pod"));
    }

    /** A kustomization that becomes one of its own serves a namespace if it names one; a base that is left does not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        namespace: ml, | 0
                       | 1
        """)
    void kustomizationThatNoOtherListsAnyMore(String namespace, int findings) throws Exception {
        String own = namespace == null ? "" : namespace;
        write("claims/claim.yaml", STABLE);
        write("claims/kustomization.yaml", "{" + own + " resources: [claim.yaml]}\n");
        write("app/pod.yaml", POD);
        commit("app/kustomization.yaml", "{namespace: ml, resources: [pod.yaml, ../claims]}\n");
        write("app/kustomization.yaml", "{namespace: ml, resources: [pod.yaml]}\n");

        assertThat(validated().findings()).hasSize(findings);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        o/kustomization.yaml | resources: [../base, other.yaml]      | ERROR   | other.yaml does not exist, and kustomize build fails; fix the path, or add it
        o/kustomization.yaml | resources: [../bose]                  | ERROR   | ../bose does not exist, and kustomize build fails; did you mean base?
        o/kustomization.yaml | resources: [../elsewhere/folder, ../base] | ERROR | ../elsewhere/folder does not exist, and kustomize build fails; fix the path
        base/kustomization.yaml | resources: [clam.yaml, pod.yaml]   | ERROR   | clam.yaml does not exist, and kustomize build fails; did you mean base/claim.yaml?
        o/kustomization.yaml | {resources: [../base], patches: [{path: p.yaml}]} | ERROR | p.yaml does not exist
        o/kustomization.yaml | {resources: [../base], configurations: [c.yaml]} | ERROR | c.yaml does not exist
        o/kustomization.yaml | {resources: [../base], replacements: [{path: r.yaml}]} | ERROR | r.yaml does not exist
        o/kustomization.yaml | {resources: [../base], openapi: {path: s.json}}  | ERROR | s.json does not exist
        o/kustomization.yaml | {resources: [../base], configMapGenerator: [{name: a, files: [k=x.conf]}]} | WARNING | x.conf does not exist
        o/kustomization.yaml | resources: [../base, made/a.yaml]     | none | none
        o/kustomization.yaml | {resources: [../base], secretGenerator: [{name: a, envs: [x.env]}]} | none | none
        o/kustomization.yaml | resources: [../base, 'git@example.com:a/b'] | none | none
        o/kustomization.yaml | resources: [../base, '${ENV}/a.yaml'] | none | none
        o/kustomization.yaml | resources: [../base, ../../outside]   | none | none
        o/kustomization.yaml | resources: [../base, "a\\0b.yaml"]     | none | none
        o/kustomization.yaml | resources: [../base, ..]              | ERROR   | .. has no kustomization, and kustomize build fails
        """)
    void kustomizationThatListsAMissingFile(String file, String text, Severity severity, String message)
            throws Exception {
        write("base/claim.yaml", STABLE);
        write("base/pod.yaml", POD);
        write("base/kustomization.yaml", "resources: [claim.yaml, pod.yaml]\n");
        write(".gitignore", "*.env\n");
        write("o/.gitignore", "/made/\n");
        commit("o/kustomization.yaml", "resources: [../base]\n");
        write(file, text + "\n");

        assertThat(validated().findings()).hasSize(message == null ? 0 : 1).allSatisfy(finding -> {
            assertThat(finding.origin()).isEqualTo(Origin.MISSING_FILE);
            assertThat(finding.file()).isEqualTo(file);
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.message()).startsWith(message);
        });
        List<Path> all =
                List.of(folder.resolve(file), folder.resolve("base/claim.yaml"), folder.resolve("base/pod.yaml"));
        if (file.startsWith("base")) {
            Report plain = new Checker(CheckSettings.DEFAULT).check(InputFiles.named(Map.of(), all));
            assertThat(plain.findings()).extracting(Finding::origin).contains(Origin.MISSING_FILE);
        }
    }

    @ParameterizedTest
    @CsvSource({"x.env, 0", "made/x.txt, 0", "other/x.txt, 1"})
    void plainCheckOfAFileThatGitIgnores(String made, int findings) throws Exception {
        write(".gitignore", "*.env\n");
        write("o/.gitignore", "/made/\n");
        write("o/claim.yaml", STABLE);
        commit(
                "o/kustomization.yaml",
                "{resources: [claim.yaml], secretGenerator: [{name: a, envs: [" + made + "]}]}\n");

        assertThat(plain(folder.resolve("o/kustomization.yaml"), folder.resolve("o/claim.yaml")))
                .hasSize(findings);
    }

    /** A kustomization that cannot be built applies nothing, so that what it no longer has is not reported as well. */
    @Test
    void fileThatMovesAndIsStillListed() throws Exception {
        write("base/claim.yaml", STABLE);
        write("base/pod.yaml", POD);
        write("base/kustomization.yaml", "resources:\n- pod.yaml\n- claim.yaml\n");
        commit("o/kustomization.yaml", "resources: [../base]\n");
        Files.move(folder.resolve("base/claim.yaml"), folder.resolve("base/training.yaml"));

        assertThat(only(validated()).location().file()).isEqualTo("base/kustomization.yaml");
        assertThat(only(validated()).lineNumber()).isEqualTo(3);
        assertThat(only(validated()).message())
                .isEqualTo("claim.yaml does not exist, and kustomize build fails;"
                        + " this change moves it to base/training.yaml");

        Files.delete(folder.resolve("base/training.yaml"));
        assertThat(only(validated()).message()).endsWith("this change deletes it");
    }

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
                            .read((title.equals("apps") ? "{}" : destination).getBytes())
                            .get(0))
                    .value();
            Applied by = new Applied(isFirst ? "apps" : title, value, entry);
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
        targetNamespace: ml, sourceRef: {kind: GitRepository, name: a} | targetNamespace: x, sourceRef: {kind: GitRepository, name: a} | b | refers to ResourceClaim training, which this change moves to namespace x (it was in ml, in b/claim.yaml); move both, or refer to another
        destination: {namespace: ml}                  | destination: {namespace: x} | b | refers to ResourceClaim training, which this change moves to namespace x (it was in ml, in b/claim.yaml); move both, or refer to another
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

    /** One list of replicas is compared with the objects of its resources, of which a file may have thousands. */
    @Test
    @Tag("siege")
    @Timeout(30)
    void replicasOfThousandsOfObjects() throws Exception {
        String objects = IntStream.range(0, 8000)
                .mapToObj("---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d%d}\n"::formatted)
                .collect(Collectors.joining());
        String replicas = IntStream.range(0, 8000)
                .mapToObj("- {name: e%d, count: 1}\n"::formatted)
                .collect(Collectors.joining());
        write("all.yaml", STABLE + objects);
        commit("kustomization.yaml", "resources: [all.yaml]\n");
        write("kustomization.yaml", "resources: [all.yaml]\nreplicas:\n" + replicas);

        assertThat(validated().findings())
                .hasSizeBetween(100, 1000)
                .allSatisfy(one -> assertThat(one.message()).contains(" is named e"));
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

    /** A path that no folder is like may be in another branch, but not in that of another path that is here. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        path: overlays/prd                             | overlays/prd, which does not exist; did you mean overlays/prod?
        path: ./overlay/prod                           | ./overlay/prod, which does not exist; did you mean overlays/prod?
        path: elsewhere                                | elsewhere, which does not exist; fix the path, or add it
        {path: elsewhere, name: new}                   | elsewhere, which does not exist; fix the path, or add it
        {path: elsewhere, name: new, sourceRef: {kind: GitRepository, name: other}} | none
        path: "else\\0where"                           | none
        {path: overlays/prod, components: [../x]}      | ../x, which does not exist; fix the path, or add it
        {path: overlays/prod, components: [../x], ignoreMissingComponents: true} | none
        """)
    void pathThatAChangeMisspells(String path, String message) throws Exception {
        String flux = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec: {%s,"
                + " sourceRef: {kind: GitRepository, name: flux-system}}\n";
        write("overlays/prod/claim.yaml", STABLE);
        write("overlays/prd2/other.yaml", "a: b\n");
        write("known.yaml", flux.formatted("path: overlays/prdo").replace("name: a", "name: known"));
        commit("flux.yaml", flux.formatted("path: overlays/prod"));
        boolean isNew = path.contains("name: new");
        String text = flux.formatted(path.replaceAll("^[{]|[}]$|, name: new", ""));
        text = path.contains("other")
                ? text.replace(", sourceRef: {kind: GitRepository, name: flux-system}", "")
                : text;
        write(isNew ? "new.yaml" : "flux.yaml", isNew ? text.replace("name: a", "name: new") : text);

        assertThat(validated().findings())
                .extracting(Finding::message)
                .isEqualTo(
                        message == null
                                ? List.of()
                                : List.of("Kustomization " + (isNew ? "new" : "a") + " applies " + message));
        boolean isNear = message != null && message.contains("did you mean");
        assertThat(plain(folder.resolve("flux.yaml"), folder.resolve("overlays/prod/claim.yaml")))
                .filteredOn(one -> one.origin() == Origin.MISSING_FILE)
                .hasSize(message == null || !isNear && !message.startsWith("..") ? 0 : 1)
                .allMatch(one -> one.severity() == (isNear ? Severity.WARNING : Severity.ERROR));
    }

    private List<Finding> plain(Path... files) throws Exception {
        SourceFiles repository = new SourceFiles(folder, List.of(folder));
        InputFiles input = new InputFiles(
                Map.of(),
                List.of(files),
                file -> false,
                List.of(),
                new RenderedSources(),
                new FluxTree(folder, List.of(folder), any -> new byte[0], new RenderedSources(), Map.of(), null)
                        ::applied,
                repository);
        return new Checker(CheckSettings.DEFAULT).check(input).findings();
    }

    /** What kustomize 5.5 refuses, and what it builds. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        patches: [{path: p.yaml}]                      | training  | none
        patches: [{path: p.yaml}]                      | trainin   | o/kustomization.yaml:1:41 no resource matches the patch of ResourceClaim trainin (resource.k8s.io/v1), and kustomize build fails; did you mean training?
        patchesStrategicMerge: [p.yaml]                | gone      | o/kustomization.yaml:1:48 no resource matches the patch of ResourceClaim gone (resource.k8s.io/v1), and kustomize build fails; fix its name, or remove it
        {patches: [{path: p.yaml, target: {kind: ResourceClaim, name: gone}}]} | gone | none
        patches: [{path: p.yaml}]                      | x-training | none
        {namePrefix: y-, patches: [{path: p.yaml}]}    | y-x-training | o/kustomization.yaml:1:57 no resource matches the patch of ResourceClaim y-x-training (resource.k8s.io/v1), and kustomize build fails; fix its name, or remove it
        {patches: [{path: p.yaml}], components: ['https://example.com/c']} | gone | none
        resources: [../base, ../base]                  | none | o/kustomization.yaml:1:23 ../base adds base/claim.yaml a second time, and kustomize build fails; remove one
        resources: [../base, p.yaml, p.yaml]           | none | o/kustomization.yaml:1:31 p.yaml is listed twice, and kustomize build fails; remove one
        resources: [../base, ../other]                 | none | o/kustomization.yaml:1:23 ../other adds base/claim.yaml a second time, and kustomize build fails; remove one
        {resources: [../other], components: [../part]} | none | none
        resources: [../base, ../part]                  | none | o/kustomization.yaml:1:23 ../part is a Component, and kustomize build fails; list it in components
        components: [../plain]                         | none | o/kustomization.yaml:1:37 ../plain is not a Component, and kustomize build fails; list it in resources
        resources: [../base, .]                        | none | o/kustomization.yaml:1:23 . leads back to this kustomization, and kustomize build fails; remove it
        resources: [../base, p.yaml]                   | x-training | o/kustomization.yaml:1:23 p.yaml adds ResourceClaim x-training a second time, and kustomize build fails; remove one
        resources: [../base, p.yaml]                   | training | none
        replicas: [{name: webb, count: 2}]             | none | o/kustomization.yaml:1:42 no Deployment or ReplicaSet or ReplicationController or StatefulSet is named webb, and kustomize build fails; did you mean web?
        replicas: [{name: x-web, count: 2}]            | none | none
        replacements: [{source: {kind: ResourceClaim, name: trainin}}] | none | o/kustomization.yaml:1:76 no ResourceClaim is named trainin, and kustomize build fails; did you mean training?
        replacements: [{source: {kind: ResourceClaim, name: x-training}}] | none | none
        replacements: [{source: {kind: "", name: gone}}] | none | none
        {replicas: [{name: webb, count: 2}], transformers: [p.yaml]} | none | none
        {replicas: [{name: webb, count: 2}], configurations: [p.yaml]} | none | none
        resources: [../gone, ../claims]                | none | none
        patchs: []                                     | none | o/kustomization.yaml:1:24 unknown field patchs, and kustomize build fails; did you mean patches?
        Images: []                                     | none | none
        kind: Kustomizaton                             | none | o/kustomization.yaml:1:30 kind Kustomizaton is not Kustomization or Component, and kustomize build fails; fix it
        apiVersion: kustomize.config.k8s.io/v1         | none | o/kustomization.yaml:1:36 apiVersion kustomize.config.k8s.io/v1 is not that of a Kustomization, and kustomize build fails; fix it
        apiVersion: kustomize.toolkit.fluxcd.io/v1     | none | none
        namespace: 5                                   | none | o/kustomization.yaml:1:35 namespace: expected a string, found a number, and kustomize build fails
        namespace: null                                | none | none
        {configurations: {a: b}}                       | none | o/kustomization.yaml:1:40 configurations: expected a list of strings, found an object, and kustomize build fails
        {commonLabels: {a: true}}                      | none | o/kustomization.yaml:1:42 commonLabels: expected an object of strings, found a boolean, and kustomize build fails
        labels: [{pairs: {a: true}}]                   | none | o/kustomization.yaml:1:45 labels: expected an object of strings, found a boolean, and kustomize build fails
        patches: [                                     | none | o/kustomization.yaml:1:34 the kustomization cannot be read: expected a value, and kustomize build fails
        patches: [{path: p.yaml}]                      | [ | o/kustomization.yaml:1:41 the patch cannot be read: line 1: expected a value, and kustomize build fails; fix it
        patches: [{path: p.yaml}]                      | {{ | none
        patches: [{patch: "- {op: remove, path: /spec/x}"}] | none | o/kustomization.yaml:1:42 a JSON patch needs a target, and kustomize build fails; fix it
        patches: [{patch: "- {op: remove, path: /spec/x}", target: {kind: ResourceClaim}}] | none | o/kustomization.yaml:1:42 ResourceClaim training has no /spec/x, and kustomize build fails; fix the path
        patches: [{patch: "- {op: replace, path: /spec/x}", target: {kind: ResourceClaim}}] | none | none
        patches: [{patch: "- {op: add, path: /spec/x/y}", target: {name: training}}] | none | o/kustomization.yaml:1:42 ResourceClaim training has no /spec/x, and kustomize build fails; fix the path
        patches: [{patch: "- {op: add, path: /spec/devices/requests/1}", target: {name: training}}] | none | none
        patches: [{patch: "- {op: remove, path: /spec/devices/requests/1}", target: {name: training}}] | none | o/kustomization.yaml:1:42 ResourceClaim training has no /spec/devices/requests/1, and kustomize build fails; fix the path
        patches: [{patch: "[{op: add, path: /spec/x}, {op: remove, path: /spec/x/y}]", target: {name: training}}] | none | none
        patches: [{patch: "- {op: remove, path: /spec/x}", target: {name: training, version: v2}}] | none | none
        patches: [{patch: "- {op: remove, path: /spec/x}", target: {labelSelector: a=b}}] | none | none
        patches: [{patch: "- {op: repalce, path: /spec/x}", target: {kind: ResourceClaim}}] | none | o/kustomization.yaml:1:42 unknown operation repalce; did you mean replace?, and kustomize build fails; fix the path
        patches: [{patch: "- {op: copy, from: /spec/x/y, path: /spec/z}", target: {kind: ResourceClaim}}] | none | none
        replacements: [{source: {kind: ResourceClaim}, targets: [{select: {kind: ResourceClaim}, fieldPaths: ["spec.devices.requests.[name=gpu].x"]}]}] | none | o/kustomization.yaml:1:126 ResourceClaim training has no spec.devices.requests.[name=gpu].x, and kustomize build fails; fix the path
        replacements: [{source: {kind: ResourceClaim}, targets: [{select: {kind: ResourceClaim}, fieldPaths: ["spec.devices.requests.[name=.].name"]}]}] | none | none
        replacements: [{source: {kind: ResourceClaim}, targets: [{select: {kind: ResourceClaim}, fieldPaths: [spec.x], options: {create: true}}]}] | none | none
        replacements: [{source: {kind: Pod}}]           | none | o/kustomization.yaml:1:55 no Pod is in this kustomization, and kustomize build fails; fix its kind, or remove it
        """)
    void kustomizationThatKustomizeRefuses(String fields, String patched, String finding) throws Exception {
        String own = fields.replaceAll("^[{]|[}]$", "");
        write("base/claim.yaml", STABLE);
        write("base/web.yaml", "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}\n");
        write("base/kustomization.yaml", "{namePrefix: x-, resources: [claim.yaml, web.yaml]}\n");
        write("other/kustomization.yaml", "resources: [../base]\n");
        write("claims/claim.yaml", STABLE);
        write("claims/kustomization.yaml", "resources: [claim.yaml]\n");
        String deleted = "patches: [{target: {kind: ResourceClaim}, patch: '{$patch: delete}'}]";
        write("gone/kustomization.yaml", "{resources: [../claims], " + deleted + "}\n");
        write("plain/kustomization.yaml", "labels: [{pairs: {a: b}}]\n");
        write("part/kustomization.yaml", "{kind: Component, labels: [{pairs: {a: b}}]}\n");
        write("o/p.yaml", "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " + patched + "}}\n");
        commit("o/kustomization.yaml", "resources: [../base]\n");
        write(
                "o/kustomization.yaml",
                "{" + (own.startsWith("resources") ? "" : "resources: [../base], ") + own + "}\n");

        assertThat(validated().findings())
                .extracting(one -> one.file() + ":" + one.position() + " " + one.message())
                .isEqualTo(finding == null ? List.of() : List.of(finding));
        assertThat(validated().findings()).allMatch(one -> one.origin() == Origin.KUSTOMIZE_FAILS);
        commit("b.yaml", "a: b\n");
        write("o/other.yaml", "a: c\n");
        assertThat(validated().findings()).as("known").isEmpty();
    }

    @Test
    void folderWithTwoKustomizations() throws Exception {
        write("o/claim.yaml", STABLE);
        commit("o/kustomization.yaml", "resources: [claim.yaml]\n");
        write("o/kustomization.yml", "resources: [claim.yaml]\n");

        assertThat(only(validated()).message())
                .isEqualTo("kustomization.yaml and kustomization.yml are in one folder, and kustomize build fails;"
                        + " remove one");
    }

    /** kustomize refuses a file outside of the folder, but not as Flux runs it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        none | none        | outside
        FLUX | none        | none
        ARGO | none        | outside
        none | ../web.yaml | none
        """)
    void fileOutsideOfTheFolder(String by, String earlier, String message) throws Exception {
        String flux = "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: a},"
                + " spec: {path: %s, sourceRef: {kind: GitRepository, name: a}}}\n";
        String argo = "---\n{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: a},"
                + " spec: {source: {path: o, repoURL: 'https://example.com/a'}}}\n";
        if (by != null) {
            write("apps.yaml", flux.formatted(by.equals("FLUX") ? "o" : "p") + (by.equals("FLUX") ? "" : argo));
        }
        write("claim.yaml", STABLE);
        write("web.yaml", "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}\n");
        String resources = earlier == null ? "" : earlier;
        write("p/kustomization.yaml", "resources: [" + resources + "]\n");
        commit("o/kustomization.yaml", "resources: [../p]\n");
        write("o/kustomization.yaml", "resources: [../p, ../claim.yaml]\n");

        assertThat(validated().findings())
                .hasSize(message == null ? 0 : 1)
                .allMatch(one -> one.message().startsWith("../claim.yaml is outside of the folder"));
    }

    /** kustomize builds without a patch whose target is gone; that is an error if the change renames the object. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        web    | web2 | web  | no resource matches the target Deployment web, which this change renames to web2; fix the target
        web    | web2 | web2 | none
        web    | none | web  | none
        other  | web2 | web  | none
        web    | web2 | web. | none
        """)
    void targetOfAPatchThatAChangeRenames(String before, String after, String target, String message) throws Exception {
        String deployment =
                "{apiVersion: apps/v1, kind: Deployment, metadata: {name: %s}, spec: {template: {spec: {}}}}\n";
        String patches = "{resources: [../base], patches: [{target: {kind: Deployment, name: %s}, path: p.yaml}]}\n";
        write("base/claim.yaml", STABLE);
        write("base/kustomization.yaml", "resources: [claim.yaml, web.yaml]\n");
        write("base/web.yaml", deployment.formatted(before));
        write("o/p.yaml", "- {op: add, path: /spec/template/spec/resourceClaims, value: []}\n");
        commit("o/kustomization.yaml", patches.formatted(target.equals("web2") ? "web" : target));
        write("base/web.yaml", after == null ? "" : deployment.formatted(after));
        write("o/kustomization.yaml", patches.formatted(target));

        assertThat(validated().findings())
                .extracting(Finding::message)
                .isEqualTo(message == null ? List.of() : List.of(message));
    }

    /** kustomize compares versions and namespaces, which it takes from the file or an inner kustomization. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        v1beta1 | none    | none | v1 | none    | set its apiVersion to resource.k8s.io/v1beta1
        v1      | none    | ml   | v1 | none    | set its namespace to that of base/claim.yaml
        v1      | none    | ml   | v1 | ml      | none
        v1      | ml      | none | v1 | ml      | none
        v1      | ml      | none | v1 | none    | none
        v1      | none    | none | v1 | default | none
        v1      | none    | none | v1 | ml      | set its namespace to that of base/claim.yaml
        """)
    void patchOfAnotherVersionOrNamespace(
            String version, String base, String own, String patched, String namespace, String advice) throws Exception {
        String object = "{apiVersion: resource.k8s.io/%s, kind: ResourceClaim, metadata: {name: a%s}}\n";
        String claim = STABLE.replace("/v1", "/" + version).replace("name: training", "name: a");
        write(
                "base/claim.yaml",
                own == null
                        ? claim
                        : claim.replace("name: a", "{name: a, namespace: " + own + "}")
                                .replace("metadata:\n  ", "metadata: "));
        write(
                "base/kustomization.yaml",
                "{namespace: " + (base == null ? "''" : base) + ", resources: [claim.yaml]}\n");
        commit("o/kustomization.yaml", "resources: [../base]\n");
        write("o/p.yaml", object.formatted(patched, namespace == null ? "" : ", namespace: " + namespace));
        write("o/kustomization.yaml", "{namespace: ml, resources: [../base], patches: [{path: p.yaml}]}\n");

        assertThat(validated().findings())
                .filteredOn(one -> one.origin() == Origin.KUSTOMIZE_FAILS)
                .hasSize(advice == null ? 0 : 1)
                .allMatch(one -> one.message().endsWith(advice));
    }

    /** Git tracks no folder without files. */
    @ParameterizedTest
    @CsvSource({"resources", "components"})
    void emptyFolderThatIsLeftInTheWorkTree(String field) throws Exception {
        write("base/claim.yaml", STABLE);
        write("base/kustomization.yaml", "resources: [claim.yaml]\n");
        commit("o/kustomization.yaml", field + ": [../base]\n");
        Files.delete(folder.resolve("base/claim.yaml"));
        Files.delete(folder.resolve("base/kustomization.yaml"));
        Files.createDirectory(folder.resolve("base/empty"));

        assertThat(only(validated()).message())
                .isEqualTo("../base does not exist, and kustomize build fails; this change deletes it");
    }

    @Test
    void objectWithAnotherPrefixIsNew() throws Exception {
        write("claim.yaml", STABLE);
        commit("kustomization.yaml", "{resources: [claim.yaml], namePrefix: a-}\n");
        write("claim.yaml", STABLE.replace("count: 1", "count: 2"));
        assertThat(only(validated()).message()).contains("changed from 1 to 2");

        write("kustomization.yaml", "{resources: [claim.yaml], namePrefix: b-}\n");

        assertThat(validated().findings()).isEmpty();
    }

    @Test
    void findingsOfAFolderThatMovesAreKnown() throws Exception {
        write("base/claim.yaml", STABLE + "---\n" + STABLE.replace("count: 1", "count: 2"));
        write("base/pod.yaml", POD);
        write("base/kustomization.yaml", "resources: [claim.yaml, pod.yaml]\n");
        commit("o/a/kustomization.yaml", "{resources: [../../base], namePrefix: a-}\n");
        Files.move(folder.resolve("o/a"), folder.resolve("o/b"));
        assertThat(validated().findings()).isEmpty();

        Files.move(folder.resolve("base"), folder.resolve("c"));
        write("o/b/kustomization.yaml", "{resources: [../../c], namePrefix: a-}\n");

        assertThat(validated().findings()).extracting(Finding::origin).doesNotContain(Origin.TWIN, Origin.DELETED);
    }

    @Test
    void linkHasTheObjectsOfItsFile() throws Exception {
        write("base/claim.yaml", STABLE);
        write("o/pod.yaml", POD);
        write("o/kustomization.yaml", "resources: [claim.yaml, pod.yaml]\n");
        commit("o/claim.yaml", STABLE);
        Files.delete(folder.resolve("o/claim.yaml"));
        Files.createSymbolicLink(folder.resolve("o/claim.yaml"), Path.of("../base/claim.yaml"));
        assertThat(validated().findings()).isEmpty();

        Files.delete(folder.resolve("o/claim.yaml"));
        Files.createSymbolicLink(folder.resolve("o/claim.yaml"), Path.of("/etc/hostname"));
        assertThat(validated().findings()).hasSize(1);

        Files.createSymbolicLink(folder.resolve("root.yaml"), Path.of("."));
        commit("other.yaml", "a: b\n");
        Files.delete(folder.resolve("root.yaml"));

        assertThat(validated().findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {"claim.yaml, none", "gone.yaml, link.yaml does not exist"})
    void linkToALinkAndToAFolder(String target, String message) throws Exception {
        write("base/claim.yaml", STABLE);
        write("o/pod.yaml", POD);
        Files.createSymbolicLink(folder.resolve("linked"), Path.of("base"));
        Files.createSymbolicLink(folder.resolve("o/claim.yaml"), Path.of("../linked/claim.yaml"));
        commit("o/kustomization.yaml", "resources: [../linked/claim.yaml, pod.yaml]\n");
        git.checkout().setCreateBranch(true).setName("change").call();
        Files.createSymbolicLink(folder.resolve("o/link.yaml"), Path.of(target));
        commit("o/kustomization.yaml", "resources: [link.yaml, pod.yaml]\n");

        for (String head : new String[] {"HEAD", null}) {
            try (Trees trees = GitTrees.open(folder, "main", head).only(List.of(), true, manifests)) {
                assertThat(new Checker(CheckSettings.DEFAULT).check(trees).findings())
                        .hasSize(message == null ? 0 : 1)
                        .allMatch(one -> one.message().startsWith(message));
            }
        }
    }

    /** Each overlay has the names of its base, and each name that it loses is looked up among all overlays. */
    @Test
    @Tag("siege")
    @Timeout(60)
    void manyOverlaysOfManyFiles() throws Exception {
        StringBuilder resources = new StringBuilder("resources:\n");
        for (int i = 0; i < 200; i++) {
            write("base/c" + i + ".yaml", STABLE.replace("training", "c" + i));
            write("base/p" + i + ".yaml", POD.replace("training", "c" + i));
            write("o" + i + "/kustomization.yaml", "resources: [../base]\n");
            resources.append("- c" + i + ".yaml\n- p" + i + ".yaml\n");
        }
        commit("base/kustomization.yaml", resources.toString());
        for (int i = 0; i < 200; i++) {
            write("base/c" + i + ".yaml", STABLE.replace("training", "d" + i));
        }

        assertThat(validated().findings()).hasSize(200).allMatch(one -> one.origin() == Origin.DELETED);
    }

    @Test
    @Tag("siege")
    @Timeout(60)
    void pathsOfManyFoldersThatDoNotExist() throws Exception {
        write("claim.yaml", STABLE);
        commit("kustomization.yaml", "resources: [claim.yaml]\n");
        StringBuilder resources = new StringBuilder("resources:\n- claim.yaml\n");
        for (int i = 0; i < 20; i++) {
            resources.append("- ").append("a/".repeat(900)).append(i).append(".yaml\n");
        }
        write("kustomization.yaml", resources.toString());

        assertThat(validated().findings()).hasSize(20).allMatch(one -> one.origin() == Origin.MISSING_FILE);
    }

    @Test
    void fileOfAConfigMapIsNoObjectUnlessItIsAResource() throws Exception {
        write("o/claim.yaml", STABLE);
        commit("kustomization.yaml", "configMapGenerator: [{name: files, files: [c=o/claim.yaml]}]\n");
        write("o/claim.yaml", STABLE.replace("count: 1", "count: -1"));
        assertThat(validated().findings()).isEmpty();

        write("o/kustomization.yaml", "resources: [claim.yaml]\n");

        assertThat(only(validated()).path()).isEqualTo("spec.devices.requests[0].exactly.count");
    }

    @Test
    void patchThatBecomesAResourceIsNew() throws Exception {
        write("claim.yaml", STABLE.replace("count: 1", "count: -1"));
        commit("kustomization.yaml", "patches: [{path: claim.yaml}]\n");
        assertThat(validated().findings()).isEmpty();

        write("kustomization.yaml", "resources: [claim.yaml]\n");

        assertThat(only(validated()).path()).isEqualTo("spec.devices.requests[0].exactly.count");
    }

    /** A variable, a kustomization and a claim decide; a file without claims does not. */
    @ParameterizedTest
    @CsvSource({
        "vars.yaml, 'apiVersion: v1, kind: ConfigMap, metadata: {name: settings}', 1",
        "kustomization.yaml, 'resources: [claim.yaml]', 1",
        "claim.yaml, 'apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: x}', 1",
        "other.yaml, 'apiVersion: v1, kind: Service, metadata: {name: x}', 0"
    })
    void kustomizationsOfFluxThatAreNotFollowedAreNamed(String file, String text, int skipped) throws Exception {
        write("flux.yaml", """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: apps}
                spec: {path: ./apps, postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}}
                """);
        commit("apps/template.yaml", STABLE);
        write("apps/" + file, "{" + text + "}\n");

        assertThat(validated().summary().listed().stream()
                        .filter(one -> one.file().equals("flux.yaml")))
                .hasSize(skipped)
                .allSatisfy(one -> assertThat(one.reason())
                        .contains("Kustomization apps: not followed; to follow it: --base REV --kustomize ."))
                .allSatisfy(one -> assertThat(one.isKnown()).isTrue());
        write("flux2.yaml", Files.readString(folder.resolve("flux.yaml")).replace("apps", "other"));
        assertThat(validated().summary().listed()).anyMatch(one -> !one.isKnown());
    }

    @Test
    void patchesOfAKustomizationAreNotObjects() throws Exception {
        write("overlay/kustomization.yaml", "patches:\n- path: ../patches/p.yaml\n");
        commit("patches/p.yaml", "a: b\n");
        write("patches/p.yaml", STABLE.replace("count: 1", "count: -1"));

        Report report = validated();

        assertThat(report.findings()).isEmpty();
        assertThat(report.summary().skipped())
                .extracting(Skipped::toString)
                .containsExactly(
                        "patches/p.yaml: patch of a kustomization; to check it: drawbridge check --kustomize overlay");
    }

    @Test
    void unchangedPatchIsNotTheBaseOfANewObject() throws Exception {
        write("kustomization.yaml", "patches:\n- path: patch.yaml\n");
        commit("patch.yaml", STABLE.replace("count: 1", "count: 2"));
        write("claim.yaml", STABLE);

        Report report = validated();

        assertThat(report.findings()).isEmpty();
        assertThat(report.summary().checked()).isEqualTo(1);
    }
}
