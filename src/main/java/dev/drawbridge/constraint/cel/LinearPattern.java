package dev.drawbridge.constraint.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/** An RE2 regular expression, which matches in time linear in the text. */
public final class LinearPattern {

    private static final int MAX_LENGTH = 1_000;

    /** RE2J folds the case of U+1C80 to U+1C88 in an endless loop, as characters and as parts of ranges. */
    private static final Pattern ENDLESS =
            Pattern.compile("[\\x{1C80}-\\x{1C88}]|[\\x00-\\x{1C88}]-[\\x{1C80}-\\x{10FFFF}]");

    private static final Pattern FOLDING = Pattern.compile("\\(\\?[a-zA-Z]*i");
    private static final Pattern ESCAPED = Pattern.compile("\\\\x\\{0*([0-9a-fA-F]{1,6})\\}");

    private final Pattern pattern;

    private LinearPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles the expression.
     *
     * @throws IllegalArgumentException with a message if RE2 does not support it, or it is too long
     */
    public static LinearPattern of(String expression) {
        if (expression.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("must be no more than " + MAX_LENGTH + " characters");
        }
        try {
            return new LinearPattern(compile(expression));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not supported by RE2 (linear-time matching): " + e.getMessage(), e);
        } catch (Unknown.Used e) {
            throw new IllegalArgumentException("not supported by Drawbridge: " + expression, e);
        }
    }

    /**
     * Compiles an expression of any length. Counts of nested groups, which RE2J does not limit, are limited as in Go.
     *
     * @throws PatternSyntaxException with Go's message if Go refuses it
     * @throws Unknown.Used if only RE2J refuses it, or would compile it endlessly
     */
    static Pattern compile(String expression) {
        try {
            boolean isLimited = !expression.contains("){") || GoRegexp.problem(expression) == null;
            if (isLimited && !isEndless(expression)) {
                return Pattern.compile(expression);
            }
        } catch (PatternSyntaxException | StackOverflowError e) {
            // Go decides.
        }
        String problem = GoRegexp.problem(expression);
        if (problem != null) {
            throw new PatternSyntaxException(problem, expression);
        }
        throw new Unknown.Used("what the regular expression " + expression + " matches");
    }

    private static boolean isEndless(String expression) {
        if (!FOLDING.matcher(expression).find()) {
            return false;
        }
        StringBuffer text = new StringBuffer();
        Matcher escaped = ESCAPED.matcher(expression);
        while (escaped.find()) {
            int point = Math.min(Character.MAX_CODE_POINT, Integer.parseInt(escaped.group(1), 16));
            escaped.appendReplacement(text, Matcher.quoteReplacement(Character.toString(point)));
        }
        return ENDLESS.matcher(escaped.appendTail(text)).find();
    }

    /** Whether a part of the text matches. */
    public boolean isIn(String text) {
        return pattern.matcher(text).find();
    }

    @Override
    public String toString() {
        return pattern.pattern();
    }
}
