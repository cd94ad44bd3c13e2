package dev.drawbridge.deviceplugin;

import dev.drawbridge.edit.Edit;
import java.util.List;

/**
 * What is proposed.
 *
 * @param changes changes of files
 * @param newFiles files that are new
 * @param notes what is to be said, in the order of the input
 */
public record Proposal(List<Change> changes, List<NewFile> newFiles, List<Note> notes) {

    /**
     * Edits of a file.
     *
     * @param file its name
     * @param before its text
     * @param after the text after the edits
     */
    public record Change(String file, String before, String after, List<Edit> edits) {}

    /** A file and its text. */
    public record NewFile(String file, String text) {}

    /**
     * What is to be said about a place.
     *
     * @param isRefused whether a resource stays as it is although it was to change
     */
    public record Note(String file, int line, String message, boolean isRefused) {}
}
