package dev.drawbridge.constraint.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/** An RE2 regular expression, which matches in time linear in the text. */
public final class LinearPattern {

    private static final int MAX_LENGTH = 1_000;

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
            return new LinearPattern(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not supported by RE2 (linear-time matching): " + e.getMessage(), e);
        }
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
