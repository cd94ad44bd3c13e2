package dev.drawbridge.document;

/**
 * What a reader takes before it refuses a text by name.
 *
 * @param maxBytes the largest text, in bytes
 * @param maxDepth how deep lists and objects may stand in each other
 */
public record ReadLimits(int maxBytes, int maxDepth) {

    /** 32 MiB, and the depth at which Go's own JSON decoder gives up (encoding/json, maxNestingDepth). */
    public static final ReadLimits DEFAULT = new ReadLimits(32 * 1024 * 1024, 10_000);
}
