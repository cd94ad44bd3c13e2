package dev.drawbridge.constraint.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/** A regular expression of RE2, which takes time in proportion to the text, whatever it says. */
public final class LinearPattern {

    private static final int MAX_LENGTH = 1_000;

    private final Pattern pattern;

    private LinearPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles the expression.
     *
     * @throws IllegalArgumentException with a sentence where RE2 does not have it, or it is long
     */
    public static LinearPattern of(String expression) {
        if (expression.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("must be no more than " + MAX_LENGTH + " characters");
        }
        try {
            return new LinearPattern(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("RE2, which takes linear time, does not have it: " + e.getMessage(), e);
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
