package dev.drawbridge.server;

/** A setting that prevents the start; the message names it, the limit and what to do. */
final class InvalidSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidSetting(String message) {
        super(message);
    }

    InvalidSetting(String message, Throwable cause) {
        super(message, cause);
    }
}
