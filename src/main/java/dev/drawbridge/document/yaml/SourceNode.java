package dev.drawbridge.document.yaml;

import java.util.List;

/**
 * A value as it is written. Offsets count the characters of the text, and an end is behind the last character.
 *
 * <p>The value begins with its anchor or its tag, if it has one, and its content behind that.
 */
public sealed interface SourceNode {

    int begin();

    int content();

    int end();

    /** A scalar: plain, between quotes, or a block of lines. */
    record Scalar(int begin, int content, int end) implements SourceNode {}

    /** An alias, which repeats what has the anchor. */
    record Alias(int begin, int end, SourceNode target) implements SourceNode {

        @Override
        public int content() {
            return begin;
        }

        /** Its place: hashing what it holds would take as long as that is, at each level. */
        @Override
        public int hashCode() {
            return begin;
        }
    }

    /** An object: in braces, or in lines. */
    record Mapping(int begin, int content, int end, boolean isFlow, List<Entry> entries) implements SourceNode {

        /** Its place: hashing what it holds would take as long as that is, at each level. */
        @Override
        public int hashCode() {
            return begin;
        }
    }

    /** A list: in brackets, or in lines. */
    record Sequence(int begin, int content, int end, boolean isFlow, List<SourceNode> items) implements SourceNode {

        /** Its place: hashing what it holds would take as long as that is, at each level. */
        @Override
        public int hashCode() {
            return begin;
        }
    }

    /**
     * An entry of an object.
     *
     * @param begin where its key begins, or the question mark before it
     * @param key the key
     * @param value the value; empty at the end of what is before it where none is written
     * @param isMerge whether it represents the entries of its value, {@code <<}
     */
    record Entry(int begin, SourceNode key, SourceNode value, boolean isMerge) {

        /** Where the value ends. */
        public int end() {
            return Math.max(key.end(), value.end());
        }

        /** Its place: hashing what it holds would take as long as that is, at each level. */
        @Override
        public int hashCode() {
            return begin;
        }
    }

    /** The node itself, or what an alias repeats. */
    default SourceNode resolved() {
        SourceNode node = this;
        while (node instanceof Alias alias) {
            node = alias.target;
        }
        return node;
    }
}
