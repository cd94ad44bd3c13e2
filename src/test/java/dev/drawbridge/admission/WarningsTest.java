package dev.drawbridge.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {

    private static final String SIGNATURE = " (drawbridge, Kubernetes 1.34)";

    @Test
    void theyFitTheApiServersLimits() {
        Warnings warnings = new Warnings(SIGNATURE);
        warnings.addAll("not checked: ", Collections.nCopies(100, error(FieldPath.of("spec"), "w".repeat(200))));

        List<String> texts = warnings.texts();

        assertThat(texts).allMatch(text -> text.length() <= 120).allMatch(text -> text.endsWith(SIGNATURE));
        assertThat(texts.stream().mapToInt(String::length).sum()).isLessThanOrEqualTo(4096);
        assertThat(texts.get(texts.size() - 1)).contains("and " + (100 - texts.size() + 1) + " more");
    }

    @Test
    void aLongPathLosesItsMiddleBeforeTheMessageLosesItsEnd() {
        Warnings warnings = new Warnings(SIGNATURE);
        FieldPath path = FieldPath.of("status", "allocation", "devices", "configurations", "opaque", "parameters", "x");
        warnings.addAll("", List.of(error(path, "must be no more than 63 characters")));

        assertThat(warnings.texts())
                .singleElement()
                .asString()
                .startsWith("status.allocation.devices")
                .contains("…")
                .endsWith("parameters.x: must be no more than 63 characters" + SIGNATURE)
                .hasSize(120);
    }

    @Test
    void aLongValueIsLeftOutBeforeWhatIsWrongWithIt() {
        Warnings warnings = new Warnings(SIGNATURE);
        warnings.addAll(
                "would be denied: ",
                List.of(new FieldError(
                        ErrorType.INVALID,
                        FieldPath.of("spec", "x"),
                        "v".repeat(64),
                        "must be short",
                        Origin.CEL,
                        null)));

        assertThat(warnings.texts()).containsExactly("would be denied: spec.x: must be short" + SIGNATURE);
    }

    @Test
    void controlCharactersAreEscaped() {
        Warnings warnings = new Warnings("");
        warnings.add("two\nlines");

        assertThat(warnings.texts()).containsExactly("two\\u000alines");
    }

    private static FieldError error(FieldPath path, String detail) {
        return new FieldError(ErrorType.INVALID, path, null, detail, Origin.REQUIRED, null);
    }
}
