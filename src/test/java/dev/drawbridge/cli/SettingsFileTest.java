package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.drawbridge.check.Change;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.Trees;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.JsonTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileTest {

    @TempDir
    private Path folder;

    /** What the schema accepts, the reader reads, and the reverse; only the text of a value is for the reader alone. */
    @Test
    void schemaIsThatOfTheReader() throws IOException {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        JsonTree.write(Setting.schema("http://json-schema.org/draft-07/schema#"), out);
        out.flush();
        Schema schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(text.toString());
        List<String> values = List.of(
                "1.34",
                "\"a\"",
                "true",
                "null",
                "[]",
                "[\"a/B c\"]",
                "[1]",
                "[null]",
                "[[]]",
                "{}",
                "{\"cel\": \"error\"}",
                "{\"claimReference\": \"ignore\"}",
                "{\"fitUndecided\": \"warning\"}",
                "{\"format=printable\": \"error\"}",
                "{\"cel\": \"never\"}",
                "{\"celery\": \"error\"}",
                "{\"cel\": 1}");
        List<String> keys = new ArrayList<>(Setting.keys());
        keys.add("colour");
        for (String key : keys) {
            for (String value : values) {
                String settings = "{\"" + key + "\": " + value + "}";
                write(settings);
                boolean isRead = true;
                try {
                    SettingsFile.nearest(folder);
                } catch (IOException refused) {
                    isRead = String.valueOf(refused.getMessage()).contains("expected \"GROUP/KIND PATH\"");
                }
                assertThat(schema.validate(settings, InputFormat.JSON).isEmpty())
                        .as(settings)
                        .isEqualTo(isRead);
            }
        }
    }

    @Test
    void pathsAreRelativeToFolder() throws IOException {
        Path inner = Files.createDirectories(folder.resolve("a/b"));
        write("paths: [manifests, a/b]\nkubernetes: 1.34\n");

        assertThat(SettingsFile.nearest(folder).texts("paths")).containsExactly(folder + "/manifests", folder + "/a/b");
        assertThat(SettingsFile.nearest(inner).texts("paths"))
                .containsExactly(inner + "/../../manifests", inner.toString());
        assertThat(SettingsFile.nearest(inner).text("kubernetes")).isEqualTo("1.34");
    }

    @Test
    void acceptsReleaseAsYamlNumber() throws IOException {
        Files.writeString(folder.resolve(".drawbridge.yml"), "kubernetes: 1.30\n");

        assertThat(SettingsFile.nearest(folder).text("kubernetes")).isEqualTo("1.30");
        Arguments none = Arguments.of(Command.named("check"), List.of());
        assertThat(Setting.inForce(none, SettingsFile.nearest(folder).entries()).rows())
                .anyMatch(row -> row.subList(0, 2).equals(List.of("kubernetes", "1.30")));
        assertThat(SettingsFile.nearest(folder).place("kubernetes")).endsWith(".drawbridge.yml:1:13");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            colour: red                    ; :1:1: unknown setting "colour"
            kubernetes: [1.34]             ; :1:13: kubernetes: expected a string, found [1.34]
            featureGates: {A: true}        ; :1:15: featureGates: expected a string
            paths: manifests               ; :1:8: paths: expected a list of strings
            exclude: [[a]]                 ; :1:11: exclude[0]: expected a string
            kubernets: 1.34                ; :1:1: unknown setting "kubernets"; did you mean kubernetes?
            paths: [a                      ; :2:1:
            severity: []                   ; :1:11: severity: expected an object
            severity: {documented: never}  ; :1:24: severity.documented: expected error, warning or ignore, found "never"
            {paths: [a], paths: [b]}       ; :1:14: paths: duplicate key
            severity: {cel: error, cel: ignore} ; :1:24: severity.cel: duplicate key
            severity: {celery: error}      ; :1:12: unknown rule "celery"; drawbridge version --rules lists them
            podTemplates: [example.com/A]  ; :1:16: podTemplates[0]: expected "GROUP/KIND PATH"
            markdown: 1                    ; :1:11: markdown: expected true or false, found 1
            - a                            ; : expected an object
            """)
    void invalidSettingIsReported(String text, String message) throws IOException {
        write(text);

        assertThatThrownBy(() -> SettingsFile.nearest(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(SettingsFile.NAME + message);
    }

    @Test
    void podTemplatesOfTheSettingsAreSearchedForNames() throws IOException {
        write("podTemplates: [\"example.com/Training spec.gangs[].pods\"]\n");
        Path manifest = Files.writeString(folder.resolve("training.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: single-gpu, namespace: ml}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
                ---
                apiVersion: example.com/v1
                kind: Training
                metadata: {name: trainer, namespace: ml}
                spec:
                  gangs:
                  - pods:
                      resourceClaims: [{name: gpu, resourceClaimTemplateName: single-gpus}]
                      containers: [{name: main, resources: {claims: [{name: gpux}]}}]
                """);

        assertThat(findings(manifest, SettingsFile.nearest(folder)))
                .anySatisfy(finding -> assertThat(finding.path())
                        .isEqualTo("spec.gangs[0].pods.resourceClaims[0].resourceClaimTemplateName"));
    }

    @Test
    void claimTemplatesOfTheSettingsAreDefinitions() throws IOException {
        write("claimTemplates: [\"example.com/Domain spec.channel.template\"]\n");
        Path manifest = Files.writeString(folder.resolve("domain.yaml"), """
                apiVersion: example.com/v1
                kind: Domain
                metadata: {name: domain, namespace: ml}
                spec: {channel: {template: domain-claim}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: domain-clam}]
                  containers: [{name: main, image: x, resources: {claims: [{name: gpu}]}}]
                """);

        assertThat(findings(manifest, SettingsFile.NONE)).isEmpty();
        assertThat(findings(manifest, SettingsFile.nearest(folder)))
                .singleElement()
                .asString()
                .contains("did you mean domain-claim (created by Domain domain, ");
    }

    private static List<Finding> findings(Path manifest, SettingsFile file) throws IOException {
        CheckSettings defaults = CheckSettings.DEFAULT;
        CheckSettings settings = new CheckSettings(
                defaults.target(),
                new CheckSettings.Input("default", Set.of(), Map.of(), false, Set.of(), file.templates()),
                defaults.reporting(),
                defaults.drivers(),
                defaults.fleet(),
                defaults.policies(),
                defaults.traces());
        return new Checker(settings)
                .check(InputFiles.named(Map.of(), List.of(manifest)))
                .findings();
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve(SettingsFile.NAME), text);
    }

    /** A change could exclude the file that it breaks. */
    @Test
    void settingsThatAChangeChangesAreWarnings() throws IOException {
        Files.writeString(folder.resolve(SettingsFile.NAME), "exclude: [a]\nkubernetes: 1.36\nmarkdown: true\n");

        String text = "kubernetes: \"1.36\"\nmarkdown: false\npolicies: [p.yaml, q.yaml]\n";
        assertThat(changed(text))
                .extracting(Finding::message)
                .containsExactly(
                        "exclude: a in this change, and none in main; the change is checked with its own settings",
                        "policies: none in this change, and p.yaml, q.yaml in main; the change is checked with its own"
                                + " settings",
                        "markdown: true in this change, and false in main; the change is checked with its own"
                                + " settings");
        assertThat(changed("")).extracting(Finding::columnNumber).containsExactly(10, 13, 11);
        Files.delete(folder.resolve(SettingsFile.NAME));
        assertThat(changed("")).isEmpty();
        assertThat(changed("exclude: [b]")).hasSize(1);
    }

    @Test
    void nearestSettingsOfTheBaseCount() throws IOException {
        assertThat(changedFrom(new Base("# none", "exclude: [b]"))).isEmpty();
        assertThat(changedFrom(new Base(null, "exclude: [b]")))
                .extracting(Finding::file)
                .containsExactly("../" + SettingsFile.NAME);
    }

    private List<Finding> changed(@Nullable String base) throws IOException {
        return changedFrom(new Base(base));
    }

    private List<Finding> changedFrom(Base base) throws IOException {
        return ComparedSettings.of(folder, base, false).changed();
    }

    @Test
    void settingsOfTheBaseThatCannotBeReadAreNamed() throws IOException {
        Files.writeString(folder.resolve(SettingsFile.NAME), "exclude: [a]\n");

        assertThat(changed("exclude: ["))
                .extracting(Finding::message)
                .containsExactly("exclude: a in this change, and unreadable in main; the change is checked with its own"
                        + " settings");
    }

    /** Settings outside of the repository are not of the change. */
    @Test
    void settingsOutsideTheTreesAreNotChanged() throws IOException {
        Files.writeString(folder.resolve(SettingsFile.NAME), "exclude: [a]\n");

        assertThat(changed(null)).isEmpty();
    }

    @Test
    void pathThatAChangeDeletesIsAnError() throws IOException {
        Files.writeString(
                folder.resolve(SettingsFile.NAME), "fleet: [gone.yaml, pom.xml]\npolicies: [no.yaml]\npaths: [gone]\n");
        ComparedSettings file = ComparedSettings.of(folder, new Base(""), false);

        assertThat(file.deleted("fleet", List.of("gone.yaml", "pom.xml")))
                .extracting(Finding::lineNumber, Finding::message)
                .containsExactly(tuple(
                        1,
                        "fleet: gone.yaml: this change deletes it; name where its files are now, or remove it from this"
                                + " setting"));
        assertThat(file.deleted("paths", List.of("gone")))
                .extracting(Finding::message)
                .containsExactly("paths: gone: this change deletes it; name where its files are now, or remove it from"
                        + " this setting");
        assertThatThrownBy(() -> file.deleted("policies", List.of("no.yaml")))
                .hasMessageEndingWith(".yaml:2:12: policies: no.yaml: no such file or folder");
    }

    /** A base with settings in its folder and above; without a text, the file is outside of it. */
    private record Base(@Nullable String here, @Nullable String above) implements Trees {

        Base(@Nullable String text) {
            this(text, text);
        }

        @Override
        public @Nullable Change file(Path file) {
            String text = file.getParent() == null ? here : above;
            return text == null
                    ? null
                    : new Change(file.toString(), Content.of(text.getBytes(StandardCharsets.UTF_8)), Content.NONE);
        }

        @Override
        public List<Change> fleet(String path) {
            return path.startsWith("gone")
                    ? List.of(new Change(path, Content.of(new byte[0]), Content.NONE))
                    : List.of();
        }

        @Override
        public List<Change> changes() {
            return List.of();
        }

        @Override
        public List<Change> head() {
            return List.of();
        }

        @Override
        public String baseName() {
            return "main";
        }
    }
}
