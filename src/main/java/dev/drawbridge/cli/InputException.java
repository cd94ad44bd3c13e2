package dev.drawbridge.cli;

/** A file, a repository or an output that cannot be used: the command line itself is right, so its help would not help. */
final class InputException extends UsageException {

    private static final long serialVersionUID = 1;

    InputException(String message) {
        super(message);
    }

    InputException(String message, Throwable cause) {
        super(message, cause);
    }
}
