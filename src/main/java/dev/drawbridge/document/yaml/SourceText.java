package dev.drawbridge.document.yaml;

import dev.drawbridge.document.ReadResult;
import java.util.List;

/**
 * A text, what it says, and where it says so.
 *
 * @param text the text
 * @param documents its documents in their order, empty ones left out
 * @param comments the comments of those that could be read as YAML
 */
public record SourceText(String text, List<Part> documents, List<Comment> comments) {

    /**
     * A document of the text.
     *
     * @param result what was read
     * @param root how that is written; a scalar of no length where it could not be read
     */
    public record Part(ReadResult result, SourceNode root) {}

    /** A comment, from its number sign to the end of its line. */
    public record Comment(int begin, int end) {}
}
