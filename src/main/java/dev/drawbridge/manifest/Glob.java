package dev.drawbridge.manifest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of paths as in {@code .gitignore}: {@code *} and {@code ?} match within a name, {@code **} any folders or
 * none, {@code [a-z]} one of several characters, <code>{a,b}</code> one of several texts. The time it takes is bounded
 * by the pattern's length times the path's.
 */
final class Glob {

    /** The maximum number of alternatives from a pattern's braces. */
    private static final int MAX_ALTERNATIVES = 256;

    private static final int MAX_LENGTH = 4_096;

    private final List<List<Part>> alternatives = new ArrayList<>();

    /**
     * A part of a pattern.
     *
     * @param characters the first and the last of each range of characters that match; empty for all but {@code /}, and
     *     {@code /} for all
     * @param repeats whether it matches any number of them
     * @param ofFolders whether it is {@code **}{@code /}, which ends only where a name begins
     */
    private record Part(String characters, boolean negated, boolean repeats, boolean ofFolders) {

        private static final Part ONE = new Part("", false, false, false);
        private static final Part NAME_PART = new Part("", false, true, false);
        private static final Part ANY = new Part("/", false, true, false);
        private static final Part FOLDERS = new Part("/", false, true, true);

        boolean matches(char character) {
            if (characters.length() < 2) {
                return character != '/' || !characters.isEmpty();
            }
            boolean isIn = false;
            for (int i = 0; i < characters.length(); i += 2) {
                isIn |= character >= characters.charAt(i) && character <= characters.charAt(i + 1);
            }
            return isIn != negated;
        }
    }

    /** Reads a pattern; fails if a bracket or a brace is not closed, or there are too many alternatives. */
    Glob(String pattern) {
        if (pattern.length() > MAX_LENGTH) {
            throw new PatternSyntaxException("longer than " + MAX_LENGTH + " characters", pattern.substring(0, 40), 0);
        }
        List<String> expanded = new ArrayList<>();
        expand(pattern, pattern, expanded);
        expanded.forEach(one -> alternatives.add(parts(one)));
    }

    /** Adds the texts that a text with braces means; the innermost braces come first. */
    private static void expand(String text, String pattern, List<String> expanded) {
        int begin = -1;
        for (int i = 0; i < text.length(); i = next(text, i)) {
            if (text.charAt(i) == '{') {
                begin = i;
            } else if (text.charAt(i) == '}' && begin >= 0) {
                for (String choice : choices(text.substring(begin + 1, i))) {
                    expand(text.substring(0, begin) + choice + text.substring(i + 1), pattern, expanded);
                }
                return;
            }
        }
        if (begin >= 0) {
            throw new PatternSyntaxException("the { is not closed", pattern, begin);
        }
        expanded.add(text);
        if (expanded.size() > MAX_ALTERNATIVES) {
            throw new PatternSyntaxException("more than " + MAX_ALTERNATIVES + " alternatives", pattern, -1);
        }
    }

    /** The texts between commas. */
    private static List<String> choices(String text) {
        List<String> choices = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < text.length(); i = next(text, i)) {
            if (text.charAt(i) == ',') {
                choices.add(text.substring(begin, i));
                begin = i + 1;
            }
        }
        choices.add(text.substring(begin));
        return choices;
    }

    /** The index after a character, a character with a backslash in front, or characters in brackets. */
    private static int next(String text, int at) {
        return switch (text.charAt(at)) {
            case '\\' -> at + 2;
            case '[' -> Math.max(text.indexOf(']', at + 2), at) + 1;
            default -> at + 1;
        };
    }

    private static List<Part> parts(String pattern) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < pattern.length()) {
            char sign = pattern.charAt(at);
            boolean isWhole = at == 0 || pattern.charAt(at - 1) == '/';
            if (isWhole && pattern.startsWith("**/", at)) {
                parts.add(Part.FOLDERS);
                at += 3;
            } else if (pattern.startsWith("**", at)) {
                parts.add(Part.ANY);
                at += 2;
            } else if (sign == '*') {
                parts.add(Part.NAME_PART);
                at++;
            } else if (sign == '?') {
                parts.add(Part.ONE);
                at++;
            } else if (sign == '[') {
                at = characters(pattern, at, parts);
            } else {
                at += sign == '\\' && at + 1 < pattern.length() ? 1 : 0;
                parts.add(new Part(String.valueOf(pattern.charAt(at)).repeat(2), false, false, false));
                at++;
            }
        }
        return parts;
    }

    private static int characters(String pattern, int begin, List<Part> parts) {
        int at = begin + 1;
        boolean negated = at < pattern.length() && (pattern.charAt(at) == '!' || pattern.charAt(at) == '^');
        at += negated ? 1 : 0;
        int first = at;
        StringBuilder ranges = new StringBuilder();
        while (at < pattern.length() && (pattern.charAt(at) != ']' || at == first)) {
            char from = pattern.charAt(at);
            boolean isRange =
                    at + 2 < pattern.length() && pattern.charAt(at + 1) == '-' && pattern.charAt(at + 2) != ']';
            ranges.append(from).append(isRange ? pattern.charAt(at + 2) : from);
            at += isRange ? 3 : 1;
        }
        if (at >= pattern.length()) {
            throw new PatternSyntaxException("the [ is not closed", pattern, begin);
        }
        parts.add(new Part(ranges.toString(), negated, false, false));
        return at + 1;
    }

    /** Whether the whole path matches; its parts are separated by {@code /}. */
    boolean matches(String path) {
        return alternatives.stream().anyMatch(parts -> matches(parts, path));
    }

    /** Whether the path, one of the folders that it is in, or a part of either from a name on matches. */
    boolean covers(String path) {
        int end = path.length();
        while (end > 0) {
            String folder = path.substring(0, end);
            int begin = 0;
            do {
                if (matches(folder.substring(begin))) {
                    return true;
                }
                begin = folder.indexOf('/', begin) + 1;
            } while (begin > 0);
            end = folder.lastIndexOf('/');
        }
        return false;
    }

    /** Matches all alternatives at once, keeping the set of parts that may match next. */
    private static boolean matches(List<Part> parts, String path) {
        boolean[] open = new boolean[parts.size() + 1];
        boolean[] next = new boolean[parts.size() + 1];
        open[0] = true;
        for (int i = 0; i < path.length(); i++) {
            boolean isBegin = i == 0 || path.charAt(i - 1) == '/';
            skip(parts, open, isBegin);
            Arrays.fill(next, false);
            for (int part = 0; part < parts.size(); part++) {
                if (open[part] && parts.get(part).matches(path.charAt(i))) {
                    next[parts.get(part).repeats() ? part : part + 1] = true;
                }
            }
            System.arraycopy(next, 0, open, 0, next.length);
        }
        skip(parts, open, path.endsWith("/"));
        return open[parts.size()];
    }

    /** Skips parts that may match nothing; a folder part ends only where a name begins. */
    private static void skip(List<Part> parts, boolean[] open, boolean isBegin) {
        for (int part = 0; part < parts.size(); part++) {
            boolean maySkip = parts.get(part).repeats && (isBegin || !parts.get(part).ofFolders);
            open[part + 1] |= open[part] && maySkip;
        }
    }
}
