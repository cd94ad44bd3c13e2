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
    void warningsFitApiServerLimits() {
        Warnings warnings = new Warnings(SIGNATURE);
        warnings.addAll("not checked: ", Collections.nCopies(100, error(FieldPath.of("spec"), "word ".repeat(100))));

        List<String> texts = warnings.texts();

        assertThat(texts).hasSizeGreaterThan(15).allMatch(text -> text.length() <= 256);
        assertThat(texts).allMatch(text -> text.endsWith(SIGNATURE));
        assertThat(texts.stream().mapToInt(String::length).sum()).isLessThanOrEqualTo(4096);
        assertThat(texts.get(texts.size() - 1)).contains("and " + (100 - texts.size() + 1) + " more");
    }

    @Test
    void reasonOf150CharactersIsComplete() {
        String reason = "invalid CEL expression: found no matching overload for 'semver' applied to '(string, bool)', "
                + "which needs the feature gate TimeSlicingSettings (at 1:43)";
        Warnings warnings = new Warnings(SIGNATURE);
        warnings.addAll("would be denied: ", List.of(error(FieldPath.of("spec", "selectors"), reason)));

        assertThat(warnings.texts()).containsExactly("would be denied: spec.selectors: " + reason + SIGNATURE);
    }

    @Test
    void pathIsShortenedBeforeTheReasonAndNotWithinName() {
        Warnings warnings = new Warnings(SIGNATURE);
        FieldPath path = FieldPath.of("status", "allocation", "devices", "configurations", "opaque", "parameters", "x");
        String reason = "needs the feature gate TimeSlicingSettings ".repeat(4).strip();
        warnings.addAll("", List.of(error(path, reason)));

        assertThat(warnings.texts())
                .containsExactly("…devices.configurations.opaque.parameters.x: " + reason + SIGNATURE);
    }

    @Test
    void reasonIsCutBetweenWords() {
        Warnings warnings = new Warnings(SIGNATURE);
        warnings.addAll("", List.of(error(FieldPath.of("spec", "x"), "needs TimeSlicingSettings ".repeat(20))));

        assertThat(warnings.texts())
                .singleElement()
                .asString()
                .startsWith("…x: needs TimeSlicingSettings")
                .doesNotContainPattern("TimeSlicingS[a-z]*…")
                .endsWith(" …" + SIGNATURE)
                .hasSizeLessThanOrEqualTo(256);
    }

    @Test
    void nameLongerThanHalfAWarningIsOmitted() {
        Warnings warnings = new Warnings("");
        FieldPath path = FieldPath.of("metadata", "annotations", "k".repeat(300));
        warnings.addAll("", List.of(error(path, "must be shorter")));

        assertThat(warnings.texts()).containsExactly("must be shorter");
    }

    @Test
    void longValueIsOmittedBeforeDetail() {
        Warnings warnings = new Warnings(SIGNATURE);
        warnings.addAll(
                "would be denied: ",
                List.of(new FieldError(
                        ErrorType.INVALID,
                        FieldPath.of("spec", "x"),
                        "v".repeat(240),
                        "must be short",
                        Origin.CEL,
                        null)));

        assertThat(warnings.texts()).containsExactly("would be denied: spec.x: must be short" + SIGNATURE);
    }

    @Test
    void controlCharactersAreEscaped() {
        Warnings warnings = new Warnings("");
        warnings.add("two\nlines");

        assertThat(warnings.texts()).containsExactly("two\\nlines");
    }

    private static FieldError error(FieldPath path, String detail) {
        return new FieldError(ErrorType.INVALID, path, null, detail, Origin.REQUIRED, null);
    }
}
