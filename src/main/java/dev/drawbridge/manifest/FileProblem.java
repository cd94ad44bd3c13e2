package dev.drawbridge.manifest;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Messages for failed file access: Java's exceptions have only the name if a file is missing or not permitted. */
public final class FileProblem {

    private FileProblem() {}

    public static String of(IOException problem) {
        // Java's older calls append the system's message to the name.
        String older = problem instanceof FileNotFoundException ? String.valueOf(problem.getMessage()) : "";
        if (problem instanceof NoSuchFileException || older.endsWith("(No such file or directory)")) {
            return "no such file or folder";
        }
        if (problem instanceof FileAlreadyExistsException) {
            return "not a folder";
        }
        if (problem instanceof AccessDeniedException || older.endsWith("(Permission denied)")) {
            return "permission denied";
        }
        String reason = problem instanceof FileSystemException file ? file.getReason() : problem.getMessage();
        return reason == null ? problem.toString() : reason;
    }
}
