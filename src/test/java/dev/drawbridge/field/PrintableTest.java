package dev.drawbridge.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

    @Test
    void textIsItself() {
        assertThat(Printable.of("gpu-0 ~ grün 猫 😀")).isEqualTo("gpu-0 ~ grün 猫 😀");
    }

    @Test
    void escapesLineBreaksAndControlCharacters() {
        assertThat(Printable.of("a\nb\tc")).isEqualTo("a\\nb\\tc");
        assertThat(Printable.of("\u001b[31m")).isEqualTo("\\u001b[31m");
        assertThat(Printable.of("\u2028\u202e")).isEqualTo("\\u2028\\u202e");
    }

    @Test
    void escapesSurrogatesAndInvisibleCharacters() {
        assertThat(Printable.of("\ud83d")).isEqualTo("\\ud83d");
        assertThat(Printable.of("\udb40\udc41")).isEqualTo("\\udb40\\udc41");
    }

    /** Java 17 does not know the format character U+0890 of Unicode 14, and no Java knows U+0378. */
    @Test
    void unassignedCharactersAreEscapedOnEveryJava() {
        assertThat(Printable.of("\u0890\u0378")).isEqualTo("\\u0890\\u0378");
    }

    @Test
    void maskedTextKeepsItsLength() {
        assertThat(Printable.masked("a\u001b[\u202e😀")).isEqualTo("a·[·😀");
    }
}
