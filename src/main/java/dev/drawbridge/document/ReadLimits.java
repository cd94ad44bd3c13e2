package dev.drawbridge.document;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Limits of a reader, which names the one that a text exceeds.
 *
 * @param maxBytes the largest text, in bytes
 * @param maxDepth the deepest nesting of lists and objects
 * @param maxText the longest string, number or key, in characters
 * @param maxMemory the most heap that the values of a text may use, in bytes
 */
public record ReadLimits(int maxBytes, int maxDepth, int maxText, long maxMemory) {

    /** A buffer for each thread, which holds most manifests. */
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[16 * 1024]);

    /** 32 MiB, and the depth at which Go's own JSON decoder gives up (encoding/json, maxNestingDepth). */
    public static final ReadLimits DEFAULT = new ReadLimits(32 * 1024 * 1024, 10_000);

    /** Limits of the text alone. */
    public ReadLimits(int maxBytes, int maxDepth) {
        this(maxBytes, maxDepth, maxBytes, Long.MAX_VALUE);
    }

    /** A file's text, cut one byte above the limit, so that a reader refuses it. */
    public byte[] text(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return text(in);
        }
    }

    /** A stream's text, cut one byte above the limit, so that a reader refuses it. */
    public byte[] text(InputStream in) throws IOException {
        byte[] buffer = BUFFER.get();
        int length = in.readNBytes(buffer, 0, Math.min(buffer.length, maxBytes + 1));
        byte[] text = Arrays.copyOf(buffer, length);
        if (length < buffer.length) {
            return text;
        }
        // Java determines the length of file streams only; a pipe such as <(helm template .) has none.
        byte[] rest = new BufferedInputStream(in).readNBytes(maxBytes + 1 - length);
        byte[] whole = Arrays.copyOf(text, length + rest.length);
        System.arraycopy(rest, 0, whole, length, rest.length);
        return whole;
    }

    /** A text of too many bytes. */
    public Unreadable tooLarge() {
        return new Unreadable("larger than " + maxBytes + " bytes; split it", null, true);
    }
}
