package dev.drawbridge.deviceplugin;

import java.util.List;

/** A proposed migration. */
public record Proposal(List<Change> changes, List<NewFile> newFiles, List<Note> notes) {

    /** Edits of a file. */
    public record Change(String file, String before, String after) {}

    public record NewFile(String file, String text) {}

    /**
     * A note about a place in the input.
     *
     * @param isRefused whether a resource could not be converted
     */
    public record Note(String file, int line, String message, boolean isRefused) {}
}
