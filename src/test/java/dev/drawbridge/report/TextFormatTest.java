package dev.drawbridge.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextFormatTest {

    private static String written(TextFormat.Style style, Finding... findings) {
        StringWriter text = new StringWriter();
        List<Finding> all = List.of(findings);
        Summary summary = new Summary(1, 1, 0, List.of(), 0);
        new TextFormat(new PrintWriter(text), style, file -> file)
                .write(new Report(all, List.of(), List.of(), Set.of(), summary));
        return text.toString();
    }

    private static Finding finding(String path, ObjectReference object) {
        return new Finding(
                Severity.ERROR,
                new Finding.Location("a.yaml", new Position(4, 2), null),
                new Finding.Field(object, "", path),
                new Finding.Rule("FieldValueTooMany", Origin.MAX_ITEMS),
                "must be no more than 32 items",
                List.of());
    }

    @Test
    void firstLineIsWhatIsWrongAndSecondOneWhere() {
        ObjectReference claim = new ObjectReference("resource.k8s.io/v1", "ResourceClaim", "ml", "a");

        assertThat(written(TextFormat.Style.PLAIN, finding("spec.devices.requests", claim)))
                .isEqualTo("""
                        a.yaml:4:2: error: requests: must be no more than 32 items
                          spec.devices.requests in ResourceClaim ml/a [FieldValueTooMany, maxItems]
                        """);
        assertThat(written(TextFormat.Style.PLAIN, finding("", claim))).isEqualTo("""
                        a.yaml:4:2: error: must be no more than 32 items
                          ResourceClaim ml/a [FieldValueTooMany, maxItems]
                        """);
        assertThat(written(TextFormat.Style.PLAIN, finding("", new ObjectReference("", "", "", ""))))
                .isEqualTo("a.yaml:4:2: error: must be no more than 32 items [FieldValueTooMany, maxItems]\n");
    }

    @ParameterizedTest
    @CsvSource({
        "spec.a[0].b[1],b[1]",
        "spec.limits[example.com/gpu],limits[example.com/gpu]",
        "metadata.labels[a.b[0].c],labels[a.b[0].c]",
        "[a.b],[a.b]",
        "kind,kind"
    })
    void fieldInTheFirstLineIsTheLastOfThePath(String path, String field) {
        assertThat(written(TextFormat.Style.PLAIN, finding(path, new ObjectReference("", "", "", ""))))
                .startsWith("a.yaml:4:2: error: " + field + ": must");
    }

    @Test
    void whereIsGreyAndWrappedOnATerminal() {
        ObjectReference claim = new ObjectReference("resource.k8s.io/v1", "ResourceClaim", "ml", "a");
        TextFormat.Style style = new TextFormat.Style(false, true, 44, false);

        assertThat(written(style, finding("spec.devices.requests", claim)))
                .endsWith("\u001b[2m  spec.devices.requests in ResourceClaim\u001b[0m\n"
                        + "\u001b[2m      ml/a [FieldValueTooMany, maxItems]\u001b[0m\n");
    }

    private static final String LINE = "claim.yaml:1:2: error: spec.a: must be no more than 32 items";

    @Test
    void lineIsWrappedAtWordsAndContinuationIsIndented() {
        assertThat(TextFormat.wrapped(LINE, 40))
                .containsExactly("claim.yaml:1:2: error: spec.a: must be", "    no more than 32 items");
    }

    @Test
    void objectOfListIsNamedByItsPlace() {
        ObjectReference claim = new ObjectReference("resource.k8s.io/v1", "ResourceClaim", "ml", "a");

        assertThat(new Finding.Field(claim, "items[2].", "").path()).isEqualTo("items[2]");
        assertThat(new Finding.Field(claim, "items[2].", "spec").path()).isEqualTo("items[2].spec");
    }

    @Test
    void tooLongNameIsCut() {
        ObjectReference claim = new ObjectReference("resource.k8s.io/v1", "ResourceClaim", "ml", "a".repeat(1_000));

        assertThat(claim).hasToString("ResourceClaim ml/" + "a".repeat(253) + "…");
    }

    @Test
    void colorsTakeNoColumns() {
        String painted = LINE.replace("error", "\u001b[31merror\u001b[0m");

        assertThat(TextFormat.wrapped(painted, 40)).hasSize(2);
        assertThat(TextFormat.wrapped(painted, 40).get(0)).endsWith("must be");
    }

    @Test
    void tooLongWordIsNotSplit() {
        String place = "x".repeat(60);

        assertThat(TextFormat.wrapped(place + ": error: a", 40)).containsExactly(place + ":", "    error: a");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "  - a list entry that is long,20,  - a list entry|    that is long",
                "  12. a numbered one that is long,20,  12. a numbered one|      that is long",
                "     change: delete it or wait,20,     change: delete|     it or wait",
                "warning  rule  a message that is long,30,warning  rule  a message that|               is long",
                "a row  with cells  and a message in it,35,a row  with cells  and a message in|                   it",
                "a row  with many cells  and a message,30,a row  with many cells  and a message",
                "a sentence of prose,12,a sentence|    of prose",
                "short,12,short"
            })
    void continuationIsBelowTheText(String line, int columns, String lines) {
        assertThat(TextFormat.wrapped(line, columns)).containsExactly(lines.split("\\|"));
    }

    @Test
    void lineForAProgramStaysOne() {
        assertThat(TextFormat.wrapped(LINE, 0)).containsExactly(LINE);
    }
}
