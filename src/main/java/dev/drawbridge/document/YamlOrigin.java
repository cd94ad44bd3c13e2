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

    private static final Pattern EXPLICIT = Pattern.compile("[|>][-+]?[1-9]");
    private static final Pattern UNKNOWN_DIRECTIVE = Pattern.compile("\\s*+(?<=\\n)%(?!(?:YAML|TAG)\\b)");
    private static final Pattern SURROGATE = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\u[dD][89a-fA-F]");

    private static final String FLOW_SIGNS = ",[]{}";

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
        this.hasSurrogates = hasSurrogates(text);
        this.line = line;
        this.firstLine = line;
    }

    private static boolean hasSurrogates(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
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
        return hasSurrogates ? source.offsetByCodePoints(offset, mark.getIndex()) : offset + mark.getIndex();
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

    /** Whether a directive comes next that YAML does not have. */
    boolean isUnknownDirectiveNext() {
        return UNKNOWN_DIRECTIVE
                .matcher(source)
                .region(offset, source.length())
                .useTransparentBounds(true)
                .lookingAt();
    }

    /** Whether a later line begins with a tab, and those up to it have no more than comments. */
    boolean isTabNext() {
        for (int start = source.indexOf('\n', offset) + 1; start > 0; start = source.indexOf('\n', start) + 1) {
            int next = BlankedText.skipBlanks(source, start);
            if (next == source.length() || source.charAt(next) != '\n' && source.charAt(next) != '#') {
                return next < source.length() && source.charAt(next) == '\t';
            }
        }
        return false;
    }

    /** Whether only blanks, comments and ends of documents follow. */
    boolean isRestEmpty() {
        int start = offset;
        while (start < source.length()) {
            int end = source.indexOf('\n', start);
            String one = source.substring(start, end).strip();
            if (!one.isEmpty() && one.charAt(0) != '#' && !one.equals("...")) {
                return false;
            }
            start = end + 1;
        }
        return true;
    }

    /**
     * The first tab that stands between two marks where Go looks for the indentation of a block text; -1 where none does, or where a number
     * says how deep the text stands.
     */
    int tabInIndentation(Mark from, Mark to) {
        int end = offset(to);
        int line = source.indexOf('\n', offset(from)) + 1;
        if (EXPLICIT.matcher(source.substring(offset(from), line)).find()) {
            return -1;
        }
        int indentation = 0;
        while (line > 0 && line < end) {
            int start = line;
            while (start < end && source.charAt(start) == ' ' && (indentation == 0 || start - line < indentation)) {
                start++;
            }
            if (start < end && source.charAt(start) == '\t' && (indentation == 0 || start - line < indentation)) {
                return start;
            }
            if (start < end && source.charAt(start) != '\n' && indentation == 0) {
                indentation = start - line;
            }
            line = source.indexOf('\n', start) + 1;
        }
        return -1;
    }

    /**
     * Where a flow's plain text, which ends at the mark, goes on with a colon and at once with one of {@code ,[]{}}: the colon with the blanks
     * before it and the sign after it. Empty for every other.
     */
    String colonOfPlainText(Mark end) {
        int begin = offset(end);
        int colon = begin;
        while (source.charAt(colon) == ' ' || source.charAt(colon) == '\t') {
            colon++;
        }
        return source.charAt(colon) == ':' && FLOW_SIGNS.indexOf(source.charAt(colon + 1)) >= 0
                ? source.substring(begin, colon + 2)
                : "";
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
