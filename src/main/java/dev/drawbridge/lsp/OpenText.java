package dev.drawbridge.lsp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/**
 * The text of a file. Places of the protocol count lines from 0, and columns in units of UTF-16; those of findings
 * count from 1, and columns in characters. A place behind the text is its end.
 */
final class OpenText {

    private final String text;
    private final int version;
    private final byte[] bytes;
    private final int[] begins;

    /** A text, and the number that the client gave it. */
    OpenText(String text, int version) {
        this.text = text;
        this.version = version;
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
        this.begins = IntStream.concat(
                        IntStream.of(0),
                        IntStream.range(0, text.length())
                                .filter(i -> text.charAt(i) == '\n')
                                .map(i -> i + 1))
                .toArray();
    }

    String text() {
        return text;
    }

    int version() {
        return version;
    }

    /** The text in UTF-8; each time the same array. */
    byte[] bytes() {
        return bytes;
    }

    private int end(int line) {
        int next = line + 1 < begins.length ? begins[line + 1] - 1 : text.length();
        return next > begins[line] && text.charAt(next - 1) == '\r' ? next - 1 : next;
    }

    int offset(Position place) {
        if (place.getLine() >= begins.length) {
            return text.length();
        }
        int line = Math.max(0, place.getLine());
        return (int) Math.min((long) begins[line] + Math.max(0, place.getCharacter()), end(line));
    }

    Position position(int offset) {
        int found = Arrays.binarySearch(begins, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Position(line, offset - begins[line]);
    }

    int offset(dev.drawbridge.field.Position place) {
        int line = place.line() - 1;
        if (line >= begins.length) {
            return text.length();
        }
        int end = end(line);
        int characters = text.codePointCount(begins[line], end);
        return text.offsetByCodePoints(begins[line], Math.min(place.column() - 1, characters));
    }

    dev.drawbridge.field.Position place(Position place) {
        int offset = offset(place);
        int line = position(offset).getLine();
        return new dev.drawbridge.field.Position(line + 1, text.codePointCount(begins[line], offset) + 1);
    }

    /** The key or the scalar that begins at an offset; one character at least, unless the line ends there. */
    Range word(int begin) {
        int line = position(begin).getLine();
        int end = end(line);
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
