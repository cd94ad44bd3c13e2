package dev.drawbridge.manifest;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The lines of a text in UTF-8, for excerpts. Not thread-safe. */
public final class Lines {

    private static final int MAX_SHOWN = 200;
    private static final int SHOWN_BEFORE = 80;

    /** The lines of a file from which no more excerpts are needed. */
    public static final Lines NONE = new Lines(new byte[0]);

    private final byte[] bytes;
    private @Nullable LineIndex index;

    /** The lines of a text in UTF-8. */
    public Lines(byte[] text) {
        this.bytes = text;
    }

    /** Decoded when it is needed: most files have no findings. */
    private LineIndex index() {
        if (index == null) {
            index = new LineIndex(new String(bytes, StandardCharsets.UTF_8));
        }
        return index;
    }

    /** The excerpt for a position; null if the text has no such line. Columns beyond the line are cut to its end. */
    public @Nullable Excerpt excerpt(Position place) {
        LineIndex lines = index();
        if (!has(place.line())) {
            return null;
        }
        int start = lines.begin(place.line());
        int end = lines.end(place.line());
        int at = lines.offset(place);
        int first = Math.max(start, Math.min(at - SHOWN_BEFORE, end - MAX_SHOWN));
        int from = boundary(first);
        int to = boundary(Math.min(end, first + MAX_SHOWN));
        String before = from > start ? "…" : "";
        String after = to < end ? "…" : "";
        return new Excerpt(
                before + lines.text().substring(from, to).stripTrailing() + after, before.length() + at - from);
    }

    private boolean has(int line) {
        return line <= index().count() && index().begin(line) < index().text().length();
    }

    /** The offset, or that of the character of which it is the second half. */
    private int boundary(int offset) {
        String text = index().text();
        return offset < text.length() && Character.isLowSurrogate(text.charAt(offset)) ? offset - 1 : offset;
    }

    /** Maps a place in a YAML scalar's text to the file; null if the scalar's style does not allow it. */
    public @Nullable Position within(Position scalar, String text, Position within) {
        String[] content = text.split("\n", -1);
        if (within.line() > content.length || within.column() > content[within.line() - 1].length() + 1) {
            return null;
        }
        if (within.line() > 1 && content[within.line() - 1].isEmpty()) {
            // The text ends too early: its last line does.
            String before = content[within.line() - 2];
            return within(scalar, text, new Position(within.line() - 1, before.length() + 1));
        }
        String source = line(scalar.line());
        if (scalar.column() > source.length()) {
            return null;
        }
        char first = source.charAt(scalar.column() - 1);
        if (first == '|') {
            int number = scalar.line() + within.line();
            String wanted = content[within.line() - 1];
            String found = line(number);
            return found.isBlank() || !found.endsWith(wanted)
                    ? null
                    : new Position(number, found.length() - wanted.length() + within.column());
        }
        if (first == '>') {
            return within.line() == 1 ? folded(scalar.line() + 1, content[0], within.column()) : null;
        }
        return within.line() == 1 ? inLine(source, scalar, first, content[0], within.column()) : null;
    }

    /** Folded lines are one line of the text, with a blank between them. */
    private @Nullable Position folded(int from, String wanted, int column) {
        int begin = 0;
        for (int number = from; begin < wanted.length() && !line(number).isBlank(); number++) {
            String found = line(number);
            String text = found.strip();
            if (!wanted.startsWith(text, begin)) {
                return null;
            }
            if (column <= begin + text.length()) {
                return new Position(number, found.indexOf(text) + column - begin);
            }
            begin += text.length() + 1;
        }
        return null;
    }

    /** Maps a place in a quoted or plain scalar, which must not wrap before the place. */
    private static @Nullable Position inLine(String source, Position scalar, char quote, String wanted, int column) {
        boolean isQuoted = quote == '"' || quote == '\'';
        int at = scalar.column() - 1 + (isQuoted ? 1 : 0);
        for (int i = 0; i < column - 1; i++) {
            if (at >= source.length()) {
                return null;
            }
            boolean isEscape =
                    quote == '"' && source.charAt(at) == '\\' || quote == '\'' && source.startsWith("''", at);
            if (isEscape && quote == '"' && at + 1 < source.length() && "xuU".indexOf(source.charAt(at + 1)) >= 0) {
                return null;
            }
            if (!isEscape && source.charAt(at) != wanted.charAt(i)) {
                return null;
            }
            at += isEscape ? 2 : 1;
        }
        return new Position(scalar.line(), at + 1);
    }

    private String line(int number) {
        return has(number)
                ? index().text()
                        .substring(index().begin(number), index().end(number))
                        .stripTrailing()
                : "";
    }
}
