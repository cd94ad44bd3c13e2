package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of findings at the source of rendered manifests. */
class RenderedSourcesTest {

    private static final String RENDERED = """
            ---
            # Source: chart/templates/a.yaml
            kind: A
            spec:
              name: gpu
              count: 2
            ---
            kind: B
            spec:
              name: gpu
            """;

    private static final String TEMPLATE = """
            {{- if .Values.a }}
            kind: A
            spec:
                name: gpu
                count: {{ .Values.count }}
            {{- end }}
            ---
            kind: B
            spec:
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
