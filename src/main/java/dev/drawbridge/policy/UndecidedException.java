package dev.drawbridge.policy;

/** A question about a request that depends on what is not known, which the message names. */
@SuppressWarnings("serial")
final class UndecidedException extends Exception {

    UndecidedException(String what) {
        super(what);
    }
}
