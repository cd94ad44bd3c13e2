package dev.drawbridge.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinesTest {

    private static Lines lines(String text) {
        return new Lines(text.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Excerpt excerpt(Lines lines, int line, int column) {
        return lines.excerpt(new Position(line, column));
    }

    @Test
    void linesAreFoundInAnyOrderWithoutLineBreaks() {
        Lines lines = lines("one\ntwö: ä  \r\n\nfour");

        assertThat(excerpt(lines, 4, 2)).isEqualTo(new Excerpt("four", 1));
        assertThat(excerpt(lines, 1, 1)).isEqualTo(new Excerpt("one", 0));
        assertThat(excerpt(lines, 2, 6)).isEqualTo(new Excerpt("twö: ä", 5));
        assertThat(excerpt(lines, 2, 3)).isEqualTo(new Excerpt("twö: ä", 2));
        assertThat(excerpt(lines, 3, 1)).isEqualTo(new Excerpt("", 0));
        assertThat(excerpt(lines, 4, 9)).isEqualTo(new Excerpt("four", 4));
    }

    @Test
    void byteOrderMarkIsNotPartOfLine() {
        assertThat(excerpt(lines("\ufeffkind: x"), 1, 7)).isEqualTo(new Excerpt("kind: x", 6));
    }

    @Test
    void lineBeyondEndHasNoExcerpt() {
        assertThat(excerpt(lines("one\n"), 2, 1)).isNull();
        assertThat(excerpt(lines("one"), 1000, 1)).isNull();
        assertThat(excerpt(lines(""), 1, 1)).isNull();
        assertThat(excerpt(Lines.NONE, 7, 1)).isNull();
    }

    @Test
    void longLineIsShownAroundPosition() {
        Lines lines = lines("{" + "\"ä\":1,".repeat(100_000) + "\"b\":2}");

        assertThat(excerpt(lines, 1, 2)).satisfies(excerpt -> {
            assertThat(excerpt.text()).startsWith("{\"ä\":1,").endsWith("…").hasSizeLessThan(210);
            assertThat(excerpt.column()).isEqualTo(1);
        });
        assertThat(excerpt(lines, 1, 600_002)).satisfies(excerpt -> {
            assertThat(excerpt.text()).startsWith("…").endsWith("\"b\":2}").hasSizeLessThan(210);
            assertThat(excerpt.text().substring(excerpt.column())).isEqualTo("\"b\":2}");
        });
    }
}
