package dev.drawbridge.document;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * What a reader takes before it refuses a text by name.
 *
 * @param maxBytes the largest text, in bytes
 * @param maxDepth how deep lists and objects may stand in each other
 */
public record ReadLimits(int maxBytes, int maxDepth) {

    /** 32 MiB, and the depth at which Go's own JSON decoder gives up (encoding/json, maxNestingDepth). */
    public static final ReadLimits DEFAULT = new ReadLimits(32 * 1024 * 1024, 10_000);

    /** A file's text, of which no more than a byte over the limit is held: a reader refuses it then. */
    public byte[] text(Path file) throws IOException {
        // Java asks a file stream alone for its length, which a pipe, as of <(helm template .), does not have.
        try (InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()))) {
            return text(in);
        }
    }

    /** A stream's text, of which no more than a byte over the limit is held: a reader refuses it then. */
    public byte[] text(InputStream in) throws IOException {
        return in.readNBytes(maxBytes + 1);
    }

    /** What is said of a text that is over the limit. */
    Unreadable tooLarge() {
        return new Unreadable("the text has more than " + maxBytes + " bytes, and no more are read; split it", null);
    }
}
