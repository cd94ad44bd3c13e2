package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A place that moves through a text of YAML. A NUL, which no YAML may have, is at the text's end, so that no one has to
 * check how long it is; the last line has its end.
 *
 * <p>YAML 1.1 knows five signs that break a line. A {@link Position} counts the lines that an editor shows, which end
 * with a line feed.
 */
final class YamlCursor {

    /** Of {@code ---} and {@code ...}. */
    static final int INDICATOR_LENGTH = 3;

    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final String ENDS_IN_BRACKETS = ",?[]{}";

    private final String source;
    private final char[] text;
    private int offset;

    /** The number of lines before this one, and its start, by YAML's line breaks. */
    private int breaks;

    private int lineStart;

    /** The line, counted from 0, and its start, as an editor shows them. */
    private int shownLine;

    private int shownLineStart;

    /** The number of surrogate pairs between the line's start and the offset up to which they are counted. */
    private int pairs;

    private int counted;
    private final boolean hasPairs;
    private @Nullable SourceRecorder recorder;

    /**
     * Creates a cursor at a text's beginning.
     *
     * @param source the whole source, with the same offsets
     * @param line the text's first line, counted from 0
     * @param hasPairs whether it has surrogate pairs
     */
    YamlCursor(String source, char[] text, int offset, int line, int lineStart, boolean hasPairs) {
        boolean isMarked = text[offset] == BYTE_ORDER_MARK;
        this.source = source;
        this.text = text;
        this.offset = isMarked ? offset + 1 : offset;
        this.lineStart = this.offset;
        this.hasPairs = hasPairs;
        this.shownLine = line;
        this.shownLineStart = isMarked && offset == lineStart ? this.offset : lineStart;
    }

    /** Moves to a character that YAML does not have, which refuses the text. */
    YamlException refused(int place) {
        while (offset < place) {
            if (YamlCharacters.isBreak(next())) {
                skipBreak();
            } else {
                skip(1);
            }
        }
        return new YamlException(
                String.format(
                        "character not allowed in YAML: U+%04X; remove it, or escape it in double quotes",
                        (int) next()),
                position());
    }

    int offset() {
        return offset;
    }

    int breaks() {
        return breaks;
    }

    /** The column in the line, counted from 0, as YAML counts it. */
    int column() {
        return offset - lineStart;
    }

    char next() {
        return text[offset];
    }

    /** The character after the next one; undefined if the next one is the text's end. */
    char afterNext() {
        return text[offset + 1];
    }

    void skip(int count) {
        offset += count;
    }

    void skipBlanks() {
        while (YamlCharacters.isBlank(text[offset])) {
            offset++;
        }
    }

    /** Skips a plain scalar up to its next blank, its next colon before a blank, or a bracket's indicator. */
    void skipPlain(boolean isInBrackets) {
        int at = offset;
        char sign = text[at];
        while (!YamlCharacters.isBlankOrEnd(sign)
                && (sign != ':' || !YamlCharacters.isBlankOrEnd(text[at + 1]))
                && (!isInBrackets || ENDS_IN_BRACKETS.indexOf(sign) < 0)) {
            at++;
            sign = text[at];
        }
        offset = at;
    }

    void skipToBreak() {
        while (!YamlCharacters.isBreakOrEnd(text[offset])) {
            offset++;
        }
    }

    /** Keeps the comments from here on. */
    void record(@Nullable SourceRecorder comments) {
        recorder = comments;
    }

    /** Passes a comment, up to the line's end. */
    void skipComment() {
        int start = offset;
        skipToBreak();
        if (recorder != null) {
            recorder.comment(start, offset);
        }
    }

    /** Skips a line break and returns it as it counts in a multi-line scalar. */
    char skipBreak() {
        char sign = text[offset];
        offset += sign == '\r' && text[offset + 1] == '\n' ? 2 : 1;
        breaks++;
        lineStart = offset;
        if (text[offset - 1] == '\n') {
            shownLine++;
            shownLineStart = offset;
        }
        return YamlCharacters.isSeparator(sign) ? sign : '\n';
    }

    /** Whether a line begins here with {@code ---} or {@code ...} before its first blank. */
    boolean isAtDocumentIndicator() {
        char sign = text[offset];
        return (sign == '-' || sign == '.')
                && offset == lineStart
                && text[offset + 1] == sign
                && text[offset + 2] == sign
                && YamlCharacters.isBlankOrEnd(text[offset + 3]);
    }

    String text(int start, int end) {
        return source.substring(start, end);
    }

    void copy(int start, int end, StringBuilder into) {
        into.append(text, start, end - start);
    }

    /** Skips blanks, comments and ends of documents; the position of anything else, null if nothing is left. */
    @Nullable
    Position positionOfMore() {
        while (true) {
            skipBlanks();
            if (next() == '#') {
                skipToBreak();
            } else if (isAtDocumentIndicator()) {
                skip(INDICATOR_LENGTH);
            } else if (YamlCharacters.isBreak(next())) {
                skipBreak();
            } else {
                return next() == YamlCharacters.END ? null : position();
            }
        }
    }

    int shownLine() {
        return shownLine;
    }

    /** The column in the line, counted from 0 in characters, as an editor shows it. */
    int shownColumn() {
        return offset - shownLineStart - (hasPairs ? pairs() : 0);
    }

    private int pairs() {
        if (counted < shownLineStart) {
            counted = shownLineStart;
            pairs = 0;
        }
        for (; counted < offset; counted++) {
            if (Character.isLowSurrogate(text[counted])) {
                pairs++;
            }
        }
        return pairs;
    }

    Position position() {
        return new Position(shownLine() + 1, shownColumn() + 1);
    }
}
