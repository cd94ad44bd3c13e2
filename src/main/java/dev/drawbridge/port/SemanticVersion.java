package dev.drawbridge.port;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A semantic version, ordered by precedence, which ignores the text after {@code +}. Versions are equal if their texts
 * are.
 *
 * <p>Source: semver.org 2.0.0, section 11; {@code github.com/blang/semver/v4}.
 */
public final class SemanticVersion implements Comparable<SemanticVersion> {

    private static final int PARTS = 3;
    private static final List<String> NAMES = List.of("Major", "Minor", "Patch");

    /** The digits of the largest number of 64 bits. */
    private static final int MAX_DIGITS = 20;

    private static final Pattern BUILD = Pattern.compile("[0-9a-zA-Z-]+");

    private final String text;
    private final List<BigInteger> numbers;
    private final List<String> preRelease;

    private SemanticVersion(String text) {
        this.text = text;
        String precedence = before(text, '+');
        numbers = List.of(before(precedence, '-').split("\\.")).stream()
                .map(BigInteger::new)
                .toList();
        preRelease = after(precedence, '-');
    }

    /** Whether the text is a version with numbers of any size. */
    public static boolean isVersion(String text) {
        return problem(text, false).isEmpty();
    }

    /** Parses a version; null if the text is not one, or one of its numbers needs more than 64 bits. */
    public static @Nullable SemanticVersion parse(String text) {
        return problem(text).isEmpty() ? new SemanticVersion(text) : null;
    }

    /**
     * Parses a version after normalization: it may begin with {@code v}, its numbers may have leading zeros, and if
     * nothing follows them there may be fewer than three. Null if the text is not one.
     *
     * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/semverlib.go}, normalizeAndParse.
     */
    public static @Nullable SemanticVersion normalized(String text) {
        String normal = normal(text);
        return normal == null ? null : parse(normal);
    }

    private static @Nullable String normal(String text) {
        String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", PARTS);
        String last = parts[parts.length - 1];
        if (parts.length < PARTS && (last.indexOf('-') >= 0 || last.indexOf('+') >= 0)) {
            return null;
        }
        StringBuilder normalized = new StringBuilder();
        for (int i = 0; i < PARTS; i++) {
            normalized.append(i == 0 ? "" : ".").append(i < parts.length ? withoutZeros(parts[i]) : "0");
        }
        return normalized.toString();
    }

    /** Why the text is not a version, in the words of the server. */
    public static String problem(String text) {
        return problem(text, true);
    }

    private static String problem(String text, boolean isBounded) {
        if (text.isEmpty()) {
            return "Version string empty";
        }
        String[] parts = text.split("\\.", PARTS);
        if (parts.length < PARTS) {
            return "No Major.Minor.Patch elements found";
        }
        String rest = before(parts[2], '+');
        String[] numbers = {parts[0], parts[1], before(rest, '-')};
        for (int i = 0; i < PARTS; i++) {
            String name = NAMES.get(i);
            if (!isNumber(numbers[i])) {
                return "Invalid character(s) found in " + name.toLowerCase(Locale.ROOT) + " number "
                        + Strconv.quoted(numbers[i]);
            }
            String problem = numberProblem(numbers[i], name + " number must not contain leading zeroes ", isBounded);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        for (String part : after(rest, '-')) {
            String problem = preReleaseProblem(part, isBounded);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        for (String part : after(parts[2], '+')) {
            if (!BUILD.matcher(part).matches()) {
                return part.isEmpty()
                        ? "Build meta data is empty"
                        : "Invalid character(s) found in build meta data " + Strconv.quoted(part);
            }
        }
        return "";
    }

    private static String preReleaseProblem(String part, boolean isBounded) {
        if (part.isEmpty()) {
            return "Prerelease is empty";
        }
        if (isNumber(part)) {
            return numberProblem(part, "Numeric PreRelease version must not contain leading zeroes ", isBounded);
        }
        return BUILD.matcher(part).matches() ? "" : "Invalid character(s) found in prerelease " + Strconv.quoted(part);
    }

    private static String numberProblem(String digits, String withZeros, boolean isBounded) {
        if (digits.length() > 1 && digits.charAt(0) == '0') {
            return withZeros + Strconv.quoted(digits);
        }
        boolean isLarge = digits.length() > MAX_DIGITS
                || digits.length() == MAX_DIGITS && new BigInteger(digits).bitLength() > Long.SIZE;
        return digits.isEmpty() || isBounded && isLarge
                ? "strconv.ParseUint: parsing " + Strconv.quoted(digits) + ": "
                        + (isLarge ? "value out of range" : "invalid syntax")
                : "";
    }

    /** Why the text is not a version after normalization, in the words of the server. */
    public static String normalizedProblem(String text) {
        String normal = normal(text);
        return normal == null ? "short version cannot contain PreRelease/Build meta data" : problem(normal);
    }

    private static String withoutZeros(String part) {
        int begin = 0;
        while (begin < part.length() - 1 && part.charAt(begin) == '0' && isDigit(part.charAt(begin + 1))) {
            begin++;
        }
        return part.length() > 1 && !isDigit(part.charAt(0)) ? "0" + part : part.substring(begin);
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(character -> isDigit((char) character));
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static String before(String text, char end) {
        int index = text.indexOf(end);
        return index < 0 ? text : text.substring(0, index);
    }

    /** The parts after the first of these characters; none if the text has none. */
    private static List<String> after(String text, char begin) {
        int index = text.indexOf(begin);
        return index < 0 ? List.of() : List.of(text.substring(index + 1).split("\\.", -1));
    }

    /** The version without the text after {@code +}. */
    public SemanticVersion withoutBuild() {
        return text.indexOf('+') < 0 ? this : new SemanticVersion(before(text, '+'));
    }

    /** One of the three numbers; index 0 is MAJOR. */
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

    private static int comparePart(String one, String other) {
        boolean isNumber = isNumber(one);
        boolean isOtherNumber = isNumber(other);
        if (isNumber && isOtherNumber) {
            return new BigInteger(one).compareTo(new BigInteger(other));
        }
        return isNumber != isOtherNumber
                ? Boolean.compare(isOtherNumber, isNumber)
                : Integer.signum(one.compareTo(other));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SemanticVersion that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
