package dev.drawbridge.cli;

/** An invalid command line or input; the message contains the fix. */
sealed class UsageException extends RuntimeException permits InputException {

    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }

    UsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
