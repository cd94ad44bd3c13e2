package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ReviewSizeTest {

    private static ReviewSize size(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return ReviewSize.of(bytes, bytes.length);
    }

    @Test
    void usualReviewsAreSmall() throws IOException {
        assertThat(size("")).isEqualTo(ReviewSize.SMALL);
        assertThat(size(Files.readString(ServedWebhook.DENIED))).isEqualTo(ReviewSize.SMALL);
        assertThat(size("{\"a\":[" + "\"%s\",".formatted("x".repeat(100)).repeat(150) + "0]}"))
                .isEqualTo(ReviewSize.SMALL);
    }

    @Test
    void manyValuesAreMedium() {
        assertThat(size("[" + "{},".repeat(5_000) + "{}]")).isEqualTo(ReviewSize.SMALL);
        assertThat(size("[" + "{},".repeat(6_000) + "{}]")).isEqualTo(ReviewSize.MEDIUM);
    }

    @Test
    void longTextsAreCostly() {
        assertThat(size("{\"expression\":\"" + "x".repeat(1_000) + "\"}")).isEqualTo(ReviewSize.SMALL);
        assertThat(size("{\"expression\":\"" + "x".repeat(1_100) + "\"}")).isEqualTo(ReviewSize.COSTLY);
        assertThat(size("[" + "\"%s\",".formatted("x".repeat(130)).repeat(9) + "0]"))
                .isEqualTo(ReviewSize.COSTLY);
    }

    /** Escaped quotes do not end a string. */
    @Test
    void textsHaveEscapes() {
        assertThat(size("{\"expression\":\"" + "\\\"a\\\" + ".repeat(150) + "\"}"))
                .isEqualTo(ReviewSize.COSTLY);
        assertThat(size("[\"\\\\\",\"" + "\\\\\",\"".repeat(400) + "\"]")).isEqualTo(ReviewSize.SMALL);
        assertThat(size("[\"" + "x".repeat(2_000) + "\\")).isEqualTo(ReviewSize.SMALL);
    }
}
