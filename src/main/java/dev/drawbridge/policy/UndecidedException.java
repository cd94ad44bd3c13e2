package dev.drawbridge.policy;

/** A question about a request that depends on what is not known, which the message names. */
final class UndecidedException extends Exception {

    private static final long serialVersionUID = 1;

    UndecidedException(String what) {
        super(what);
    }
}
