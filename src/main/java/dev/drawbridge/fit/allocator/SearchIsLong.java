package dev.drawbridge.fit.allocator;

/** Thrown if a brief search takes long: the search restarts with thorough pruning. */
final class SearchIsLong extends RuntimeException {

    private static final long serialVersionUID = 1;

    SearchIsLong() {
        super("", null, false, false);
    }
}
