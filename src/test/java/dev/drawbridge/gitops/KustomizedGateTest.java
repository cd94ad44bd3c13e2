package dev.drawbridge.gitops;

import static dev.drawbridge.gitops.GateTest.POD;
import static dev.drawbridge.gitops.GateTest.STABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** A pod that no kustomization of the claim has loses it if nothing else applies the file. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        resources: []                     | resources: [../base]                   | 1
        resources: []                     | resources: [../base, ../base/c.yaml]   | 0
        resources: [https://example.com/] | resources: [../base]                   | 1
        resources: [                      | resources: [../base]                   | 0
        """)
    void fileThatABaseNoLongerLists(String base, String overlay, int findings) throws Exception {
        write("prod/kustomization.yaml", "resources: [../base]\n");
        write("base/kustomization.yaml", "resources: [c.yaml]\n");
        write("base/c.yaml", STABLE);
        commit("apps/pod.yaml", POD);
        write("base/kustomization.yaml", base + "\n");
        write("prod/kustomization.yaml", overlay + "\n");

        assertThat(validated().findings())
                .filteredOn(one -> one.origin() == Origin.DELETED)
                .hasSize(findings)
                .allMatch(one -> one.message().contains("no kustomization has any more (it is in base/c.yaml)"));
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

    @Test
    void patchesOfAKustomizationAreNotObjects() throws Exception {
        write("overlay/kustomization.yaml", "patches:\n- path: ../patches/p.yaml\n");
        commit("patches/p.yaml", "a: b\n");
        write("patches/p.yaml", STABLE.replace("count: 1", "count: -1"));

        Report report = validated();

        assertThat(report.findings()).isEmpty();
        assertThat(report.summary().skipped())
                .extracting(Skipped::toString)
                .containsExactly("patches/p.yaml: patch of a kustomization; to check it: --kustomize overlay");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {patch: '[{op: replace, path: /spec/devices/requests/0/exactly/count, value: 4}]'} |  2 | 0
        {patch: '[{op: replace, path: /spec/devices/requests/0/exactly/count, value: 4}]'} | -1 | 0
        {patch: '[{op: replace, path: /spec/devices/requests, value: []}]'}                |  2 | 0
        {patch: '[{op: add, path: /spec/devices/config, value: []}]'}                      |  2 | 1
        {patch: '[{op: test, path: /spec/devices/requests/0/exactly/count, value: 1}]'}    |  2 | 1
        {patch: '{spec: {devices: {requests: [{name: gpu}]}}}'}                            |  2 | 0
        {patch: '{$patch: delete, metadata: {name: training}}'}                            | -1 | 0
        {patch: '{metadata: {labels: {a: b}}}'}                                            | -1 | 1
        {patch: '[{op: add, path: /spec/devices/requests/-, value: {name: x}}]'}           | -1 | 1
        """)
    void fieldThatEachOverlayPatches(String patch, int count, int findings) throws Exception {
        String target = ", target: {kind: ResourceClaim, name: training}}";
        String overlay = "resources: [../base]\npatches:\n- " + patch.replaceFirst("}$", target) + "\n";
        write("one/kustomization.yaml", overlay);
        write("two/kustomization.yaml", overlay);
        write("base/kustomization.yaml", "resources: [claim.yaml]\n");
        commit("base/claim.yaml", STABLE);
        write("base/claim.yaml", STABLE.replace("count: 1", "count: " + count));
        Report report = validated();
        assertThat(report.findings()).hasSize(findings);
        assertThat(report.summary().skipped()).hasSize(1 - findings);

        write("two/kustomization.yaml", "resources: [../base]\n");
        write("three/kustomization.yaml", "resources: [../base]\n");
        assertThat(only(validated()).file()).as("applied as it is").isEqualTo("base/claim.yaml");
    }

    /** Flux may apply a base itself; a pattern may be that of other names. */
    @ParameterizedTest
    @CsvSource({"./overlay, training, 0", "./base, training, 1", "./overlay, train.*, 0", "./overlay, other.*, 1"})
    void fieldThatIsPatchedIfAnOverlayIsApplied(String path, String target, int findings) throws Exception {
        String flux = "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: a},"
                + " spec: {path: %s, sourceRef: {kind: GitRepository, name: a}}}\n";
        write("flux.yaml", flux.formatted(path));
        write(
                "overlay/kustomization.yaml",
                "resources: [../base]\npatches: [{patch: '[{op: replace, path: /spec/devices/requests/0/exactly/count,"
                        + " value: 4}]', target: {kind: ResourceClaim, name: " + target + "}}]\n");
        write("base/kustomization.yaml", "resources: [claim.yaml]\n");
        commit("base/claim.yaml", STABLE);
        write("base/claim.yaml", STABLE.replace("count: 1", "count: 2"));

        assertThat(validated().findings()).hasSize(findings);
    }

    /** A base without its class, which a replacement adds, is in a cluster, and so are its immutable fields. */
    @ParameterizedTest
    @CsvSource({"2, 1", "1, 0"})
    void requiredFieldThatIsReplaced(int count, int findings) throws Exception {
        write(
                "overlay/kustomization.yaml",
                "resources: [../base, c.yaml]\nreplacements: [{source: {kind: ConfigMap, name: c, fieldPath: data.x},"
                        + " targets: [{select: {kind: ResourceClaim}, options: {create: true},"
                        + " fieldPaths: [spec.devices.requests.0.exactly.deviceClassName]}]}]\n");
        write("overlay/c.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {x: gpu}}\n");
        write("base/kustomization.yaml", "resources: [claim.yaml]\n");
        String open = STABLE.replaceFirst(" *deviceClassName: .*\n", "");
        commit("base/claim.yaml", open);
        write("base/claim.yaml", open.replace("count: 1", "count: " + count) + "# changed\n");

        assertThat(validated().findings()).hasSize(findings);
    }

    /** A name with a dot is in brackets or escaped in the path of a replacement. Source: SmarterPathSplitter. */
    @ParameterizedTest
    @CsvSource({
        "'containers.0.resources.limits.[example.com/gpu]', 0",
        "'containers.[name=c].resources.limits.example\\.com/gpu', 0",
        "'containers.*.resources', 0",
        "'containers.0.resources.limits.[example.com/nic]', 1"
    })
    void amountThatIsReplaced(String field, int findings) throws Exception {
        write(
                "kustomization.yaml",
                "resources: [a.yaml]\nreplacements: [{source: {kind: ConfigMap, name: c, fieldPath: data.x},"
                        + " targets: [{select: {kind: Pod}, fieldPaths: ['spec." + field + "']}]}]\n");
        commit("b.yaml", "{}");
        write("a.yaml", """
            {apiVersion: v1, kind: Pod, metadata: {name: p},
             spec: {containers: [{name: c, image: a, resources: {limits: {example.com/gpu: MANY}}}]}}
            """);

        assertThat(validated().findings()).hasSize(findings);
    }

    /** kustomize merges containers by name, and replaces lists that its schema does not know. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        containers: [{name: one, resources: {claims: []}}]     | 0
        containers: [{name: two, resources: {claims: []}}]     | 1
        containers: [{name: one, $patch: delete}, {name: two}] | 0
        resourceClaims: [{name: gup, resourceClaimName: a}]    | 1
        """)
    void listOfAPodThatAnOverlayPatches(String patch, int findings) throws Exception {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: gpu,"
                + " resourceClaimName: a}], containers: [{name: one, image: a, resources: {claims: [{name: %s}]}},"
                + " {name: two, image: a}]}}\n";
        write(
                "overlay/kustomization.yaml",
                "resources: [../base]\npatches: [{patch: '{spec: {" + patch + "}}', target: {kind: Pod, name: p}}]\n");
        write("base/kustomization.yaml", "resources: [pod.yaml]\n");
        commit("base/pod.yaml", "# none\n");
        write("base/pod.yaml", pod.formatted("gup"));

        assertThat(validated().findings()).hasSize(findings);
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
