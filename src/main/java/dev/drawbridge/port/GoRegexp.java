package dev.drawbridge.port;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions as Go reads them: RE2's syntax, counted repeats of at most 1,000 in all levels together, at most
 * 1,000 levels of nesting, and a program of at most 128 MiB. An expression is only parsed, in one pass and without
 * recursion, and not compiled to a program.
 *
 * <p>Source: Go, {@code regexp/syntax}, Parse with the flags Perl. One deviation: Go factors common prefixes out of
 * alternatives before it counts their size and nesting.
 */
public final class GoRegexp {

    private static final int MAX_REPEAT = 1000;
    private static final int MAX_CODE_POINT = 0x10FFFF;
    private static final Set<String> POSIX_CLASSES = Set.of(
            "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
            "word", "xdigit");

    private final String text;
    private final Deque<RegexpGroup> groups = new ArrayDeque<>();
    private int at;
    private boolean foldsCase;

    /** Whether no POSIX class follows, so that none is searched for again. */
    private boolean noPosixClass;

    private GoRegexp(String text) {
        this.text = text;
        groups.push(new RegexpGroup(false, false));
    }

    /** The error in an expression, in Go's words. */
    static final class Problem extends Exception {

        private static final long serialVersionUID = 1L;

        Problem(String message) {
            super(message, null, false, false);
        }
    }

    /** The error in a regular expression; null if it is valid. */
    public static @Nullable String problem(String text) {
        try {
            new GoRegexp(text).parse();
            return null;
        } catch (Problem problem) {
            return problem.getMessage();
        }
    }

    private void parse() throws Problem {
        boolean afterRepeat = false;
        while (at < text.length()) {
            char next = text.charAt(at);
            Repeat repeat = repeat(next);
            if (repeat != null) {
                apply(repeat, afterRepeat);
            } else {
                atom(next);
            }
            afterRepeat = repeat != null;
        }
        if (groups.size() > 1) {
            throw new Problem("missing closing )");
        }
        groups.pop().close();
    }

    private void atom(char next) throws Problem {
        switch (next) {
            case '(' -> open();
            case ')' -> close();
            case '|' -> {
                at++;
                groups.element().bar();
            }
            case '.' -> {
                at++;
                groups.element().characterClass();
            }
            case '^', '$' -> {
                at++;
                groups.element().assertion();
            }
            case '[' -> characterClass();
            case '\\' -> escape();
            default -> {
                codePoint();
                groups.element().literal(foldsCase);
            }
        }
    }

    /** A repetition: the minimum and maximum count; -1 means no maximum. */
    private record Repeat(int min, int max, boolean counted, int length) {}

    private @Nullable Repeat repeat(char next) throws Problem {
        return switch (next) {
            case '*' -> new Repeat(0, -1, false, 1);
            case '+' -> new Repeat(1, -1, false, 1);
            case '?' -> new Repeat(0, 1, false, 1);
            case '{' -> countedRepeat();
            default -> null;
        };
    }

    /** {@code {2}}, {@code {2,}} or {@code {2,3}}; null if the brace is a character. */
    private @Nullable Repeat countedRepeat() throws Problem {
        int end = numberEnd(at + 1);
        if (end < 0 || end == text.length()) {
            return null;
        }
        int min = number(at + 1, end);
        int max = min;
        if (text.charAt(end) == ',') {
            int from = end + 1;
            end = numberEnd(from);
            boolean isOpen = from < text.length() && text.charAt(from) == '}';
            max = isOpen ? -1 : end < 0 ? -1 : number(from, end);
            end = isOpen ? from : end;
        }
        if (end < 0 || end >= text.length() || text.charAt(end) != '}') {
            return null;
        }
        if (min > MAX_REPEAT || max > MAX_REPEAT || max >= 0 && min > max) {
            throw new Problem("invalid repeat count: at most " + MAX_REPEAT);
        }
        return new Repeat(min, max, true, end + 1 - at);
    }

    /** The end of the number that begins here; -1 if there is none. A number has no leading zeros. */
    private int numberEnd(int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        boolean isNumber = end > from && (text.charAt(from) != '0' || end == from + 1);
        return isNumber ? end : -1;
    }

    private int number(int from, int to) {
        return to - from > 4 ? MAX_REPEAT + 1 : Integer.parseInt(text, from, to, 10);
    }

    private void apply(Repeat repeat, boolean afterRepeat) throws Problem {
        at += repeat.length;
        if (at < text.length() && text.charAt(at) == '?') {
            at++;
        }
        if (afterRepeat) {
            throw new Problem("invalid nested repetition operator");
        }
        groups.element().repeat(repeat.min, repeat.max, repeat.counted);
    }

    private void open() throws Problem {
        if (!text.startsWith("(?", at)) {
            at++;
            groups.push(new RegexpGroup(true, foldsCase));
            return;
        }
        if (text.startsWith("(?P<", at) && text.length() - at > 4
                || text.startsWith("(?<", at) && text.length() - at > 3) {
            int begin = text.indexOf('<', at) + 1;
            int end = text.indexOf('>', begin);
            if (end <= begin || !text.substring(begin, end).chars().allMatch(GoRegexp::isWord)) {
                throw new Problem("invalid named capture");
            }
            at = end + 1;
            groups.push(new RegexpGroup(true, foldsCase));
            return;
        }
        flags();
    }

    /** {@code (?i)}, {@code (?s-m:}: letters with at most one minus, which a letter follows. */
    private void flags() throws Problem {
        boolean on = true;
        boolean sawFlag = false;
        boolean fold = foldsCase;
        for (at += 2; at < text.length(); at++) {
            char flag = text.charAt(at);
            if (flag == ':' || flag == ')') {
                if (!on && !sawFlag) {
                    break;
                }
                at++;
                if (flag == ':') {
                    groups.push(new RegexpGroup(false, foldsCase));
                }
                foldsCase = fold;
                return;
            }
            if (flag == '-' && on) {
                on = false;
                sawFlag = false;
            } else if ("imsU".indexOf(flag) >= 0) {
                sawFlag = true;
                fold = flag == 'i' ? on : fold;
            } else {
                break;
            }
        }
        throw new Problem("invalid or unsupported Perl syntax");
    }

    private void close() throws Problem {
        if (groups.size() == 1) {
            throw new Problem("unexpected )");
        }
        at++;
        RegexpGroup group = groups.pop();
        groups.element().add(group.close());
        foldsCase = group.foldedCase();
    }

    private void escape() throws Problem {
        char letter = at + 1 < text.length() ? text.charAt(at + 1) : 0;
        switch (letter) {
            case 'A', 'b', 'B', 'z' -> {
                at += 2;
                groups.element().assertion();
            }
            case 'Q' -> quoted();
            case 'C' -> throw new Problem("invalid escape sequence");
            default -> {
                if (isClassEscape()) {
                    groups.element().characterClass();
                } else {
                    escapedCharacter();
                    groups.element().literal(foldsCase);
                }
            }
        }
    }

    /** {@code \Q…\E}: literal characters. */
    private void quoted() throws Problem {
        int end = text.indexOf("\\E", at + 2);
        int stop = end < 0 ? text.length() : end;
        for (at += 2; at < stop; ) {
            codePoint();
            groups.element().literal(foldsCase);
        }
        at = end < 0 ? stop : end + 2;
    }

    /** Reads {@code \d}, {@code \W}, {@code \pL}, {@code \P{Greek}} and the like; false if there is none here. */
    private boolean isClassEscape() throws Problem {
        if (at + 1 >= text.length() || text.charAt(at) != '\\') {
            return false;
        }
        char letter = text.charAt(at + 1);
        if ("dDsSwW".indexOf(letter) >= 0) {
            at += 2;
            return true;
        }
        if (letter != 'p' && letter != 'P') {
            return false;
        }
        at += 2;
        if (at == text.length()) {
            throw new Problem("invalid character class range: no name of a Unicode class");
        }
        String name;
        if (text.charAt(at) == '{') {
            int end = text.indexOf('}', at);
            name = end < 0 ? "" : text.substring(at + 1, end);
            at = end < 0 ? text.length() : end + 1;
        } else {
            int begin = at;
            codePoint();
            name = text.substring(begin, at);
        }
        if (!UnicodeClasses.has(name.startsWith("^") ? name.substring(1) : name)) {
            throw new Problem("invalid character class range: no Unicode class of this name");
        }
        return true;
    }

    /** {@code [a-z]}, {@code [^\d_]}, {@code [[:alpha:]]}. */
    private void characterClass() throws Problem {
        at++;
        if (at < text.length() && text.charAt(at) == '^') {
            at++;
        }
        boolean isFirst = true;
        while (at >= text.length() || text.charAt(at) != ']' || isFirst) {
            isFirst = false;
            if (!isPosixClass() && !isClassEscape()) {
                range();
            }
        }
        at++;
        groups.element().characterClass();
    }

    private boolean isPosixClass() throws Problem {
        if (noPosixClass || !text.startsWith("[:", at)) {
            return false;
        }
        int end = text.indexOf(":]", at + 2);
        if (end < 0) {
            noPosixClass = true;
            return false;
        }
        int begin = text.charAt(at + 2) == '^' ? at + 3 : at + 2;
        if (begin > end || !POSIX_CLASSES.contains(text.substring(begin, end))) {
            throw new Problem("invalid character class range: no class of this name");
        }
        at = end + 2;
        return true;
    }

    private void range() throws Problem {
        int low = classCharacter();
        boolean isRange = at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']';
        if (isRange) {
            at++;
            if (classCharacter() < low) {
                throw new Problem("invalid character class range");
            }
        }
    }

    private int classCharacter() throws Problem {
        if (at >= text.length()) {
            throw new Problem("missing closing ]");
        }
        return text.charAt(at) == '\\' ? escapedCharacter() : codePoint();
    }

    private int codePoint() {
        int codePoint = text.codePointAt(at);
        at += Character.charCount(codePoint);
        return codePoint;
    }

    private int escapedCharacter() throws Problem {
        at++;
        if (at >= text.length()) {
            throw new Problem("trailing backslash at end of expression");
        }
        int letter = codePoint();
        switch (letter) {
            case 'a', 'f', 'n', 'r', 't', 'v' -> {
                return "\u0007\f\n\r\t\u000b".charAt("afnrtv".indexOf(letter));
            }
            case 'x' -> {
                return hexadecimal();
            }
            default -> {
                if (letter == '0' || letter >= '1' && letter <= '7' && isOctal()) {
                    return octal(letter - '0');
                }
                if (letter < 0x80 && !Character.isLetterOrDigit(letter)) {
                    return letter;
                }
                throw new Problem("invalid escape sequence");
            }
        }
    }

    private boolean isOctal() {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '7';
    }

    private int octal(int first) {
        int value = first;
        for (int i = 1; i < 3 && isOctal(); i++) {
            value = value * 8 + text.charAt(at++) - '0';
        }
        return value;
    }

    /** {@code 7F} or {@code {10FFFF}}. */
    private int hexadecimal() throws Problem {
        boolean braces = at < text.length() && text.charAt(at) == '{';
        int end = braces ? text.indexOf('}', at) : at + 2;
        int begin = braces ? at + 1 : at;
        int value = 0;
        if (end <= begin || end > text.length()) {
            throw new Problem("invalid escape sequence");
        }
        for (int i = begin; i < end; i++) {
            int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), 16) : -1;
            value = value * 16 + digit;
            if (digit < 0 || value > MAX_CODE_POINT) {
                throw new Problem("invalid escape sequence");
            }
        }
        at = braces ? end + 1 : end;
        return value;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isWord(int character) {
        return character == '_'
                || character >= '0' && character <= '9'
                || character >= 'A' && character <= 'Z'
                || character >= 'a' && character <= 'z';
    }
}
