package dev.drawbridge.cli;

import java.util.function.Supplier;

/** An invalid command line or input; the message contains the fix. */
sealed class UsageException extends RuntimeException permits InputException {

    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }

    UsageException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What is computed from a user's words, about which an IllegalArgumentException is a mistake in them. */
    static <T> T in(Supplier<T> computed) {
        try {
            return computed.get();
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
