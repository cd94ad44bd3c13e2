package dev.drawbridge.manifest;

import com.google.re2j.Pattern;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of paths as in {@code .gitignore}: {@code *} and {@code ?} match within a name, {@code **} any folders or
 * none, {@code [a-z]} one of several characters, <code>{a,b}</code> one of several texts. The time it takes is bounded
 * by the pattern's length times the path's.
 */
public final class Glob {

    private static final int MAX_LENGTH = 4_096;
    private static final int MAX_BRACES = 100;

    private final Pattern whole;
    private final Pattern covering;

    /** Reads a pattern; fails if a bracket or a brace is not closed, or it is too long. */
    Glob(String pattern) {
        this(pattern, "[^/]");
    }

    private Glob(String pattern, String any) {
        if (pattern.length() > MAX_LENGTH) {
            throw new PatternSyntaxException("longer than " + MAX_LENGTH + " characters", pattern.substring(0, 40), 0);
        }
        String regex = regex(pattern, any);
        this.whole = Pattern.compile(regex, Pattern.DOTALL);
        this.covering = Pattern.compile("(?:.*/)?(?:" + regex + ")(?:/.*)?", Pattern.DOTALL);
    }

    private static String regex(String pattern, String any) {
        StringBuilder regex = new StringBuilder();
        // For each open brace, whether a name begins there.
        Deque<Boolean> open = new ArrayDeque<>();
        boolean isBegin = true;
        int at = 0;
        while (at < pattern.length()) {
            char sign = pattern.charAt(at);
            if (isBegin && !any.equals(".") && pattern.startsWith("**/", at)) {
                regex.append("(?:.*/)?");
                at += 3;
            } else if (pattern.startsWith("**", at)) {
                regex.append(".*");
                isBegin = false;
                at += 2;
            } else if (sign == '[') {
                at = addClass(pattern, at, regex);
                isBegin = false;
            } else if (sign == '{') {
                open.push(isBegin);
                regex.append("(?:");
                at++;
            } else if ((sign == ',' || sign == '}') && !open.isEmpty()) {
                isBegin = sign == ',' ? open.peek() : open.pop() && isBegin;
                regex.append(sign == ',' ? '|' : ')');
                at++;
            } else {
                at += sign == '\\' && at + 1 < pattern.length() ? 1 : 0;
                String literal = Pattern.quote(String.valueOf(pattern.charAt(at)));
                regex.append(sign == '*' ? any + "*" : sign == '?' ? any : literal);
                isBegin = sign == '/';
                at++;
            }
            if (open.size() > MAX_BRACES) {
                throw new PatternSyntaxException("more than " + MAX_BRACES + " braces", pattern, at);
            }
        }
        if (!open.isEmpty()) {
            throw new PatternSyntaxException("the { is not closed", pattern, pattern.lastIndexOf('{'));
        }
        return regex.toString();
    }

    /** Adds the characters in brackets; returns the index after them. */
    private static int addClass(String pattern, int begin, StringBuilder regex) {
        int at = begin + 1;
        boolean isNegated = at < pattern.length() && (pattern.charAt(at) == '!' || pattern.charAt(at) == '^');
        at += isNegated ? 1 : 0;
        int end = pattern.indexOf(']', at + 1);
        if (end < 0) {
            throw new PatternSyntaxException("the [ is not closed", pattern, begin);
        }
        regex.append(isNegated ? "[^" : "[");
        while (at < end) {
            char from = pattern.charAt(at);
            boolean isRange = at + 2 < end && pattern.charAt(at + 1) == '-' && pattern.charAt(at + 2) >= from;
            char to = isRange ? pattern.charAt(at + 2) : from;
            regex.append("\\x{%x}-\\x{%x}".formatted((int) from, (int) to));
            at += isRange ? 3 : 1;
        }
        regex.append(']');
        return end + 1;
    }

    /** Whether a regular expression matches all of one of these texts; also if it is empty or malformed. */
    static boolean matches(String pattern, List<String> texts) {
        try {
            return pattern.isEmpty() || texts.stream().anyMatch(Pattern.compile(pattern)::matches);
        } catch (com.google.re2j.PatternSyntaxException e) {
            return true;
        }
    }

    /** Whether a path matches a pattern whose {@code *} and {@code ?} match slashes, too; not if it is malformed. */
    public static Predicate<String> crossing(String pattern) {
        try {
            return new Glob(pattern, ".")::matches;
        } catch (PatternSyntaxException malformed) {
            return path -> false;
        }
    }

    /** Whether the whole path matches; its parts are separated by {@code /}. */
    boolean matches(String path) {
        return whole.matches(path);
    }

    /** Whether the path, one of the folders that it is in, or a part of either from a name on matches. */
    boolean covers(String path) {
        return covering.matches(path);
    }
}
