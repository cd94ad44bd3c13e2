package dev.drawbridge.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FieldPathTest {

    @Test
    void textIsKubernetesOwn() {
        assertThat(FieldPath.ROOT).hasToString("");
        assertThat(FieldPath.of("spec", "requests").index(2).child("name")).hasToString("spec.requests[2].name");
        assertThat(FieldPath.of("metadata", "labels").key("a.b/c")).hasToString("metadata.labels[a.b/c]");
    }

    @Test
    void pathsOfTheSameStepsAreEqual() {
        assertThat(FieldPath.of("a").index(0))
                .isEqualTo(FieldPath.of("a").index(0))
                .hasSameHashCodeAs(FieldPath.of("a").index(0));
        assertThat(FieldPath.of("a").key("b")).isNotEqualTo(FieldPath.of("a", "b"));
    }

    @Test
    void pathsWithDifferentTruncationAreNotEqual() {
        FieldPath attributes = FieldPath.of("attributes");

        assertThat(attributes.key("k".repeat(96), 96)).isEqualTo(attributes.key("k".repeat(96)));
        assertThat(attributes.key("k".repeat(97), 96)).isNotEqualTo(attributes.key("k".repeat(97)));
    }

    @Test
    void indexStartsAtZero() {
        assertThatThrownBy(() -> FieldPath.ROOT.index(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void overlongStepIsShortenedInTheMiddle() {
        String key = "k".repeat(1_000_000);

        assertThat(FieldPath.of("spec").key(key).child(key).toString())
                .startsWith("spec[kkk")
                .contains("k...k")
                .hasSize(2 * 1_000 + "spec[].".length());
        assertThat(FieldPath.of("spec").key(key))
                .isNotEqualTo(FieldPath.of("spec").key(key + "k"));
    }
}
