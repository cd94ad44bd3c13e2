package dev.drawbridge.document.yaml;

import java.util.List;

/**
 * A value as written in the source. Offsets count characters, and ends are exclusive.
 *
 * <p>The value begins with its anchor or its tag, if it has one, followed by its content.
 */
public sealed interface SourceNode {

    int begin();

    int content();

    int end();

    /** A scalar: plain, between quotes, or a block of lines; its text is without quotes. */
    record Scalar(int begin, int content, int end, String text) implements SourceNode {}

    /** An alias, which repeats what has the anchor. */
    record Alias(int begin, int end, SourceNode target) implements SourceNode {

        @Override
        public int content() {
            return begin;
        }
    }

    /** An object: in braces, or in lines. */
    record Mapping(int begin, int content, int end, boolean isFlow, List<Entry> entries) implements SourceNode {}

    /** A list: in brackets, or in lines. */
    record Sequence(int begin, int content, int end, boolean isFlow, List<SourceNode> items) implements SourceNode {}

    /**
     * An entry of an object.
     *
     * @param begin the start of its key, or of the question mark before it
     * @param value the value; empty, at the end of what precedes it, if none is written
     * @param isMerge whether it merges the entries of its value, {@code <<}
     */
    record Entry(int begin, SourceNode key, SourceNode value, boolean isMerge) {

        /** The end of the value. */
        public int end() {
            return Math.max(key.end(), value.end());
        }

        /** Hashes the position: hashing the content would take time proportional to its size at each level. */
        @Override
        public int hashCode() {
            return begin;
        }
    }

    /** The node itself, or the target of an alias. */
    default SourceNode resolved() {
        SourceNode node = this;
        while (node instanceof Alias alias) {
            node = alias.target;
        }
        return node;
    }
}
