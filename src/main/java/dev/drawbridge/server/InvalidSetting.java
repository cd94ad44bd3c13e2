package dev.drawbridge.server;

/** A setting that prevents the start; the message contains its name, the limit and the fix. */
@SuppressWarnings("serial")
final class InvalidSetting extends IllegalArgumentException {

    InvalidSetting(String message) {
        super(message);
    }

    InvalidSetting(String message, Throwable cause) {
        super(message, cause);
    }
}
