package dev.drawbridge.constraint.content;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A semantic version, ordered by precedence: what follows {@code +} does not count.
 *
 * <p>Source: semver.org 2.0.0, section 11; {@code github.com/blang/semver/v4}.
 */
public final class SemanticVersion implements Comparable<SemanticVersion> {

    private static final Pattern LEADING_ZEROS = Pattern.compile("(?<=^|\\.)0+(?=\\d)");

    private final String text;
    private final List<BigInteger> numbers;
    private final List<String> preRelease;

    private SemanticVersion(String text) {
        this.text = text;
        String precedence = before(text, '+');
        int dash = precedence.indexOf('-');
        numbers = List.of(before(precedence, '-').split("\\.")).stream()
                .map(BigInteger::new)
                .toList();
        preRelease =
                dash < 0 ? List.of() : List.of(precedence.substring(dash + 1).split("\\."));
    }

    /** The version that the text is; null where it is none. */
    public static @Nullable SemanticVersion parse(String text) {
        return Versions.semantic(text) == null ? new SemanticVersion(text) : null;
    }

    /** The same of a text that may begin with {@code v}, have fewer than three numbers, and zeros in front of them. */
    public static @Nullable SemanticVersion normalized(String text) {
        String plain = text.startsWith("v") ? text.substring(1) : text;
        int end = 0;
        while (end < plain.length() && plain.charAt(end) != '-' && plain.charAt(end) != '+') {
            end++;
        }
        String numbers = LEADING_ZEROS.matcher(plain.substring(0, end)).replaceAll("");
        int parts = numbers.split("\\.", -1).length;
        return parse(numbers + ".0".repeat(Math.max(0, 3 - parts)) + plain.substring(end));
    }

    private static String before(String text, char end) {
        int index = text.indexOf(end);
        return index < 0 ? text : text.substring(0, index);
    }

    /** One of the three numbers: 0 is MAJOR. */
    public long number(int index) {
        return numbers.get(index).longValue();
    }

    @Override
    public int compareTo(SemanticVersion other) {
        for (int i = 0; i < numbers.size(); i++) {
            int byNumber = numbers.get(i).compareTo(other.numbers.get(i));
            if (byNumber != 0) {
                return byNumber;
            }
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
            int byPart = comparePart(preRelease.get(i), other.preRelease.get(i));
            if (byPart != 0) {
                return byPart;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    /** Numbers come before texts. */
    private static int comparePart(String one, String other) {
        boolean isNumber = one.chars().allMatch(c -> c >= '0' && c <= '9');
        boolean isOtherNumber = other.chars().allMatch(c -> c >= '0' && c <= '9');
        if (isNumber && isOtherNumber) {
            return new BigInteger(one).compareTo(new BigInteger(other));
        }
        return isNumber != isOtherNumber
                ? Boolean.compare(isOtherNumber, isNumber)
                : Integer.signum(one.compareTo(other));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SemanticVersion that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return numbers.hashCode() * 31 + preRelease.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
