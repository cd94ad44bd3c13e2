package dev.drawbridge.check;

import java.io.IOException;

/** The text of a file, read when it is needed; several threads may read. */
@FunctionalInterface
public interface Content {

    /** The text of a file that does not exist: empty. */
    Content NONE = of(new byte[0]);

    /**
     * Reads the text.
     *
     * @throws IOException if the file cannot be read, or is too large
     */
    byte[] text() throws IOException;

    /** Text in memory. */
    static Content of(byte[] text) {
        return () -> text;
    }
}
