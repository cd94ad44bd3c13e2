package dev.drawbridge.gitops;

import static dev.drawbridge.gitops.GateTest.POD;
import static dev.drawbridge.gitops.GateTest.STABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of what kustomize refuses, in the merge gate and in a check without a base. */
class KustomizeFailuresTest extends RepositoryTest {

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
}
