package dev.drawbridge.constraint.cel;

/** A failure that ends an expression at once: unlike an error, {@code ||} and {@code &&} do not absorb it. */
final class GoPanic extends Error {

    private static final long serialVersionUID = 1;

    GoPanic(String problem) {
        super("internal error: " + problem, null, false, false);
    }

    /** The panic of a hash table with a key that has no hash. */
    static GoPanic unhashable() {
        return new GoPanic("hash of unhashable type");
    }
}
