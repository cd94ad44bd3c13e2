package dev.drawbridge.document.yaml;

import dev.drawbridge.document.ReadResult;
import java.util.List;

/**
 * A text, its documents and their places in it.
 *
 * @param documents its documents in order, without empty ones
 * @param comments the comments of the documents that are valid YAML
 */
public record SourceText(String text, List<Part> documents, List<Comment> comments) {

    /**
     * A document of the text.
     *
     * @param root its place in the text; a scalar of length 0 if the document is unreadable
     */
    public record Part(ReadResult result, SourceNode root) {}

    /** A comment, from its number sign to the end of its line. */
    public record Comment(int begin, int end) {}
}
