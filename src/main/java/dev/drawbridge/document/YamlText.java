package dev.drawbridge.document;

import java.util.regex.Pattern;

/**
 * A text of YAML as it came: what Go's reader finds in it, and SnakeYAML does not tell.
 *
 * @param text lines, each with its end
 */
record YamlText(String text) {

    private static final Pattern EXPLICIT = Pattern.compile("[|>][-+]?[1-9]");
    private static final Pattern UNKNOWN_DIRECTIVE = Pattern.compile("\\s*+(?<=\\n)%(?!(?:YAML|TAG)\\b)");
    private static final String FLOW_SIGNS = ",[]{}";

    /** Whether a directive comes next that YAML does not have. */
    boolean isUnknownDirectiveAfter(int offset) {
        return UNKNOWN_DIRECTIVE
                .matcher(text)
                .region(offset, text.length())
                .useTransparentBounds(true)
                .lookingAt();
    }

    /** Whether a later line begins with a tab, and those up to it have no more than comments. */
    boolean isTabAfter(int offset) {
        for (int start = text.indexOf('\n', offset) + 1; start > 0; start = text.indexOf('\n', start) + 1) {
            int next = skipBlanks(text, start);
            if (next == text.length() || text.charAt(next) != '\n' && text.charAt(next) != '#') {
                return next < text.length() && text.charAt(next) == '\t';
            }
        }
        return false;
    }

    /** Whether a list or an object between brackets begins there. */
    boolean isFlow(int offset) {
        return text.charAt(offset) == '[' || text.charAt(offset) == '{';
    }

    /** Whether a question mark stands before the key that begins there. */
    boolean isExplicitKey(int offset) {
        int before = offset - 1;
        while (text.charAt(before) == ' ') {
            before--;
        }
        return text.charAt(before) == '?';
    }

    /** Whether only blanks, comments and ends of documents follow. */
    boolean isEmptyAfter(int offset) {
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
     * Whether a tab stands where the indentation of a block text, which begins and ends there, is looked for. Where a number says how deep
     * the text stands, nothing is looked for.
     */
    boolean hasTabInIndentation(int begin, int end) {
        int line = text.indexOf('\n', begin) + 1;
        if (EXPLICIT.matcher(text.substring(begin, line)).find()) {
            return false;
        }
        int indentation = 0;
        while (line > 0 && line < end) {
            int limit = indentation == 0 ? end : Math.min(end, line + indentation);
            int start = Math.min(skipBlanks(text, line), limit);
            if (start < limit && text.charAt(start) == '\t') {
                return true;
            }
            if (indentation == 0 && start < end && text.charAt(start) != '\n') {
                indentation = start - line;
            }
            line = text.indexOf('\n', start) + 1;
        }
        return false;
    }

    /**
     * Where a flow's plain text, which ends there, goes on with a colon and at once with one of {@code ,[]{}}: the colon with the blanks
     * before it and the sign after it. Empty for every other.
     */
    String colonOfPlainText(int end) {
        int colon = end;
        while (text.charAt(colon) == ' ' || text.charAt(colon) == '\t') {
            colon++;
        }
        return text.charAt(colon) == ':' && FLOW_SIGNS.indexOf(text.charAt(colon + 1)) >= 0
                ? text.substring(end, colon + 2)
                : "";
    }

    /** The first place from there on where no blank stands. */
    static int skipBlanks(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
