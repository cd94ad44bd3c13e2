package dev.drawbridge.server;

/** A setting that prevents the start; the message contains its name, the limit and the fix. */
final class InvalidSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidSetting(String message) {
        super(message);
    }

    InvalidSetting(String message, Throwable cause) {
        super(message, cause);
    }
}
