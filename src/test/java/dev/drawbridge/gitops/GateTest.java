package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the merge gate on real repositories and folders. */
class GateTest extends RepositoryTest {

    private static final String BETA = """
        apiVersion: resource.k8s.io/v1beta1
        kind: ResourceClaim
        metadata:
          name: training
        spec:
          devices:
            requests:
            - name: gpu
              deviceClassName: gpu.example.com
              count: 1
        """;

    static final String STABLE = """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata:
          name: training
        spec:
          devices:
            requests:
            - name: gpu
              exactly:
                deviceClassName: gpu.example.com
                count: 1
        """;

    static final String CLASS = """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata:
          name: gpu.example.com
        """;

    static final String POD = """
        apiVersion: v1
        kind: Pod
        metadata:
          name: trainer
        spec:
          resourceClaims:
          - name: gpu
            resourceClaimName: training
        """;

    @Test
    void otherVersionOfSameClaimIsNotAChange() throws Exception {
        commit("claim.yaml", BETA);
        write("claim.yaml", STABLE);

        assertThat(validated().findings()).isEmpty();
    }

    @Test
    void changedSpecIsFoundInMovedClaim() throws Exception {
        write("pod.yaml", POD);
        commit("a/claim.yaml", BETA);
        Files.delete(folder.resolve("a/claim.yaml"));
        write("b/other.yaml", POD.replace("trainer", "second") + "---\n" + STABLE.replace("count: 1", "count: 2"));

        Finding finding = only(validated());

        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.file()).isEqualTo("b/other.yaml");
        assertThat(finding.lineNumber()).isEqualTo(20);
        assertThat(finding.rule().type()).isEqualTo("FieldValueInvalid");
        assertThat(finding.path()).isEqualTo("spec");
        assertThat(finding.message())
                .contains("spec.devices.requests[0].exactly.count changed from 1 to 2")
                .contains("a/claim.yaml:10:14 in main")
                .contains("recreate needed")
                .contains("Pod trainer")
                .contains("Pod second");
        assertThat(validated(CheckSettings.DEFAULT.with(reporting(true, false)))
                        .summary()
                        .findings()
                        .errors())
                .isZero();
    }

    @Test
    void findingsOfBaseDoNotFail() throws Exception {
        String wrong = STABLE.replace("count: 1", "count: -1");
        commit("claim.yaml", wrong);
        write("claim.yaml", wrong.replace("name: training", "name: training\n  labels: {a: b}"));

        assertThat(validated(settings("1.34", false)).summary().findings().errors())
                .isZero();
        assertThat(validated(settings("1.34", true)).findings())
                .allMatch(Finding::known)
                .isNotEmpty();
    }

    @Test
    void duplicateInFolderIsReportedExceptOverlays() throws Exception {
        commit("class.yaml", CLASS);
        write("a/claim.yaml", STABLE);
        write("b/claim.yaml", STABLE);
        assertThat(validated().findings()).isEmpty();

        write("a/second.yaml", STABLE.replace("count: 1", "count: 2"));
        Finding finding = only(validated());
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.file()).isEqualTo("a/second.yaml");
        assertThat(finding.lineNumber()).isEqualTo(4);
        assertThat(finding.message()).contains("a/claim.yaml:1:1");
    }

    @Test
    void newDocumentOfExistingObjectIsUpdate() throws Exception {
        write("other/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        commit("claim.yaml", STABLE);
        write("second.yaml", STABLE.replace("count: 1", "count: 3"));

        assertThat(validated().findings())
                .extracting(Finding::severity, Finding::origin, Finding::file)
                .containsExactly(
                        tuple(Severity.WARNING, Origin.TWIN, "second.yaml"),
                        tuple(Severity.ERROR, Origin.RECREATE, "second.yaml"));
    }

    @Test
    void excludedFilesAreNotChanges() throws Exception {
        commit("class.yaml", CLASS);
        String wrong = STABLE.replace("count: 1", "count: -1");
        write("tests/claim.yaml", wrong);
        write(".hidden/claim.yaml", wrong);
        assertThat(only(validated()).file()).isEqualTo("tests/claim.yaml");

        manifests = new ManifestFiles(List.of("tests/**"));
        assertThat(validated().findings()).isEmpty();
    }

    @Test
    void labelsOfUnchangedNamespaceAreKnown() throws Exception {
        String admin = STABLE.replace("        count: 1", "        allocationMode: All\n        adminAccess: true");
        commit("class.yaml", CLASS);
        write("claim.yaml", admin);
        Finding unknown = only(validated());
        assertThat(unknown.severity()).isEqualTo(Severity.WARNING);
        assertThat(unknown.origin()).isEqualTo(Origin.ADMIN_ACCESS_LABEL);

        Files.delete(folder.resolve("claim.yaml"));
        commit("namespace.yaml", """
            apiVersion: v1
            kind: Namespace
            metadata:
              name: default
              labels:
                resource.kubernetes.io/admin-access: "true"
            """);
        write("claim.yaml", admin);
        assertThat(validated().findings()).isEmpty();
    }

    @Test
    void statusOfNewObjectIsValidated() throws Exception {
        commit("class.yaml", CLASS);
        write("claim.yaml", STABLE + "status:\n  reservedFor:\n  - {resource: pods, name: a}\n");

        assertThat(validated().findings())
                .anySatisfy(finding -> assertThat(finding.path()).isEqualTo("status.reservedFor[0].uid"));
    }

    @Test
    void newObjectIsValidatedAsCreate() throws Exception {
        commit("class.yaml", CLASS);
        write("claim.yaml", STABLE.replace("count: 1", "count: -1"));

        assertThat(only(validated()).path()).isEqualTo("spec.devices.requests[0].exactly.count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"training", "\"tr\\x61ining\"", "!!binary dHJhaW5pbmc="})
    void deletionIsReportedAtReference(String name) throws Exception {
        write("claim.yaml", STABLE);
        write("pod.yaml", POD.replace("training", name));
        commit("class.yaml", CLASS);
        Files.delete(folder.resolve("class.yaml"));
        Files.delete(folder.resolve("claim.yaml"));

        Finding finding = only(validated());

        assertThat(finding.file()).isEqualTo("pod.yaml");
        assertThat(finding.lineNumber()).isEqualTo(8);
        assertThat(finding.message()).startsWith("refers to ResourceClaim training, which this change deletes");
        assertThat(finding.path()).isEqualTo("spec.resourceClaims[0].resourceClaimName");
    }

    /** A claim that does not change, and that a cluster would no longer create. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        resource.kubernetes.io/admin-access: "true" | none     | 1
        resource.kubernetes.io/admin-access: "true" | a: b     | 1
        a: b                                        | none     | 0
        none                                        | a: b     | 0
        resource.kubernetes.io/admin-access: "true" | resource.kubernetes.io/admin-access: "true", a: b | 0
        """)
    void namespaceThatLosesItsLabel(String before, String after, int findings) throws Exception {
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: ml, labels: {%s}}}\n";
        write(
                "claim.yaml",
                STABLE.replace("name: training", "{name: training, namespace: ml}")
                        .replace("        count: 1", "        allocationMode: All\n        adminAccess: true"));
        commit("namespace.yaml", namespace.formatted(before == null ? "" : before));
        write("namespace.yaml", namespace.formatted(after == null ? "" : after));

        assertThat(validated().findings())
                .hasSize(findings)
                .allMatch(one ->
                        one.origin() == Origin.ADMIN_ACCESS_LABEL && one.file().equals("claim.yaml"));
    }

    /** A template of a chart may make the object, if the change brings it its kind and its name. */
    @ParameterizedTest
    @CsvSource({"kind: ResourceClaim, 0", "uses:, 1"})
    void objectThatMovesToAChart(String kind, int findings) throws Exception {
        write("pod.yaml", POD);
        commit("claim.yaml", STABLE);
        Files.delete(folder.resolve("claim.yaml"));
        write("chart/templates/claim.yaml", kind + "\nname: training\nlabels: {{- include \"x\" . }}\n");

        assertThat(validated().findings()).hasSize(findings);
    }

    /** What no release accepts is in no cluster; what is wrong in both is not new. */
    @ParameterizedTest
    @CsvSource({
        "'exactly:', 'exactlty:', count: 1, 0",
        "'exactly:', 'exactlty:', count: -1, 1",
        "count: 1, count: -1, count: 2, 0",
        "count: 1, count: 3, count: 2, 1",
        "name: training, name: TRAINING, count: 2, 0",
        "count: 1, cuont: 1, count: 2, 0",
        "name: training, 'name: [', count: 2, 0"
    })
    void mistakeThatIsMended(String right, String wrong, String mended, int findings) throws Exception {
        commit("claim.yaml", STABLE.replace(right, wrong));
        write("claim.yaml", STABLE.replace("count: 1", mended));

        assertThat(validated().findings()).hasSize(findings);
    }

    @Test
    void imageIsNotTheFieldOfAPodThatMustNotChange() throws Exception {
        String pod =
                POD + "  containers: [{name: a, image: 'a:1'}, {name: b, image: 'b:1', imagePullPolicy: Always}]\n";
        commit("pod.yaml", pod);
        write("pod.yaml", pod.replace(":1", ":2").replace(", imagePullPolicy: Always", ""));

        assertThat(only(validated()).message())
                .startsWith("field is immutable. spec.containers[1].imagePullPolicy changed from \"Always\" to unset");
    }

    /** Rendered manifests have containers before claims. */
    @Test
    void claimIsTheFieldOfAJobThatIsNamed() throws Exception {
        String job = """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: train}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: a, image: 'a:1', resources: {claims: [{name: gpu}]}}]
                  resourceClaims: [{name: gpu, resourceClaimName: training}]
            """;
        commit("job.yaml", job);
        write("job.yaml", job.replace("a:1", "a:2").replace("training", "other"));

        assertThat(only(validated()).message())
                .contains("resourceClaims[0].resourceClaimName changed from \"training\" to \"other\"");
    }

    /** The tag of an image that something may set is not known, nor is the pull policy that is its default. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kustomization.yaml | images: [{name: 'r:5/a', newTag: '1'}]                 | true
            kustomization.yaml | patches: [{path: p.yaml}]                              | true
            kustomization.yaml | labels: [{pairs: {a: b}}]                              | false
            flux.yaml          | spec: {path: o, images: [{name: 'r:5/a', newTag: '1'}]} | true
            flux.yaml          | spec: {path: o}                                        | false
            argo.yaml          | spec: {source: {kustomize: {images: ['r:5/a:1']}}}     | true
            argo.yaml          | spec: {source: {path: base}}                           | false
            """)
    void imageThatSomethingSetsIsNotKnown(String file, String text, boolean isAllowed) throws Exception {
        String pod = POD + "  containers: [{name: a, image: 'r:5/a:latest'}]\n";
        String object =
                switch (file) {
                    case "flux.yaml" -> "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n";
                    case "argo.yaml" -> "apiVersion: argoproj.io/v1alpha1\nkind: Application\n";
                    default -> "resources: [../base]\n";
                };
        write("base/kustomization.yaml", "resources: [pod.yaml]\n");
        write("o/" + file, object + text + "\n");
        commit("base/pod.yaml", pod);
        write("base/pod.yaml", pod.replace("'}]", "', imagePullPolicy: IfNotPresent}]"));

        assertThat(validated().findings().isEmpty()).isEqualTo(isAllowed);

        Files.delete(folder.resolve("o/" + file));

        assertThat(validated().findings().isEmpty()).isEqualTo(isAllowed);
    }

    /** Argo CD takes {@code Force=true} from the object only, and not with server-side apply. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            helm.sh/hook: pre-install                                          | none | helm.sh/hook asks for it
            argocd.argoproj.io/hook: Sync                                      | none | argocd.argoproj.io/hook asks for it
            argocd.argoproj.io/sync-options: "Replace=true, Force=true"        | none | sync-options asks for it
            argocd.argoproj.io/sync-options: Force=true                        | none | sync-options asks for it
            argocd.argoproj.io/sync-options: "Force=true,ServerSideApply=true" | none | none
            kustomize.toolkit.fluxcd.io/force: Enabled                         | none | /force asks for it
            argocd.argoproj.io/sync-options: Replace=true                      | none | none
            kustomize.toolkit.fluxcd.io/force: disabled                        | none | none
            {helm.sh/hook: test, helm.sh/hook-delete-policy: hook-succeeded}   | none | none
            kustomize.toolkit.fluxcd.io/ssa: IfNotPresent                      | none | delete the object
            a: b                                                               | force: true | spec.force asks for it
            a: b                                                               | force: false | none
            a: b                                                               | suspend: true | create it again before spec.suspend ends
            a: b                                                               | {force: true, sourceRef: {kind: OCIRepository, name: x}} | none
            a: b                                                               | commonMetadata: {annotations: {kustomize.toolkit.fluxcd.io/force: enabled}} | spec.commonMetadata asks
            a: b                                                               | syncPolicy: {syncOptions: [Replace=true, Force=true]} | none
            argocd.argoproj.io/sync-options: Force=true                        | syncPolicy: {syncOptions: [ServerSideApply=true]} | none
            argocd.argoproj.io/sync-options: Force=true                        | syncPolicy: {syncOptions: [ServerSideApply=true, Replace=true]} | sync-options asks
            """)
    void whatAToolDeletesAndCreatesAgainIsAWarning(String annotations, String spec, String message) throws Exception {
        String claim = STABLE.replace("name: training", "name: training\n  annotations: " + flow(annotations));
        if (spec != null) {
            String kind = spec.contains("sync")
                    ? "apiVersion: argoproj.io/v1alpha1\nkind: Application\n"
                    : "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n";
            String source = "path: apps, source: {path: apps}"
                    + (spec.contains("sourceRef") ? "" : ", sourceRef: {kind: GitRepository, name: a}");
            write("flux.yaml", kind + "metadata: {name: a}\nspec: {" + source + ", " + unflow(spec) + "}\n");
        }
        commit("apps/claim.yaml", claim);
        write("apps/claim.yaml", claim.replace("count: 1", "count: 2"));

        Finding finding = only(validated());

        assertThat(finding.severity()).isEqualTo(message == null ? Severity.ERROR : Severity.WARNING);
        assertThat(finding.message()).contains(message == null ? "delete the object" : message);
    }

    private static String unflow(String spec) {
        return spec.startsWith("{") ? spec.substring(1, spec.length() - 1) : spec;
    }

    private static String flow(String annotations) {
        return annotations.startsWith("{") ? annotations : "{" + annotations + "}";
    }

    @Test
    void firstVersionIsNeverConverted() throws Exception {
        commit("claim.yaml", """
            apiVersion: resource.k8s.io/v1alpha2
            kind: ResourceClaim
            metadata:
              name: training
            spec:
              resourceClassName: gpu.example.com
            """);
        write("claim.yaml", STABLE);

        assertThat(only(validated()).message())
                .contains("does not convert ResourceClaim")
                .contains("recreate needed");
    }

    @Test
    void overlaysWithSameIdentityAreSeparateObjects() throws Exception {
        write("overlays/a/claim.yaml", STABLE);
        commit("overlays/b/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        write("overlays/a/claim.yaml", STABLE.replace("name: training", "name: training\n  labels: {a: b}"));
        write(
                "overlays/b/claim.yaml",
                STABLE.replace("count: 1", "count: 2").replace("name: training", "name: training\n  labels: {a: b}"));

        assertThat(validated().findings()).isEmpty();
    }

    @Test
    void movedOverlaysArePairedByContent() throws Exception {
        write("base/overlays/a/claim.yaml", STABLE);
        write("base/overlays/b/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        write("head/overlays/y/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        write("head/overlays/z/claim.yaml", STABLE);

        assertThat(validatedFolders().findings()).isEmpty();
    }

    @Test
    void movedFileIsPairedWithinItsOverlay() throws Exception {
        write("base/overlays/a/claim.yaml", STABLE);
        write("base/overlays/b/claim.yaml", STABLE.replace("count: 1", "count: 2"));
        write("head/overlays/a/second.yaml", STABLE.replace("name: training", "name: training\n  labels: {a: b}"));
        write("head/overlays/b/first.yaml", STABLE.replace("count: 1", "count: 3"));

        assertThat(only(validatedFolders()).message())
                .contains("changed from 2 to 3", "(it was at ", "base/overlays/b/claim.yaml");
    }

    @Test
    void exportedStatusIsValidatedAsUpdate() throws Exception {
        String allocated = STABLE + """
            status:
              allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: p, device: d}]}}
            """;
        commit("claim.yaml", allocated);
        write("claim.yaml", allocated.replace("device: d}", "device: e}"));

        assertThat(only(validated()).path()).isEqualTo("status.allocation");
    }

    @Test
    void comparesTwoFolders() throws Exception {
        write("base/claim.yaml", STABLE);
        write("head/claim.yaml", STABLE.replace("count: 1", "count: 3"));

        assertThat(only(validatedFolders()).file()).endsWith("head/claim.yaml");
    }

    @Test
    void comparesWithClusterExport() throws Exception {
        String live = STABLE.replace("metadata:", "metadata:\n  resourceVersion: \"7\"")
                .indent(2)
                .replaceFirst(" ", "-");
        write("live.yaml", "apiVersion: v1\nkind: List\nitems:\n" + live);
        write("head/claim.yaml", STABLE.replace("count: 1", "count: 3"));
        FolderTrees trees = new FolderTrees(folder.resolve("live.yaml"), folder.resolve("head"), manifests);

        assertThat(only(new Checker(CheckSettings.DEFAULT).check(trees)).message())
                .contains("changed from 1 to 3")
                .contains("live.yaml:");
    }

    @Test
    void baseIsMergeBase() throws Exception {
        commit("claim.yaml", STABLE);
        git.checkout().setCreateBranch(true).setName("feature").call();
        commit("pod.yaml", POD);
        git.checkout().setName("main").call();
        commit("class.yaml", CLASS);
        git.checkout().setName("feature").call();

        assertThat(validated().summary().files()).isEqualTo(1);
    }

    @Test
    void unservedVersionInBaseIsKnown() throws Exception {
        commit("claim.yaml", STABLE.replace("/v1", "/v7"));
        write("claim.yaml", STABLE.replace("/v1", "/v7").replace("count: 1", "count: 2"));

        assertThat(validated().findings()).isEmpty();

        write("claim.yaml", STABLE.replace("/v1", "/v8"));

        assertThat(only(validated()).message())
                .startsWith("no release from 1.27 to " + KubernetesRelease.NEWEST + " serves resource.k8s.io/v8 ");
    }

    @Test
    void unreadableOrMovedObjectIsNotDeleted() throws Exception {
        write("m/class.yaml", CLASS);
        commit("m/claim.yaml", STABLE);
        write("m/class.yaml", "a: [1\nb: 2\n" + CLASS);

        assertThat(only(validated()).origin()).isEqualTo(Origin.UNREADABLE);

        Files.delete(folder.resolve("m/class.yaml"));
        write("elsewhere/class.yaml", CLASS);
        try (Trees trees = GitTrees.open(folder, "main", null).only(List.of("m"), true, manifests)) {
            assertThat(new Checker(CheckSettings.DEFAULT).check(trees).findings())
                    .isEmpty();
        }
    }

    /** A placeholder gets its value before the object is applied, which may then be the one that a pod names. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        resource.k8s.io/${V}  | training                  | a.yaml     | false
        resource.k8s.io/v9    | training                  | a.yaml     | false
        ${API}                | training                  | a.yaml     | false
        resource.k8s.io/v1    | ${NAME}                   | a.yaml     | false
        resource.k8s.io/v1    | '{{ .Values.name }}'      | a.yaml     | false
        resource.k8s.io/v1    | ${NAME}                   | x/c.yaml   | true
        resource.k8s.io/v1    | '{{ tpl `{{ .name }}` . }}' | a.yaml   | false
        resource.k8s.io/v1    | train${X}                 | b.yaml     | false
        resource.k8s.io/v1    | tra${X:=${Y}}             | x/c.yaml   | false
        resource.k8s.io/v1    | ${A}ain${B}ng             | b.yaml     | false
        resource.k8s.io/v1    | training                  | b.yaml.tpl | true
        resource.k8s.io/v1    | trainer${X}               | a.yaml     | true
        resource.k8s.io/v1    | ${A}trainings             | a.yaml     | true
        resource.k8s.io/v1    | ${A}ing${B}ing            | a.yaml     | true
        """)
    void claimMayGetItsNameFromAPlaceholder(String version, String name, String file, boolean isLost) throws Exception {
        boolean isCombined = file.equals("b.yaml");
        write("a.yaml", STABLE.replace("name: training", "{name: training, namespace: ml}"));
        write("pod.yaml", POD.replace("name: trainer", "{name: trainer, namespace: ml}"));
        commit("kustomization.yaml", isCombined ? "resources: [a.yaml, pod.yaml]\n" : "{}\n");
        Files.delete(folder.resolve("a.yaml"));
        write("kustomization.yaml", isCombined ? "resources: [b.yaml, pod.yaml]\n" : "{}\n");
        write(
                file,
                STABLE.replace("resource.k8s.io/v1", version)
                        .replace("name: training", "{name: \"" + name + "\", namespace: \"${NS}\"}"));

        assertThat(validated().findings())
                .filteredOn(one -> one.origin() == Origin.DELETED)
                .hasSize(isLost ? 1 : 0);
    }

    @Test
    void objectOfAnotherNamespaceIsNotWhereADeletedOneMovesTo() throws Exception {
        write("b.yaml", STABLE.replace("name: training", "{name: training, namespace: b}"));
        write("pod.yaml", POD.replace("name: trainer", "{name: trainer, namespace: a}"));
        commit("a.yaml", STABLE.replace("name: training", "{name: training, namespace: a}"));
        Files.delete(folder.resolve("a.yaml"));

        assertThat(only(validated()).message()).contains("which this change deletes (it was in a.yaml)");
    }

    /** A class that pods name by an extended resource. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        example.com/gpu                                    | none              | example.com/gpu of DeviceClass gpu.example.com, which this change deletes (it was in class.yaml)
        example.com/gpu                                    | example.com/gpus  | which DeviceClass gpu.example.com no longer has (it was in class.yaml)
        example.com/nic                                    | none              | none
        deviceclass.resource.kubernetes.io/gpu.example.com | none              | refers to DeviceClass gpu.example.com, which this change deletes
        deviceclass.resource.kubernetes.io/gpu.example.com | example.com/gpus  | none
        """)
    void extendedResourceOfAClass(String requested, String now, String message) throws Exception {
        write("pod.yaml", """
            {apiVersion: v1, kind: Pod, metadata: {name: p},
             spec: {containers: [{name: c, image: a, resources: {limits: {%1$s: 1}, requests: {%1$s: 1}}}]}}
            """.formatted(requested));
        commit("class.yaml", CLASS + "spec: {extendedResourceName: example.com/gpu}\n");
        write("class.yaml", now == null ? "" : CLASS + "spec: {extendedResourceName: " + now + "}\n");

        assertThat(validated().findings())
                .hasSize(message == null ? 0 : 1)
                .allMatch(one -> one.message().contains(message));
    }

    /** Limits of what is not a container, and patterns of policies, request nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {limits: {example.com/gpu: 10}}                                                    | 0
        {podTemplate: {containers: [{resources: {limits: {example.com/gpu: '?*'}}}]}}      | 0
        {podTemplate: {containers: [{resources: {limits: {example.com/gpu: 0}}}]}}         | 0
        {podTemplate: {containers: [{resources: {limits: {example.com/gpu: '${GPUS}'}}}]}} | 1
        """)
    void requestOfAnExtendedResource(String spec, int findings) throws Exception {
        write("a.yaml", "{apiVersion: x.io/v1, kind: Any, metadata: {name: a}, spec: " + spec + "}");
        commit("class.yaml", CLASS + "spec: {extendedResourceName: example.com/gpu}\n");
        write("class.yaml", "");

        assertThat(validated().findings()).hasSize(findings).allMatch(one -> one.severity() == Severity.WARNING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        Job | limits: {example.com/gpu: 1} | limits: {example.com/gpu: 2} | field is immutable. spec.template.spec.containers[0].resources.limits[example.com/gpu] changed from 1 to 2
        Pod | limits: {example.com/gpu: 1} | limits: {example.com/nic: 1} | field is immutable. spec.containers[0].resources.limits[example.com/nic] changed from unset to 1
        Pod | limits: {example.com/gpu: 1} | limits: {example.com/gpu: '1'}, requests: {example.com/gpu: 1} | none
        Job | limits: {example.com/gpu: 1} | limits: {example.com/gpu: 1}, requests: {example.com/gpu: 1} | field is immutable. spec.template.spec.containers[0].resources.requests changed from unset to {"example.com/gpu":1}
        Job | limits: {cpu: 1}             | limits: {cpu: 2} | none
        """)
    void extendedResourcesOfAStoredPod(String kind, String before, String after, String message) throws Exception {
        String pod = "spec: {containers: [{name: c, image: a, resources: {%s}}], restartPolicy: Never}";
        String text = kind.equals("Pod")
                ? "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n" + pod + "\n"
                : "apiVersion: batch/v1\nkind: Job\nmetadata: {name: p}\nspec: {template: {" + pod + "}}\n";
        commit("pod.yaml", text.formatted(before));
        write("pod.yaml", text.formatted(after));

        assertThat(validated().findings())
                .hasSize(message == null ? 0 : 1)
                .allMatch(one -> one.message().contains(message));
    }

    @Test
    void objectThatGetsANamespaceMoves() throws Exception {
        write("pod.yaml", POD);
        commit("a.yaml", STABLE);
        write(
                "a.yaml",
                STABLE.replace("name: training", "{name: training, namespace: a}")
                        .replace(":\n  {", ": {"));

        assertThat(only(validated()).message())
                .contains("which this change moves to namespace a (it was in a.yaml, without a namespace)");
    }

    /** Whoever names paths for a run knows that there are others. */
    @ParameterizedTest
    @CsvSource({"old/claim.yaml, false, 1", ".old/claim.yaml, false, 1", "old/claim.yaml, true, 0"})
    void objectThatIsMovedToWhereNothingIsCheckedIsAWarning(String file, boolean areNamed, int warnings)
            throws Exception {
        write("old/other.yaml", STABLE.replace("training", "other"));
        write("m/other.yaml", STABLE.replace("training", "other"));
        commit("m/claim.yaml", STABLE);
        Files.delete(folder.resolve("m/claim.yaml"));
        Files.delete(folder.resolve("m/other.yaml"));
        write(file, STABLE);

        ManifestFiles files = new ManifestFiles(List.of()).excluding(List.of("old/**"), folder);
        try (Trees trees = GitTrees.open(folder, "main", null).only(List.of("m"), areNamed, files)) {
            assertThat(new Checker(CheckSettings.DEFAULT).check(trees).findings())
                    .hasSize(warnings)
                    .allSatisfy(finding -> assertThat(finding.toString())
                            .contains("this change moves ResourceClaim training here from m/claim.yaml")
                            .contains(file));
        }
    }

    @Test
    void unsetFieldIsReportedWithDefault() throws Exception {
        commit("claim.yaml", STABLE.replaceAll(" *count: 1\n", ""));
        write("claim.yaml", STABLE.replace("count: 1", "count: 2"));

        assertThat(only(validated()).message())
                .contains("spec.devices.requests[0].exactly.count changed from unset (default 1) to 2");
    }

    @Test
    void undecodableUpdateIsNotReportedAsRecreate() throws Exception {
        commit("claim.yaml", BETA);
        write("claim.yaml", BETA.replace("v1beta1", "v1"));

        assertThat(validated().findings())
                .isNotEmpty()
                .noneMatch(finding -> finding.message().contains("recreate"));
    }

    @Test
    void unreadableBaseFileIsKnown() throws Exception {
        commit("claim.yaml", "a: [1\nb: 2\n");
        write("claim.yaml", STABLE);

        assertThat(validated().findings()).isEmpty();
        assertThat(validated().summary().unreadable()).isZero();
    }

    @Test
    void suppressionForUnchangedObjectIsNotUnused() throws Exception {
        String suppressed = STABLE.replace("count: 1", "count: -1 # drawbridge: ignore=minimum");
        String unused =
                STABLE.replace("training", "other").replace("count: 1", "count: 2 # drawbridge: ignore=minimum");
        commit("claims.yaml", suppressed + "---\n" + STABLE.replace("training", "other"));
        write("claims.yaml", suppressed + "---\n" + unused);

        assertThat(validated().findings())
                .filteredOn(finding -> finding.origin() == Origin.UNUSED_SUPPRESSION)
                .extracting(Finding::lineNumber)
                .containsExactly(23);
    }

    private static CheckSettings settings(String release, boolean all) {
        return CheckSettings.DEFAULT
                .with(new CheckSettings.Target(
                        List.of(KubernetesRelease.parse(release).orElseThrow()), GateSettings.DEFAULTS, true))
                .with(reporting(false, all));
    }

    private static CheckSettings.Reporting reporting(boolean allowsRecreate, boolean all) {
        return new CheckSettings.Reporting(Map.of(), true, allowsRecreate, all, false, false, LocalDate::now);
    }

    private Report validatedFolders() throws IOException {
        return new Checker(CheckSettings.DEFAULT)
                .check(new FolderTrees(folder.resolve("base"), folder.resolve("head"), manifests));
    }
}
