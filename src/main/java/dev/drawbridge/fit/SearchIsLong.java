package dev.drawbridge.fit;

/** A search that leaves out nothing is not over soon: it begins anew, and leaves out what would fail. */
final class SearchIsLong extends RuntimeException {

    private static final long serialVersionUID = 1;

    SearchIsLong() {
        super("", null, false, false);
    }
}
