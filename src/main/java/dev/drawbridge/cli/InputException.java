package dev.drawbridge.cli;

import dev.drawbridge.manifest.FileProblem;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** A file, repository or output that cannot be used: the command line is right, so its help would not help. */
final class InputException extends UsageException {

    private static final long serialVersionUID = 1;

    InputException(String message) {
        super(message);
    }

    InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A file that cannot be read or written, with its name, which the problem itself may leave out. */
    static InputException of(IOException problem) {
        String file = problem instanceof FileSystemException named ? named.getFile() + ": " : "";
        return new InputException(file + FileProblem.of(problem), problem);
    }
}
