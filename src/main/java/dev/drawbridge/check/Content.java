package dev.drawbridge.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The text of a file, read when it is needed; several threads may read. */
@FunctionalInterface
public interface Content {

    /** The text of a file that does not exist: empty. */
    Content NONE = of(new byte[0]);

    /** Reads the text; fails if the file cannot be read, or is too large. */
    byte[] text() throws IOException;

    /** Whether one of these words of ASCII is in the text. */
    default boolean has(String... words) throws IOException {
        String text = new String(text(), StandardCharsets.ISO_8859_1);
        return Stream.of(words).anyMatch(text::contains);
    }

    static Content of(byte[] text) {
        return () -> text;
    }
}
