package dev.drawbridge.fit;

/** A count with its noun: "1 node", "2 nodes". */
public final class Plural {

    private Plural() {}

    /** The count and the noun, with an s unless the count is one. */
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
