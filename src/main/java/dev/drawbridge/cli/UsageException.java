package dev.drawbridge.cli;

/** The command line, or what it names, is wrong; the message says what and what to do. */
sealed class UsageException extends RuntimeException permits InputException {

    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }

    UsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
