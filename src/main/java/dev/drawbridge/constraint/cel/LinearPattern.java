package dev.drawbridge.constraint.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/** An RE2 regular expression, which matches in time linear in the text. */
public final class LinearPattern {

    private static final int MAX_LENGTH = 1_000;

    /** RE2J folds the case of U+1C80 to U+1C88 in an endless loop, as characters and as parts of ranges. */
    private static final int FIRST_ENDLESS = 0x1C80;

    private static final int LAST_ENDLESS = 0x1C88;
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
        }
    }

    /**
     * Compiles an expression of any length.
     *
     * @throws PatternSyntaxException also for one that RE2J would compile endlessly
     */
    static Pattern compile(String expression) {
        if (FOLDING.matcher(expression).find() && isEndless(expression)) {
            throw new PatternSyntaxException(Unknown.ERROR + "the upper case of U+1C80 to U+1C88", expression);
        }
        return Pattern.compile(expression);
    }

    private static boolean isEndless(String expression) {
        StringBuffer text = new StringBuffer();
        Matcher escaped = ESCAPED.matcher(expression);
        while (escaped.find()) {
            int point = Math.min(Character.MAX_CODE_POINT, Integer.parseInt(escaped.group(1), 16));
            escaped.appendReplacement(text, Matcher.quoteReplacement(Character.toString(point)));
        }
        int[] points = escaped.appendTail(text).codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            boolean isRange = i > 1 && points[i - 1] == '-';
            if (points[i] >= FIRST_ENDLESS && (isRange ? points[i - 2] : points[i]) <= LAST_ENDLESS) {
                return true;
            }
        }
        return false;
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
