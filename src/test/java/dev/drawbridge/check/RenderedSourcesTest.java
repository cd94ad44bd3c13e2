package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of findings at the source of rendered manifests. */
class RenderedSourcesTest {

    private static final String RENDERED = """
            ---
            # Source: chart/templates/a.yaml
            kind: A
            metadata:
              name: gpu
              count: 2
            ---
            kind: B
            metadata:
              name: gpu
            """;

    private static final String TEMPLATE = """
            {{- if .Values.a }}
            kind: A
            metadata:
                name: gpu
                count: {{ .Values.count }}
            {{- end }}
            ---
            kind: B
            metadata:
                name: gpu
            """;

    private final RenderedSources sources = new RenderedSources();

    RenderedSourcesTest() {
        sources.add(
                "chart/templates/a.yaml (helm)", bytes(RENDERED), Map.of("chart/templates/a.yaml", bytes(TEMPLATE)));
    }

    @Test
    void lineOfTheTemplateIsTheOneWithTheMostEqualLinesAround() {
        assertThat(placed(5, 3)).isEqualTo("chart/templates/a.yaml:4:5 wrong");
        assertThat(placed(10, 9)).isEqualTo("chart/templates/a.yaml:10:11 wrong");
    }

    @Test
    void renderedLineOfAnActionIsInTheMessage() {
        assertThat(placed(6, 3)).isEqualTo("chart/templates/a.yaml:4:1 wrong; rendered line 6: count: 2");
    }

    /** Two objects of one kind are alike but for their names, to which kustomize adds a prefix and a suffix. */
    @ParameterizedTest
    @CsvSource({
        "one,   one,   two,   1",
        "two,   one,   two,   2",
        "a-one, one,   two,   1",
        "a-two, one,   two,   2",
        "a-gpu, gpu,   gpu2,  1",
        "a-gpu2-b, gpu, gpu2, 2",
        "a-gpu2-b, gpu2, gpu, 1"
    })
    void lineIsInTheObjectWhoseNameTheRenderedOneHas(String rendered, String first, String second, int expected) {
        String object = "kind: Claim\nmetadata:\n  name: %s\nspec:\n" + "  a: b\n".repeat(9) + "  count: 2\n";
        String both = object.formatted(first) + "---\n" + object.formatted(second);
        sources.add("k", bytes(object.formatted(rendered)), Map.of("both.yaml", bytes(both)));
        int begin = expected == 1 ? 0 : 15;

        assertThat(at("k", 14)).isEqualTo("both.yaml:" + (begin + 14));
        assertThat(at("k", 99)).isEqualTo("both.yaml:" + (begin + 3));

        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("first.yaml", bytes(object.formatted(first)));
        files.put("second.yaml", bytes(object.formatted(second)));
        sources.add("k", bytes(object.formatted(rendered)), files);

        assertThat(at("k", 14)).isEqualTo((expected == 1 ? "first" : "second") + ".yaml:14");
    }

    /** Each value is set by something else; the flow style of the resource has no line in common with the output. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            8   | 12 | spec      | resource.yaml:3:41        | a resource
            11  | 14 | spec      | k/kustomization.yaml:7:14 | an operation in place
            13  | 11 | spec      | k/operations.yaml:3:17    | a field of the value of an operation in a file
            14  | 11 | spec      | k/merge.yaml:4:11         | a field of a strategic merge patch
            5   | 1  | spec.gone | k/kustomization.yaml:8:14 | an operation that removes the field of the finding
            5   | 1  | spec.a    | k/merge.yaml:3:1          | a patch of the object
            """)
    void valueIsWhereItWasWritten(int line, int column, String field, String place, String what) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("k/kustomization.yaml", bytes("""
                resources: [../resource.yaml]
                patches:
                - target: {kind: Claim, name: gpu}
                  patch: |-
                    - op: replace
                      path: /spec/list/1/count
                      value: 2
                    - {path: /spec/gone, op: remove}
                - {target: {kind: Claim|Job}, path: operations.yaml}
                - path: merge.yaml
                - {target: {kind: .*}, path: deep.yaml}
                """));
        files.put("k/operations.yaml", bytes("- op: add\n  path: /spec/list/-\n  value: {name: c}\n"));
        files.put("k/deep.yaml", bytes("- op: remove\n  path: /spec" + "/list".repeat(300_000)));
        files.put("k/merge.yaml", bytes("kind: Claim\nmetadata: {name: gpu}\nspec:\n  merged: yes\n"));
        files.put("resource.yaml", bytes("""
                kind: Claim
                metadata: {name: gpu}
                spec: {gone: 1, list: [{name: a, count: 1}, {name: b, count: 1}]}
                """));
        sources.add("k", bytes("""
                kind: Claim
                metadata:
                  name: gpu

                spec:
                  list:
                  - name: a
                    count: 1

                  - name: b
                    count:   2

                  - name: c
                  merged: yes
                """), files);
        ObjectReference claim = new ObjectReference("v1", "Claim", "", "gpu");
        Finding finding = new Finding(
                Severity.ERROR,
                new Finding.Location("k", new Position(line, column), null),
                new Finding.Field(claim, "", field),
                new Finding.Rule("", Origin.UNREADABLE),
                "wrong",
                List.of());

        Finding placed = sources.placed(finding);

        assertThat(placed.file() + ":" + placed.position()).as(what).isEqualTo(place);
        assertThat(placed.message()).isEqualTo("wrong");
    }

    private String at(String name, int line) {
        Finding.Location place = new Finding.Location(name, new Position(line, 3), null);
        ObjectReference claim = new ObjectReference("v1", "Claim", "", "x");
        Finding finding = sources.placed(new Finding(
                Severity.ERROR,
                place,
                new Finding.Field(claim, "", "spec"),
                new Finding.Rule("", Origin.UNREADABLE),
                "wrong",
                List.of()));
        return finding.file() + ":" + finding.lineNumber();
    }

    @Test
    void otherFilesAreTheirOwnSource() {
        Finding finding = finding("b.yaml", 5, 3);
        assertThat(sources.placed(finding)).isSameAs(finding);
    }

    private String placed(int line, int column) {
        Finding finding = sources.placed(finding("chart/templates/a.yaml (helm)", line, column));
        return finding.file() + ":" + finding.position() + " " + finding.message();
    }

    private static Finding finding(String file, int line, int column) {
        return Finding.ofFile(Severity.ERROR, file, new Position(line, column), Origin.UNREADABLE, "wrong", null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
