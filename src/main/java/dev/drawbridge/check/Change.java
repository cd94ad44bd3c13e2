package dev.drawbridge.check;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A file that differs between base and head: its path from the root of its tree, its names in both for messages, and
 * its texts in both; {@link Content#NONE} where it is absent.
 */
public record Change(String place, String basePath, String path, Content base, Content head) {

    /** A file of one tree in two revisions, by its path with slashes. */
    public Change(String path, Content base, Content head) {
        this(path, path, path, base, head);
    }

    /** A file of a head, by its path with slashes. */
    public Change(String path, Content head) {
        this(path, head, head);
    }

    Content side(boolean isHead) {
        return isHead ? head : base;
    }

    /** Whether a file with the text of this one is new, and this one is gone. */
    boolean isMovedTo(Change other) throws IOException {
        return head == Content.NONE && other.base == Content.NONE && Arrays.equals(base.text(), other.head.text());
    }

    /** The files of the base, as if they were the head. */
    static List<Change> ofBase(List<Change> changes) {
        return changes.stream()
                .filter(one -> one.base() != Content.NONE)
                .map(one -> new Change(one.place(), one.basePath(), one.path(), one.base(), one.base()))
                .toList();
    }
}
