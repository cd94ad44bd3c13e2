package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.scanner.ScannerException;

/** Where the text that is being read stands in its stream. */
final class YamlOrigin {

    static final char BYTE_ORDER_MARK = '\ufeff';

    private static final Pattern SURROGATE = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\u[dD][89a-fA-F]");

    private final String source;
    private final BlankedText text;
    private final boolean hasSurrogates;
    private int offset;

    /** The line and the column of an offset up to which they are counted: later ones are counted when somebody asks. */
    private int counted;

    private int line;
    private int column;
    private final int firstLine;
    private @Nullable NavigableSet<Long> surrogates;

    YamlOrigin(String text, int line) {
        this.source = text;
        this.text = new BlankedText(text);
        this.hasSurrogates = text.codePointCount(0, text.length()) < text.length();
        this.line = line;
        this.firstLine = line;
    }

    /** The text as it came, for what SnakeYAML does not tell of it. */
    YamlText source() {
        return new YamlText(source);
    }

    /** The text, as it can be read. */
    String text() {
        return text.toString();
    }

    StringReader reader() {
        StringReader reader = new StringReader(text());
        try {
            reader.skip(offset);
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory is always read", e);
        }
        return reader;
    }

    /** Makes blanks of what stopped reading and would not have stopped Go's; false where it would. */
    boolean pass(ScannerException stop) {
        return text.pass(stop.getProblem(), offset(stop.getProblemMark()), offset);
    }

    int offset() {
        return offset;
    }

    boolean isAtEnd() {
        return offset == source.length();
    }

    int offset(Mark mark) {
        return hasSurrogates ? text().offsetByCodePoints(offset, mark.getIndex()) : offset + mark.getIndex();
    }

    void skipTo(int end) {
        offset = Math.max(offset, end);
    }

    private void count() {
        for (; counted < offset; counted++) {
            char character = source.charAt(counted);
            if (character == '\n') {
                line++;
                column = 0;
            } else if (character != BYTE_ORDER_MARK && !Character.isLowSurrogate(character)) {
                column++;
            }
        }
    }

    boolean startsWith(char first) {
        int next = offset;
        while (next < source.length() && Character.isWhitespace(source.charAt(next))) {
            next++;
        }
        if (next == source.length() || source.charAt(next) != first) {
            return false;
        }
        skipTo(next);
        return true;
    }

    /** Whether a half of a character is escaped between two marks: {@code \\ud83d} in double quotes. */
    boolean hasEscapedSurrogate(Mark from, Mark to) {
        if (surrogates == null) {
            surrogates = escapedSurrogates();
        }
        Long next = surrogates.ceiling(key(position(from)));
        return next != null && next < key(position(to));
    }

    private NavigableSet<Long> escapedSurrogates() {
        NavigableSet<Long> found = new TreeSet<>();
        Matcher matcher = SURROGATE.matcher(source);
        YamlOrigin place = new YamlOrigin(source, firstLine);
        while (matcher.find()) {
            place.skipTo(matcher.start());
            found.add(key(place.position()));
        }
        return found;
    }

    private static long key(Position position) {
        return ((long) position.line() << Integer.SIZE) + position.column();
    }

    Position position() {
        count();
        return new Position(line + 1, column + 1);
    }

    Position position(Mark mark) {
        count();
        return new Position(line + mark.getLine() + 1, (mark.getLine() == 0 ? column : 0) + mark.getColumn() + 1);
    }
}
