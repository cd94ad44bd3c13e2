package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.AppliedObjects;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of trees that Flux applies, with a kustomize that joins resources and components. */
class FluxTreeTest {

    private static final String FLUX = """
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            metadata: {name: %s, namespace: flux-system}
            spec:
              path: ./%s
              sourceRef: {kind: GitRepository, name: flux-system}
            """;

    private static final String KUSTOMIZATION = """
            apiVersion: kustomize.config.k8s.io/v1beta1
            kind: Kustomization
            resources: [%s]
            """;

    private static final String TEMPLATE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata:
              name: ${APP}-gpu
            spec:
              spec:
                devices:
                  requests:
                  - name: gpu
                    exactly:
                      deviceClassName: gpu.example.com
                      count: ${COUNT:=-1}
            """;

    private static final String JOB = """
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: job
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers:
                    - name: c
                      image: i
                      resources: {limits: {example.com/gpu: 500m}}
            """;

    @TempDir
    private Path root;

    private final List<String> built = new ArrayList<>();
    private final List<String> kustomizations = new ArrayList<>();

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private byte[] build(Path folder) throws IOException {
        if (Files.exists(folder.resolve("broken"))) {
            throw new IOException("kustomize refuses it");
        }
        StringBuilder all = new StringBuilder();
        for (String name : List.of("kustomization.yaml", "kustomization.yml")) {
            Path file = folder.resolve(name);
            if (Files.exists(file)) {
                String text = Files.readString(file);
                kustomizations.add(text);
                ObjectValue object = (ObjectValue) ((Document) new YamlReader(ReadLimits.DEFAULT)
                                .read(text.getBytes())
                                .get(0))
                        .value();
                List<String> paths = new ArrayList<>(object.list("resources").texts());
                paths.addAll(object.list("components").texts());
                for (String path : paths) {
                    Path resource = folder.resolve(path).toRealPath();
                    boolean isFolder = Files.isDirectory(resource);
                    all.append("---\n").append(isFolder ? new String(build(resource)) : Files.readString(resource));
                }
                String named = "metadata:\n  name: ";
                return all.toString()
                        .replace("---\n---\n", "---\n")
                        .replace(named, named + object.string("namePrefix"))
                        .getBytes();
            }
        }
        throw new IOException("unable to find one of 'kustomization.yaml'");
    }

    private Report check() throws IOException {
        return check(Map.of(), null);
    }

    private static FluxInventory inventory(FluxInventory.Item... items) {
        FluxInventory inventory = new FluxInventory();
        inventory.items().addAll(List.of(items));
        return inventory;
    }

    /** A check after a base that applied these, and has these Kustomizations. */
    private Report check(Map<String, byte[]> earlier, @Nullable FluxInventory before) throws IOException {
        RenderedSources sources = new RenderedSources();
        FluxTree tree = new FluxTree(
                Path.of(""),
                List.of(root),
                folder -> {
                    built.add(folder.getFileName().toString());
                    return build(folder);
                },
                sources,
                earlier,
                before);
        List<Path> files = new ManifestFiles(List.of()).of(List.of(root.toString()));
        SourceFiles repository = new SourceFiles(Path.of(""), List.of(root));
        InputFiles input =
                new InputFiles(Map.of(), files, file -> false, List.of(), sources, tree::applied, repository);
        return new Checker(CheckSettings.DEFAULT).check(input);
    }

    private List<String> findings(Report report) {
        return report.findings().stream()
                .map(one -> root.relativize(Path.of(one.file())) + ":" + one.lineNumber() + ": " + one.message() + " "
                        + one.object())
                .toList();
    }

    private List<String> skipped(Report report) {
        return report.summary().listed().stream().map(Skipped::toString).toList();
    }

    @Test
    void objectsAreCheckedAsEachKustomizationAppliesThem() throws IOException {
        write("clusters/a/apps.yaml", FLUX.formatted("apps", "apps"));
        write("apps/kustomization.yaml", KUSTOMIZATION.formatted("one.yaml, two.yaml"));
        for (String app : List.of("one", "two")) {
            write(
                    "apps/" + app + ".yaml",
                    FLUX.formatted(app, "base/" + app)
                            + "  components: [../../components/gpu]\n  postBuild: {substitute: {APP: " + app + "}}\n");
            write("base/" + app + "/kustomization.yaml", KUSTOMIZATION.formatted(""));
        }
        write("components/gpu/kustomization.yaml", KUSTOMIZATION.formatted("claim.yaml"));
        write("components/gpu/claim.yaml", TEMPLATE);

        Report report = check();

        assertThat(findings(report))
                .containsExactly("components/gpu/claim.yaml:12: -1: must be greater than 0; in Kustomization"
                        + " flux-system/one and 1 more ResourceClaimTemplate default/one-gpu");
        assertThat(skipped(report)).isEmpty();
        assertThat(report.summary().checked()).isEqualTo(2);
    }

    /** A Kustomization that builds in the base, or is not in it, unless something outside of the tree decides. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ../gone                                | builds  | no longer builds
            ../gone                                | has it  |
            ../gone                                | lacks it | does not build
            ../gone                                | is none |
            ../made                                | builds  |
            ../made                                | lacks it |
            https://example.com/x                  | builds  |
            claim.yaml]; generators: [claim.yaml   | builds  |
            claim.yaml                             | builds  | no longer builds
            [                                      | builds  | no longer builds
            """)
    void kustomizationThatDoesNotBuild(String resource, String base, @Nullable String error) throws IOException {
        write(".gitignore", "/made\n");
        write("apps/ks.yaml", FLUX.formatted("apps", "app"));
        write("app/claim.yaml", TEMPLATE.replace("${APP}-gpu", "gpu").replace("${COUNT:=-1}", "1"));
        write(
                "app/kustomization.yml",
                KUSTOMIZATION.formatted("claim.yaml, " + resource).replace("; ", "\n"));
        write("app/broken", "");
        FluxInventory.Item item =
                new FluxInventory.Item(root.resolve("apps/ks.yaml").toString(), "Kustomization flux-system/apps");

        Map<String, byte[]> built = base.equals("builds") ? Map.of(item.text(), new byte[0]) : Map.of();
        FluxInventory before = base.equals("lacks it") ? inventory() : inventory(item);

        Report report = check(built, base.equals("is none") ? null : before);

        assertThat(report.findings())
                .filteredOn(one -> one.origin() == Origin.KUSTOMIZE_FAILS)
                .filteredOn(one -> one.message().contains("Kustomization flux-system/apps"))
                .hasSize(error == null ? 0 : 1)
                .allMatch(
                        one -> one.severity() == Severity.ERROR && one.message().contains(error + ": "));
        assertThat(skipped(report)).hasSize(error == null ? 1 : 0);
    }

    /** In a gate only what the entry leads to is known, and each Kustomization leads on. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            infra    | none  | Kustomization flux-system/inner | none
            nosuch   | none  | none | Kustomization flux-system/inner does not build: the tree has no folder ./nosuch
            nosuch   | built | none | Kustomization flux-system/inner no longer builds: the tree has no folder ./nosuch
            nosuch   | had   | none | none
            no/${X}  | none  | none | none
            nosuch # | none  | none | none
            """)
    void kustomizationThatAKustomizationApplies(
            String path, @Nullable String before, @Nullable String followed, @Nullable String error)
            throws IOException {
        write("root/kustomization.yaml", KUSTOMIZATION.formatted("inner.yaml"));
        String inner = FLUX.formatted("inner", path);
        // An unknown source may have the folder.
        write(
                "root/inner.yaml",
                path.endsWith("#") ? inner.replaceFirst("(name: )flux-system(})", "$1other$2") : inner);
        write("infra/claim.yaml", TEMPLATE);
        FluxInventory.Item item = new FluxInventory.Item("entry", "Kustomization flux-system/inner");
        RenderedSources sources = new RenderedSources();
        FluxTree tree = new FluxTree(
                root,
                List.of(),
                this::build,
                sources,
                "built".equals(before) ? Map.of(item.text(), new byte[0]) : Map.of(),
                before == null ? inventory() : inventory(item));

        AppliedObjects applied = tree.applied(
                FluxTree.objects(
                        "entry/kustomization.yaml",
                        FLUX.formatted("root", "root").getBytes()),
                List.of());

        assertThat(applied.texts().keySet())
                .filteredOn(one -> one.contains("inner"))
                .hasSize(followed == null && !"built".equals(before) ? 0 : 1);
        assertThat(sources.failures())
                .extracting(one -> one.file() + ":" + one.position() + " " + one.message())
                .isEqualTo(error == null ? List.of() : List.of("root/inner.yaml:5:9 " + error));
    }

    /** Flux writes nothing for a variable that the change removes, and fails without an object of substituteFrom. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            substitute: {X: '2'}                                      | substitute: {Y: '2'}                                    | none | count: |
            substitute: {Y: '2'}                                      | substitute: {Y: '3'}                                    | none | count: ${X} |
            substituteFrom: [{kind: ConfigMap, name: vars}]           | substituteFrom: [{kind: ConfigMap, name: vars}]         | X    | count: 2 |
            substituteFrom: [{kind: ConfigMap, name: vars}]           | substituteFrom: [{kind: ConfigMap, name: vars}]         | Y    | count: |
            substituteFrom: [{kind: ConfigMap, name: vars}]           | substituteFrom: [{kind: ConfigMap, name: vars}]         | none | count: ${X} | no longer builds: ConfigMap vars of substituteFrom is no longer in the tree
            substituteFrom: [{kind: ConfigMap, name: vars, optional: true}] | substituteFrom: [{kind: ConfigMap, name: vars, optional: true}] | none | count: |
            substituteFrom: [{kind: ConfigMap, name: vars}]           | substituteFrom: [{kind: ConfigMap, name: vars}]         | made | count: ${X} |
            substituteFrom: [{kind: ConfigMap, name: vars}]           | substituteFrom: [{kind: ConfigMap, name: other}]        | none | count: ${X} |
            """)
    void variableThatAChangeRemoves(
            String before, String after, String variable, String applied, @Nullable String error) throws IOException {
        write("app/claim.yaml", TEMPLATE.replace("${COUNT:=-1}", "${X}"));
        String map = "{apiVersion: v1, kind: %s, metadata: {name: vars, namespace: flux-system}, data: {%s: '2'}}\n";
        write("app/vars.yaml", map.formatted("ConfigMap", "X"));
        FluxInventory inventory =
                tree(before, Map.of(), null, new RenderedSources()).inventory();
        write(
                "app/vars.yaml",
                switch (variable) {
                    case "none" -> "";
                    case "made" -> map.formatted("Release", "X").replace("name: vars", "name: x, makes: vars");
                    default -> map.formatted("ConfigMap", variable);
                });
        RenderedSources sources = new RenderedSources();
        String name = "entry: Kustomization flux-system/app/flux";
        Map<String, byte[]> earlier = Map.of(name, "count: ${X}".getBytes());

        FluxTree tree = tree(after, earlier, inventory, sources);

        String text = new String(tree.applied(List.of(), List.of()).texts().get(name));
        assertThat(text.lines().map(String::strip)).contains(applied);
        assertThat(sources.failures())
                .hasSize(error == null ? 0 : 1)
                .allMatch(one -> one.message().endsWith(error));
    }

    /** The base is in a folder that knows no address. */
    @ParameterizedTest
    @CsvSource({"https://example.com/own, 1", "https://example.com/other, 0"})
    void applicationOfAnotherRepository(String address, int applied) throws IOException {
        write("app/claim.yaml", TEMPLATE);
        String argo =
                "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: app}, spec: {source: {path:"
                        + " app, repoURL: '" + address + ".git'}}}";
        FluxTree tree = new FluxTree(root, List.of(), this::build, new RenderedSources(), Map.of(), null);
        tree.files().at("git@example.com:x/own");

        assertThat(tree.applied(FluxTree.objects("entry/kustomization.yaml", argo.getBytes()), List.of())
                        .texts())
                .hasSize(applied);
    }

    /** The files of a directory of Argo CD, unless it has a kustomization or a chart, and nothing says otherwise. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        directory: {}                                        | none               | a json
        directory: {recurse: true}                           | none               | a json inner
        directory: {recurse: true, exclude: '{*.json,inner*}'} | none             | a
        directory: {include: '*.y?ml'}                       | none               | a
        directory: {recurse: true, include: 'inner/*'}       | none               | inner
        directory: {include: '{a'}                           | none               | ''
        directory: {}                                        | kustomization.yaml | built
        directory: {recurse: false}                          | kustomization.yaml | built
        directory: {include: a*}                             | kustomization.yaml | a
        directory: {}                                        | Chart.yaml         | none
        directory: {recurse: true}                           | Chart.yaml         | a json inner
        kustomize: {commonLabels: {a: b}}                    | Chart.yaml         | built
        """)
    void directoryOfArgo(String options, String file, String names) throws IOException {
        Map<String, String> files = Map.of(
                "a.yaml",
                "a}",
                "b.json",
                "json}",
                "inner/c.yml",
                "inner}",
                "a.text",
                "text}",
                "d.yaml",
                "d} # +argocd:skip-file-rendering");
        for (Map.Entry<String, String> one : files.entrySet()) {
            write(
                    "app/" + one.getKey(),
                    "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: " + one.getValue() + "\n");
        }
        write("app/values.yaml", "deviceClassName: [a\n");
        if (file != null) {
            write("app/" + file, file.startsWith("k") ? "resources: [a.yaml]\n" : "name: a\n");
        }
        String argo =
                "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: app}, spec: {source: {path:"
                        + " app, " + options + "}}}";
        KustomizeFolder.Kustomize kustomize = any -> "kind: ResourceClaim\nmetadata: {name: built}\n".getBytes();
        FluxTree tree = new FluxTree(root, List.of(), kustomize, new RenderedSources(), Map.of(), null);

        Map<String, byte[]> texts = tree.applied(
                        FluxTree.objects("entry/kustomization.yaml", argo.getBytes()), List.of())
                .texts();
        String text =
                texts.isEmpty() ? "" : new String(texts.values().iterator().next());
        assertThat(Pattern.compile("name: ([a-z]+)").matcher(text).results().map(one -> one.group(1)))
                .containsExactlyInAnyOrder(names == null || names.isEmpty() ? new String[0] : names.split(" "));
    }

    /** Flux waits without end for a Kustomization or a source that is not there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            dependsOn: [{name: infra}]                    | infra | infra2 | is no longer applied: it needs Kustomization flux-system/infra, which this
            dependsOn: [{name: other}]                    | infra | infra2 | none
            dependsOn: [{name: infra, namespace: x}]      | infra | infra2 | none
            sourceRef: {kind: GitRepository, name: repo}  | repo  | repo2  | is no longer applied: it needs GitRepository repo, which this change
            sourceRef: {kind: GitRepository, name: other} | repo  | repo2  | none
            dependsOn: [{name: infra}]                    | infra | moved  | none
            dependsOn: [{name: flux-system}]              | flux-system | made | none
            """)
    void whatAKustomizationNeeds(String field, String before, String after, @Nullable String error) throws IOException {
        write("app/claim.yaml", TEMPLATE);
        String sources = "---\n" + FLUX.formatted("infra", "infra") + "---\n"
                + FLUX.formatted("flux-system", "infra") + "---\napiVersion: source.toolkit.fluxcd.io/v1\n"
                + "kind: GitRepository\nmetadata: {name: repo, namespace: flux-system}\n";
        String all = FLUX.formatted("app", "app").replaceFirst("sourceRef: .*", field) + sources;
        Files.createDirectory(root.resolve("infra"));
        FluxTree base = new FluxTree(root, List.of(), this::build, new RenderedSources(), Map.of(), null);
        base.applied(FluxTree.objects("entry/kustomization.yaml", all.getBytes()), List.of());
        RenderedSources rendered = new RenderedSources();
        FluxTree head = new FluxTree(root, List.of(), this::build, rendered, Map.of(), base.inventory());

        String renamed = all.replace("{name: " + before + ", namespace: flux", "{name: " + after + ", namespace: flux");
        List<Manifest> objects = new ArrayList<>(FluxTree.objects("entry/kustomization.yaml", renamed.getBytes()));
        if (after.equals("moved")) {
            objects.addAll(FluxTree.objects("other/kustomization.yaml", sources.getBytes()));
        }
        head.applied(objects, List.of());

        assertThat(rendered.failures())
                .hasSize(error == null ? 0 : 1)
                .allMatch(one -> one.message().contains(error));
    }

    private FluxTree tree(
            String postBuild, Map<String, byte[]> earlier, @Nullable FluxInventory before, RenderedSources sources) {
        FluxTree tree = new FluxTree(root, List.of(), this::build, sources, earlier, before);
        String flux = FLUX.formatted("app", "app") + "  postBuild: {" + postBuild + "}\n";
        tree.applied(FluxTree.objects("entry/kustomization.yaml", flux.getBytes()), List.of());
        return tree;
    }

    @Test
    void whatFluxAddsIsInTheKustomization() throws IOException {
        write("apps/ks.yaml", FLUX.formatted("apps", "apps/app") + """
                  targetNamespace: team-a
                  namePrefix: x-
                  patches:
                  - patch: "- {op: remove, path: /spec/spec/devices/config}"
                    target: {kind: ResourceClaimTemplate}
                  components: [../missing, ../gpu]
                  ignoreMissingComponents: true
                """);
        write("apps/app/kustomization.yml", KUSTOMIZATION.formatted("claim.yaml") + "namePrefix: y-\n");
        write("apps/app/claim.yaml", TEMPLATE.replace("${APP}-gpu", "gpu").replace("${COUNT:=-1}", "1"));
        write("apps/gpu/kustomization.yaml", KUSTOMIZATION.formatted(""));

        assertThat(findings(check())).isEmpty();
        assertThat(kustomizations.get(0))
                .contains("\"namespace\":\"team-a\"", "\"namePrefix\":\"x-\"", "\"components\":[\"../gpu\"]")
                .contains("\"patches\":[{\"patch\":\"- {op: remove")
                .doesNotContain("y-");
        assertThat(root.resolve("apps/app/kustomization.yaml")).doesNotExist();
    }

    @Test
    void prefixOfAnApplicationRenamesTemplatesButNotReferences() throws IOException {
        write("argo/app.yaml", """
                apiVersion: argoproj.io/v1alpha1
                kind: Application
                metadata: {name: app, namespace: argocd}
                spec:
                  source: {repoURL: 'https://example.com/r.git', path: apps/app, kustomize: {namePrefix: x-}}
                  destination: {namespace: team}
                """);
        write("apps/app/kustomization.yaml", KUSTOMIZATION.formatted("claim.yaml, pod.yaml"));
        write("apps/app/claim.yaml", TEMPLATE.replace("${APP}-gpu", "gpu").replace("${COUNT:=-1}", "1"));
        write("apps/app/pod.yaml", """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: train
                spec:
                  containers:
                  - {name: train, image: a, resources: {claims: [{name: gpu}]}}
                  resourceClaims:
                  - {name: gpu, resourceClaimTemplateName: gpu}
                """);

        assertThat(findings(check()))
                .singleElement()
                .asString()
                .startsWith("apps/app/pod.yaml:9: kustomize renames ResourceClaimTemplate gpu to x-gpu, but not this")
                .endsWith("in Application argocd/app Pod team/x-train");
    }

    @Test
    void referenceOfABaseIsReportedOnce() throws IOException {
        for (String one : List.of("a", "b", "c")) {
            write("clusters/" + one + ".yaml", FLUX.formatted(one, "app") + "  targetNamespace: " + one + "\n");
        }
        write("app/kustomization.yaml", KUSTOMIZATION.formatted("claim.yaml, pod.yaml"));
        write("app/claim.yaml", TEMPLATE.replace("${APP}-gpu", "gpu").replace("${COUNT:=-1}", "1"));
        write("app/pod.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: train}
                spec: {containers: [{name: c, image: a}], resourceClaims: [{name: gpu, resourceClaimTemplateName: gpuu}]}
                """);

        assertThat(findings(check()))
                .filteredOn(one -> one.contains("did you mean gpu"))
                .singleElement()
                .asString()
                .contains("; in Kustomization flux-system/a and 2 more");
    }

    /** A source of another repository, and one without such options, are not what this tree applies. */
    @Test
    void whatArgoAddsIsInTheKustomization() throws IOException {
        String source = "{repoURL: 'https://example.com/r.git', path: apps/app, kustomize: {%s}}";
        write("argo/apps.yaml", """
                apiVersion: argoproj.io/v1alpha1
                kind: Application
                metadata: {name: app, namespace: argocd}
                spec:
                  sources:
                  - %s
                  - %s
                  - %s
                """.formatted(
                        source.formatted("namePrefix: x-, namespace: team-a, images: [a=b], patches: [{path: p.yaml}]"),
                        source.formatted("images: [a=b]"),
                        source.formatted("namePrefix: y-").replace("apps/app", "apps/two")));
        write("apps/two/kustomization.yaml", KUSTOMIZATION.formatted("job.yaml"));
        write("apps/two/job.yaml", JOB);
        write("apps/app/kustomization.yaml", KUSTOMIZATION.formatted("claim.yaml"));
        write("apps/app/claim.yaml", TEMPLATE.replace("${APP}-gpu", "gpu").replace("${COUNT:=-1}", "-1"));

        assertThat(findings(check()))
                .containsExactly(
                        "apps/app/claim.yaml:12: -1: must be greater than 0; in Application argocd/app"
                                + " ResourceClaimTemplate default/x-gpu",
                        "apps/two/job.yaml:12: \"500m\": must be an integer for an extended resource; in"
                                + " Application argocd/app"
                                + " Job default/y-job");
        assertThat(kustomizations)
                .hasSize(2)
                .first()
                .asString()
                .contains("\"namespace\":\"team-a\"", "\"namePrefix\":\"x-\"", "\"patches\":[{\"path\":\"p.yaml\"}]")
                .doesNotContain("images");
    }

    @Test
    void folderWithoutKustomizationGetsOneOfAllItsManifests() throws IOException {
        write("clusters/a/flux-system/gotk-sync.yaml", FLUX.formatted("flux-system", "clusters/a"));
        write("clusters/a/gpu/claim.yaml", TEMPLATE.replace("${APP}-gpu", "gpu").replace("${COUNT:=-1}", "-1"));
        write("clusters/a/nic/kustomization.yaml", KUSTOMIZATION.formatted(""));
        write("clusters/a/nic/unused.yaml", "kind: Unused");

        assertThat(findings(check()))
                .containsExactly("clusters/a/gpu/claim.yaml:12: -1: must be greater than 0; in Kustomization"
                        + " flux-system/flux-system ResourceClaimTemplate default/gpu");
        assertThat(kustomizations.get(0))
                .isEqualTo("{\"resources\":[\"flux-system/gotk-sync.yaml\",\"gpu/claim.yaml\",\"nic\"]}");
    }

    @Test
    void variablesAreThoseOfConfigMapsAndTheKustomization() throws IOException {
        write("clusters/a/apps.yaml", FLUX.formatted("apps", "apps") + """
                  postBuild:
                    substitute: {APP: own}
                    substituteFrom:
                    - {kind: ConfigMap, name: settings}
                    - {kind: Secret, name: secrets}
                """);
        for (String cluster : List.of("a", "b")) {
            write("clusters/" + cluster + "/settings.yaml", """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: settings, namespace: flux-system}
                    data: {APP: "settings", COUNT: "-%s"}
                    """.formatted(cluster.equals("a") ? 1 : 2));
        }
        write("clusters/a/secrets.sops.yaml", """
                apiVersion: v1
                kind: Secret
                metadata: {name: secrets, namespace: flux-system}
                stringData: {CLASS: "ENC[AES256_GCM,data:xyz,type:str]"}
                sops: {mac: "ENC[AES256_GCM,data:abc,type:str]"}
                """);
        write("apps/claim.yaml", TEMPLATE);
        write("apps/secret.yaml", TEMPLATE.replace("gpu.example.com", "${CLASS:=gpu}"));

        Report report = check();

        assertThat(findings(report))
                .containsExactly("apps/claim.yaml:12: -1: must be greater than 0; in Kustomization"
                        + " flux-system/apps ResourceClaimTemplate default/own-gpu");
        assertThat(skipped(report)).anySatisfy(line -> assertThat(line).contains("has the placeholder ${CLASS:=gpu}"));
    }

    @Test
    void variableWithoutAValueIsNamedOnce() throws IOException {
        write("ks.yaml", FLUX.formatted("apps", "apps") + "  postBuild: {substitute: {COUNT: '1'}}\n");
        write("apps/a.yaml", TEMPLATE);
        write("apps/b.yaml", TEMPLATE.replace("-gpu", "-b"));

        assertThat(skipped(check()).stream().filter(line -> line.contains("no value of ${APP} in the tree")))
                .hasSize(1);
    }

    @Test
    void suppressionsInSourcesApply() throws IOException {
        write("ks.yaml", FLUX.formatted("apps", "apps") + "  postBuild: {substitute: {APP: a}}\n");
        write("apps/a.yaml", TEMPLATE.replace("=-1}", "=-1} # drawbridge: ignore=countMatchesMode test"));

        assertThat(findings(check())).isEmpty();
    }

    @Test
    void whatCannotBeBuiltIsNamed() throws IOException {
        write(
                "ks.yaml",
                String.join(
                        "---\n",
                        FLUX.formatted("missing", "missing"),
                        FLUX.formatted("remote", "remote"),
                        FLUX.formatted("oci", "remote")
                                .replace("GitRepository, name: flux-system", "OCIRepository, name: o"),
                        FLUX.formatted("bad", "bad") + "  postBuild: {substitute: {A: a}}\n",
                        FLUX.formatted("other", "none")));
        write("source.yaml", """
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: OCIRepository
                metadata: {name: o, namespace: flux-system}
                spec: {url: "oci://example.com/o"}
                """);
        write("remote/kustomization.yaml", KUSTOMIZATION.formatted("https://example.com/x.yaml, claim.yaml"));
        write("remote/claim.yaml", TEMPLATE);
        write("bad/claim.yaml", TEMPLATE.replace("${APP}", "${APP.x}"));
        write("none/service.yaml", "{apiVersion: v1, kind: Service, metadata: {name: none}}");

        assertThat(skipped(check()))
                .anySatisfy(line -> assertThat(line).contains("missing: not checked: the tree has no folder"))
                .anySatisfy(line -> assertThat(line).contains("remote: not checked: https://example.com/x.yaml is not"))
                .anySatisfy(line -> assertThat(line).contains("oci: not checked: OCIRepository o is outside"))
                .anySatisfy(line -> assertThat(line).contains("bad: not checked: Flux cannot substitute ${APP.x}"));
        assertThat(built).as("only what may have claims is built").containsExactly("bad");
    }
}
