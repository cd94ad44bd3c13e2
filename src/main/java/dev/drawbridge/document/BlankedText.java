package dev.drawbridge.document;

/** A text of YAML in which what stops SnakeYAML, and not Go's reader, becomes blanks: everything else stays where it is. */
final class BlankedText {

    private static final String TOKEN_PROBLEM = "that cannot start any token";
    private static final String COMMENT_PROBLEM = "expected chomping or indentation indicators, but found #";

    /** How often a text may be read again from its beginning to where it stopped, and a small text in characters. */
    private static final int MAX_SCANS = 3;

    private static final long MIN_BUDGET = 20_000;

    /** What cannot begin a plain text. */
    private static final String NOT_PLAIN = "#'\"[{|>&*!%@`";

    private static final String AROUND_VALUES = "{}[],:\"'\n";
    private static final char NONE = 0;

    private String text;
    private long budget;

    BlankedText(String text) {
        this.text = text;
        this.budget = MIN_BUDGET + MAX_SCANS * (long) text.length();
    }

    @Override
    public String toString() {
        return text;
    }

    /**
     * Makes blanks of what stopped reading; false where it stops Go's reader too, or where the text has cost too much.
     *
     * @param stop where reading stopped
     * @param offset where it began
     */
    boolean pass(String problem, int stop, int offset) {
        if (problem.contains(TOKEN_PROBLEM)) {
            return passTab(stop, offset);
        }
        // A comment may follow the sign of a block text at once.
        boolean isComment = problem.startsWith(COMMENT_PROBLEM) && isPaid(stop);
        if (isComment) {
            blank(stop, text.indexOf('\n', stop));
        }
        return isComment;
    }

    private boolean isPaid(int scanned) {
        budget -= scanned;
        return budget >= 0;
    }

    private void blank(int start, int end) {
        text = text.substring(0, start) + " ".repeat(end - start) + text.substring(end);
    }

    private boolean passTab(int stop, int offset) {
        int tab = stop;
        // SnakeYAML stops at the blanks after a tab, too.
        while (tab > offset && (text.charAt(tab) == ' ' || text.charAt(tab - 1) == '\t')) {
            tab--;
        }
        if (text.charAt(tab) != '\t') {
            return false;
        }
        if (passTabsOfFlow(offset)) {
            return true;
        }
        if (!isPaid(tab)) {
            return false;
        }
        int start = text.lastIndexOf('\n', tab) + 1;
        String before = text.substring(start, tab);
        boolean isIndentation = before.isBlank()
                ? !isBlankLineOfText(start, tab) && !continuesPlainText(start, tab, offset)
                : before.strip().endsWith("-") || before.strip().endsWith("?");
        if (isIndentation && !mayStandInFlow(offset, start, tab)) {
            return false;
        }
        int end = tab;
        while (text.charAt(end) == '\t') {
            end++;
        }
        blank(tab, end);
        return true;
    }

    /** Makes the tabs between the values of a document in braces spaces, such as those that indent JSON; false where there are none. */
    private boolean passTabsOfFlow(int offset) {
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

    /** Within brackets a tab may stand anywhere, but after a plain text only deeper than what holds the brackets. */
    private boolean mayStandInFlow(int offset, int start, int tab) {
        int flow = flow(offset, tab);
        if (flow < 0) {
            return false;
        }
        boolean isAfterPlainText = AROUND_VALUES.indexOf(lastBefore(tab)) < 0;
        int begin = text.lastIndexOf('\n', flow) + 1;
        return !isAfterPlainText
                || tab - start > Held.of(text.substring(begin, flow)).column();
    }

    private char lastBefore(int tab) {
        int last = tab - 1;
        while (Character.isWhitespace(text.charAt(last))) {
            last--;
        }
        return text.charAt(last);
    }

    /** Where the outermost of the brackets begins that are open at the tab; -1 where none is. */
    private int flow(int offset, int tab) {
        int flow = -1;
        int depth = 0;
        char quote = NONE;
        char last = '\n';
        for (int i = offset; i < tab; i++) {
            char c = text.charAt(i);
            boolean isValue = AROUND_VALUES.indexOf(last) >= 0 || last == '-';
            if (quote != NONE) {
                if (c == '\\' && quote == '"') {
                    i++;
                } else if (c == quote) {
                    quote = NONE;
                }
            } else if (c == '#' && (i == offset || Character.isWhitespace(text.charAt(i - 1)))) {
                i = text.indexOf('\n', i) - 1;
            } else if (isValue && (c == '"' || c == '\'')) {
                quote = c;
            } else if ((c == '{' || c == '[') && (isValue || depth > 0)) {
                flow = depth == 0 ? i : flow;
                depth++;
            } else if ((c == '}' || c == ']') && depth > 0) {
                depth--;
            }
            if (c != ' ' && c != '\t') {
                last = c;
            }
        }
        return depth > 0 ? flow : -1;
    }

    private boolean isBlankLineOfText(int start, int tab) {
        String above = text.substring(0, start).strip();
        return tab > start
                && text.substring(tab, text.indexOf('\n', tab)).isBlank()
                && !above.isEmpty()
                && !above.endsWith(":");
    }

    /** Whether a line goes on with the plain text of those above it: it stands deeper than the key or the dash that holds the text. */
    private boolean continuesPlainText(int start, int tab, int offset) {
        boolean isNearest = true;
        for (int end = start - 1; end > offset; ) {
            int begin = text.lastIndexOf('\n', end - 1) + 1;
            String line = text.substring(begin, end).stripTrailing() + ' ';
            Held held = Held.of(line);
            if (isNearest && !line.isBlank()) {
                if (held.text() == line.length() || line.endsWith(": ") || !isPlain(line.substring(held.text()))) {
                    return false;
                }
                isNearest = false;
            }
            if (held.column() >= 0) {
                return tab - start > held.column();
            }
            end = begin - 1;
        }
        return !isNearest;
    }

    /**
     * What holds the text of a line, dashes or a key.
     *
     * @param column where the last of them stands; -1 where nothing does
     * @param text where the text begins
     */
    private record Held(int column, int text) {

        static Held of(String line) {
            int at = YamlText.skipBlanks(line, 0);
            int holder = -1;
            while (line.startsWith("- ", at)) {
                holder = at;
                at = YamlText.skipBlanks(line, at + 1);
            }
            int colon = line.indexOf(": ", at);
            if (colon > at && isPlain(line.substring(at, colon))) {
                holder = at;
                at = YamlText.skipBlanks(line, colon + 1);
            }
            return new Held(holder, at);
        }
    }

    private static boolean isPlain(String text) {
        return NOT_PLAIN.indexOf(text.charAt(0)) < 0 && !text.contains(" #");
    }
}
