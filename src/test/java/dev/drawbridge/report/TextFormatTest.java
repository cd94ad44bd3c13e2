package dev.drawbridge.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextFormatTest {

    private static final String LINE = "claim.yaml:1:2: error: spec.a: must be no more than 32 items";

    @Test
    void lineIsWrappedAtWordsAndContinuationIsIndented() {
        assertThat(TextFormat.wrapped(LINE, 40))
                .containsExactly("claim.yaml:1:2: error: spec.a: must be", "    no more than 32 items");
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

    @Test
    void lineForAProgramStaysOne() {
        assertThat(TextFormat.wrapped(LINE, 0)).containsExactly(LINE);
    }
}
