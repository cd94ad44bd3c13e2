package dev.drawbridge.fit.allocator;

/** Thrown if the search needs more time than it has, or a function that Drawbridge lacks. */
final class Undecidable extends RuntimeException {

    private static final long serialVersionUID = 1;

    Undecidable(String message) {
        super(message, null, false, false);
    }
}
