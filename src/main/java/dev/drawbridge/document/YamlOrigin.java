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

    private static final String TAB_PROBLEM = "(TAB)' that cannot start any token";
    private static final Pattern EXPLICIT = Pattern.compile("[|>][-+]?[1-9]");
    private static final String COMMENT_PROBLEM = "expected chomping or indentation indicators, but found #";
    private static final Pattern SURROGATE = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\u[dD][89a-fA-F]");

    /** How often a text may be read again from its beginning to its tabs, and a small text in characters. */
    private static final int MAX_TAB_SCANS = 3;

    private static final long MIN_TAB_BUDGET = 20_000;

    private static final String AROUND_VALUES = "{}[],:\"'\n";
    private static final char NONE = 0;

    private final String source;
    private String text;
    private final boolean hasSurrogates;
    private int offset;

    /** The line and the column of an offset up to which they are counted: later ones are counted when somebody asks. */
    private int counted;

    private int line;
    private int column;
    private final int firstLine;
    private long tabBudget;
    private @Nullable NavigableSet<Long> surrogates;

    YamlOrigin(String text, int line) {
        this.source = text;
        this.text = text;
        this.hasSurrogates = hasSurrogates(text);
        this.line = line;
        this.firstLine = line;
        this.tabBudget = MIN_TAB_BUDGET + MAX_TAB_SCANS * (long) text.length();
    }

    private static boolean hasSurrogates(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    String text() {
        return text;
    }

    StringReader reader() {
        StringReader reader = new StringReader(text);
        try {
            reader.skip(offset);
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory is always read", e);
        }
        return reader;
    }

    /** Makes spaces of what stopped reading and would not have stopped Go's; false where it would. */
    boolean pass(ScannerException stop) {
        return stop.getProblem().startsWith(COMMENT_PROBLEM) ? passComment(stop) : passTab(stop);
    }

    /** A comment may follow the sign of a block text at once. */
    private boolean passComment(ScannerException stop) {
        int start = offset(stop.getProblemMark());
        int end = text.indexOf('\n', start);
        text = text.substring(0, start) + " ".repeat(end - start) + text.substring(end);
        return true;
    }

    private boolean passTab(ScannerException stop) {
        int tab = offset(stop.getProblemMark());
        if (!stop.getProblem().contains(TAB_PROBLEM) || text.charAt(tab) != '\t') {
            return false;
        }
        if (passTabsOfFlow()) {
            return true;
        }
        if (tab > tabBudget) {
            return false;
        }
        tabBudget -= tab;
        int start = text.lastIndexOf('\n', tab) + 1;
        String before = text.substring(start, tab);
        if (before.isBlank()
                ? !isBlankLineOfText(start, tab)
                : before.strip().endsWith("-") || before.strip().endsWith("?")) {
            return false;
        }
        int end = tab;
        while (text.charAt(end) == '\t') {
            end++;
        }
        text = text.substring(0, tab) + " ".repeat(end - tab) + text.substring(end);
        return true;
    }

    /** Makes the tabs between the values of a document in braces spaces, such as those that indent JSON; false where there are none. */
    private boolean passTabsOfFlow() {
        char[] chars = text.toCharArray();
        int start = offset;
        while (Character.isWhitespace(chars[start])) {
            start++;
        }
        if (chars[start] != '{' && chars[start] != '[') {
            return false;
        }
        boolean hasPassed = false;
        char quote = NONE;
        char last = chars[start];
        for (int i = start + 1; i < chars.length; i++) {
            char c = chars[i];
            if (quote != NONE) {
                if (c == '\\' && quote == '"') {
                    i++;
                } else if (c == quote) {
                    quote = NONE;
                }
            } else if (AROUND_VALUES.indexOf(last) >= 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (AROUND_VALUES.indexOf(last) >= 0 && c == '\t') {
                chars[i] = ' ';
                hasPassed = true;
            }
            if (c != ' ' && c != '\t') {
                last = c;
            }
        }
        text = new String(chars);
        return hasPassed;
    }

    private boolean isBlankLineOfText(int start, int tab) {
        String above = text.substring(0, start).strip();
        return tab > start
                && text.substring(tab, text.indexOf('\n', tab)).isBlank()
                && !above.isEmpty()
                && !above.endsWith(":");
    }

    int offset() {
        return offset;
    }

    boolean isAtEnd() {
        return offset == text.length();
    }

    int offset(Mark mark) {
        return hasSurrogates ? text.offsetByCodePoints(offset, mark.getIndex()) : offset + mark.getIndex();
    }

    void skipTo(int end) {
        offset = Math.max(offset, end);
    }

    private void count() {
        for (; counted < offset; counted++) {
            char character = text.charAt(counted);
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
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        if (next == text.length() || text.charAt(next) != first) {
            return false;
        }
        skipTo(next);
        return true;
    }

    /** Whether only blanks, comments and ends of documents follow. */
    boolean isRestEmpty() {
        int start = offset;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            String one = text.substring(start, end).strip();
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
        Matcher matcher = SURROGATE.matcher(text);
        YamlOrigin place = new YamlOrigin(text, firstLine);
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
