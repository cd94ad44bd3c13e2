package dev.drawbridge.policy;

/** A question about a request that depends on what is not known. */
final class UndecidedException extends Exception {

    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param what what is not known, for messages
     */
    UndecidedException(String what) {
        super(what);
    }
}
