package dev.drawbridge.fit;

/** A count with its noun: "1 node", "2 nodes". */
final class Plural {

    private Plural() {}

    static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
