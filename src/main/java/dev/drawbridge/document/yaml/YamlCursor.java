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

    /** How many lines are behind this one, and where it begins, as YAML sees it. */
    private int breaks;

    private int lineStart;

    /** The line, counted from 0, and where it begins, as an editor shows it. */
    private int shownLine;

    private int shownLineStart;

    /** How many characters of two halves are between the line's start and an offset up to which they are counted. */
    private int pairs;

    private int counted;
    private final boolean hasPairs;
    private @Nullable SourceRecorder recorder;

    /**
     * A cursor at a text's beginning.
     *
     * @param source what the text is a part of, at the same offsets
     * @param line the line in which the text begins, counted from 0
     * @param lineStart where that line begins
     * @param hasPairs whether any of its characters is one of two halves
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

    /** The sign behind the next one; where the next one is the text's end, any. */
    char afterNext() {
        return text[offset + 1];
    }

    /** Passes so many signs of this line. */
    void skip(int count) {
        offset += count;
    }

    void skipBlanks() {
        while (YamlCharacters.isBlank(text[offset])) {
            offset++;
        }
    }

    /**
     * Passes what a scalar without quotes has before its next blank: up to a colon before a blank, or to a sign of
     * brackets.
     */
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

    /** Passes what is left of the line, up to its end. */
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

    /** Passes a line's end; what it is in a text of several lines. */
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

    /** Whether a line begins here, and has no more than {@code ---} or {@code ...} before its first blank. */
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

    /** Passes blanks, comments and ends of documents; where something else is, null if nothing does. */
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
