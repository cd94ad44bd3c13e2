package dev.drawbridge.fit;

/** The search needs more time than it has, or a function that Drawbridge does not have. */
final class Undecidable extends RuntimeException {

    private static final long serialVersionUID = 1;

    Undecidable(String message) {
        super(message, null, false, false);
    }
}
