package dev.drawbridge.fit.allocator;

/** Thrown if the search needs more time than it has, or a value that Drawbridge cannot find. */
final class Undecidable extends RuntimeException {

    private static final long serialVersionUID = 1;

    Undecidable(String message) {
        super(message, null, false, false);
    }
}
