package dev.drawbridge.constraint.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions as Go reads them. re2j, a port of Go's parser, decides, except about what it does not have: the
 * limits on counted repeats of all levels together (1,000), on nesting (1,000 levels) and on the program (128 MiB), the
 * newer names of Unicode classes, and two groups of one name. re2j gets an expression without counts, so that its
 * program is no longer than the text.
 *
 * <p>Source: Go, {@code regexp/syntax}, Parse with the flags Perl.
 */
public final class GoRegexp {

    private static final int MAX_REPEAT = 1000;
    private static final int MAX_HEIGHT = 1000;
    private static final String UNCLOSED = "missing closing )";

    /** 128 MiB of instructions, 40 bytes each. */
    private static final long MAX_SIZE = (128 << 20) / 40;

    /** A quotation, a class of characters, an escape, the beginning of a group, a counted repeat, or a character. */
    private static final Pattern TOKEN = Pattern.compile("(?s)\\\\Q.*?(?:\\\\E|\\z)"
            + "|\\[\\^?\\]?(?:\\[:.*?:\\]|\\\\[pPx]\\{[^}]*\\}|\\\\.|[^\\]\\\\])*\\]"
            + "|\\\\[pPx]\\{[^}]*\\}|\\\\[pP]?."
            + "|\\(\\?P?<(?P<name>\\w+)>|\\(\\?[a-zA-Z-]*[:)]"
            + "|\\{(?P<min>0|[1-9][0-9]*)(?P<open>,(?P<max>0|[1-9][0-9]*)?)?\\}|.");

    private static final Pattern ESCAPE = Pattern.compile("(?s)\\\\Q.*?(?:\\\\E|\\z)"
            + "|\\\\[pP](?:\\{\\^?(?P<name>[^}]*)\\}|(?P<letter>[a-z]))|\\\\(?:[[:ascii:]]|(?P<other>.))");

    private static final String INVALID_ESCAPE = "\\C";

    private final StringBuilder plain = new StringBuilder();
    private final Deque<Group> groups = new ArrayDeque<>();

    private GoRegexp() {
        groups.push(new Group(0));
    }

    /** A limit of Go. */
    @SuppressWarnings("serial")
    private static final class Excess extends Exception {

        Excess(String message) {
            super(message, null, false, false);
        }
    }

    /** Measures of a part of an expression: its instructions, levels, and largest product of nested repeats. */
    private record Part(long size, int height, int repeats) {

        static final Part CHARACTER = new Part(1, 1, 1);

        Part checked() throws Excess {
            if (size > MAX_SIZE) {
                throw new Excess("expression too large");
            }
            if (height > MAX_HEIGHT) {
                throw new Excess("expression nests too deeply");
            }
            return this;
        }

        /** Source: Go, {@code regexp/syntax}, calcSize. A maximum of -1 means none. */
        Part repeated(int min, int max, boolean isCounted) throws Excess {
            long times = max < 0 ? (min == 0 ? 2 + size : 1 + min * size) : max * size + max - min;
            int count = max < 0 ? min : max;
            int product = !isCounted || count == 0 && max < 0 ? repeats : max == 0 ? 1 : count * repeats;
            Part repeated = new Part(Math.max(1, times), height + 1, product).checked();
            if (isCounted && count >= 2 && product > MAX_REPEAT) {
                throw new Excess(
                        "invalid repeat count: at most " + MAX_REPEAT + ", those of enclosing groups multiplied");
            }
            return repeated;
        }
    }

    /** A group that is open: its parts so far, and the last one, which a repeat applies to. */
    private static final class Group {

        private final int captures;
        private long size;
        private int height = 1;
        private int repeats = 1;
        private int parts;
        private int widest;
        private boolean hasBar;
        private @Nullable Part last;

        Group(int captures) {
            this.captures = captures;
        }

        /** Adds a part; adjacent characters are one part of Go's. */
        void add(Part part) throws Excess {
            parts += parts > 0 && part == Part.CHARACTER && last == part ? 0 : 1;
            flush();
            last = part.checked();
        }

        private void flush() {
            if (last != null) {
                size += last.size;
                height = Math.max(height, last.height);
                repeats = Math.max(repeats, last.repeats);
                last = null;
            }
        }

        void bar() {
            flush();
            size++;
            hasBar = true;
            widest = Math.max(widest, parts);
            parts = 0;
        }

        void repeat(int min, int max, boolean isCounted) throws Excess {
            if (last != null) {
                last = last.repeated(min, max, isCounted);
            }
        }

        Part close() throws Excess {
            flush();
            int levels = (Math.max(widest, parts) > 1 ? 1 : 0) + (hasBar ? 1 : 0) + captures;
            return new Part(Math.max(1, size) + 2L * captures, height + levels, repeats).checked();
        }
    }

    /** The error in a regular expression, in Go's words; null if it is valid. */
    public static @Nullable String problem(String text) {
        GoRegexp expression = new GoRegexp();
        String excess = null;
        try {
            expression.read(known(text));
            if (expression.groups.size() > MAX_HEIGHT) {
                return UNCLOSED;
            }
            expression.groups.element().close();
        } catch (Excess found) {
            excess = found.getMessage();
        }
        try {
            Pattern.compile(expression.plain.toString());
            return excess;
        } catch (PatternSyntaxException problem) {
            String found = problem.getDescription();
            // After an excess only what is before it was read.
            return switch (found) {
                case UNCLOSED -> excess == null ? found : excess;
                case "invalid repeat count" -> found + ": at most " + MAX_REPEAT;
                case "regexp/syntax: internal error" -> "unexpected )";
                default -> found;
            };
        }
    }

    /** The expression with escapes that re2j reads as Go does. */
    private static String known(String text) {
        StringBuilder known = new StringBuilder();
        Matcher found = ESCAPE.matcher(text);
        while (found.find()) {
            String name = found.group("name") == null ? found.group("letter") : found.group("name");
            String same = found.group("other") == null ? found.group() : INVALID_ESCAPE;
            boolean isClass = name != null && UnicodeClasses.has(name);
            found.appendReplacement(known, Matcher.quoteReplacement(isClass ? "\\pL" : same));
        }
        return found.appendTail(known).toString();
    }

    private void read(String text) throws Excess {
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String token = tokens.group();
            if (token.startsWith("[") && token.endsWith("[:]") && !token.endsWith("\\[:]")) {
                // To re2j, the last colon both begins and ends the name of a class.
                plain.append(token, 0, token.length() - 3).append("\\[:]");
            } else if (tokens.group("min") == null && tokens.group("name") == null) {
                // Case, which re2j may fold endlessly (LinearPattern), changes nothing about validity.
                plain.append(token.startsWith("(?") ? token.replace('i', 's') : token);
            }
            Group group = groups.element();
            switch (token.charAt(0)) {
                case '(' -> open(tokens, token);
                case ')' -> close();
                case '|' -> group.bar();
                case '*' -> group.repeat(0, -1, false);
                case '+' -> group.repeat(1, -1, false);
                case '?' -> group.repeat(0, 1, false);
                case '{' -> counted(tokens, group);
                case '\\' -> escape(token, group);
                default -> group.add(Part.CHARACTER);
            }
        }
    }

    private void open(Matcher tokens, String token) {
        if (tokens.group("name") != null) {
            plain.append("(?P<g").append(plain.length()).append('>');
        }
        if (!token.startsWith("(?") || !token.endsWith(")")) {
            groups.push(new Group(token.endsWith(":") ? 0 : 1));
        }
    }

    private void close() throws Excess {
        if (groups.size() > 1) {
            Part part = groups.pop().close();
            groups.element().add(part);
        }
    }

    private void counted(Matcher tokens, Group group) throws Excess {
        String least = tokens.group("min");
        if (least == null) {
            plain.insert(plain.length() - 1, '\\');
            group.add(Part.CHARACTER);
            return;
        }
        String most = tokens.group("max");
        int min = count(least);
        int max = most != null ? count(most) : tokens.group("open") != null ? -1 : min;
        boolean isValid = min <= MAX_REPEAT && max <= MAX_REPEAT && (max < 0 || min <= max);
        plain.append(isValid ? "*" : "{2,1}");
        if (isValid) {
            group.repeat(min, max, true);
        }
    }

    private static int count(String digits) {
        return digits.length() > 4 ? MAX_REPEAT + 1 : Integer.parseInt(digits);
    }

    private static void escape(String token, Group group) throws Excess {
        if (!token.startsWith("\\Q")) {
            group.add(Part.CHARACTER);
            return;
        }
        int end = token.endsWith("\\E") ? token.length() - 2 : token.length();
        for (int i = 2; i < end; i++) {
            group.add(Part.CHARACTER);
        }
    }
}
