package dev.drawbridge.lsp;

import dev.drawbridge.field.LineIndex;
import java.nio.charset.StandardCharsets;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/**
 * The text of a file. Places of the protocol count lines from 0, and columns in units of UTF-16; those of findings
 * count from 1, and columns in characters. A place behind the text is its end.
 *
 * @param bytes the text in UTF-8
 */
record OpenText(String text, int version, byte[] bytes, LineIndex lines) {

    /** A text, and the number that the client gave it. */
    OpenText(String text, int version) {
        this(text, version, text.getBytes(StandardCharsets.UTF_8), new LineIndex(text));
    }

    int offset(Position place) {
        int line = Math.max(0, place.getLine()) + 1;
        return line > lines.count()
                ? text.length()
                : (int) Math.min((long) lines.begin(line) + Math.max(0, place.getCharacter()), lines.end(line));
    }

    Position position(int offset) {
        int line = lines.line(offset);
        return new Position(line - 1, Math.max(0, offset - lines.begin(line)));
    }

    int offset(dev.drawbridge.field.Position place) {
        return lines.offset(place);
    }

    dev.drawbridge.field.Position place(Position place) {
        return lines.position(offset(place));
    }

    /** The key or the scalar that begins at an offset; one character at least, unless the line ends there. */
    Range word(int begin) {
        int end = lines.end(lines.line(begin));
        int at = begin;
        char quote = begin < end ? text.charAt(begin) : ' ';
        boolean isQuoted = quote == '"' || quote == '\'';
        for (at = Math.min(begin + 1, end); at < end; at++) {
            char next = text.charAt(at);
            if (isQuoted ? next == quote : isEnd(next, at, end)) {
                at += isQuoted ? 1 : 0;
                break;
            }
        }
        return new Range(position(begin), position(Math.min(at, end)));
    }

    private boolean isEnd(char next, int at, int end) {
        boolean isLast = at + 1 >= end || text.charAt(at + 1) == ' ';
        return next == ',' || next == '}' || next == ']' || next == ':' && isLast || next == ' ' && isComment(at, end);
    }

    private boolean isComment(int at, int end) {
        return text.substring(at, end).isBlank()
                || text.substring(at, end).stripLeading().startsWith("#");
    }

    Range range(int begin, int end) {
        return new Range(position(begin), position(end));
    }
}
