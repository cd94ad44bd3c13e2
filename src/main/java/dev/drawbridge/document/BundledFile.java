package dev.drawbridge.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A file of the program itself, on the class path. */
public final class BundledFile {

    private BundledFile() {}

    /** The bytes of the file with an absolute path. */
    public static byte[] bytes(String path) {
        try (InputStream input = BundledFile.class.getResourceAsStream(path)) {
            if (input == null) {
                throw new IllegalStateException("no resource " + path);
            }
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of the file with an absolute path. */
    public static String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }
}
