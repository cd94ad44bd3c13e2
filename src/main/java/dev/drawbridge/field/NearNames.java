package dev.drawbridge.field;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Names among which the one is found that another is most likely a misspelling of. {@link Spelling} has a hint for a
 * name that is wrong; this is for names that may be right, so that names that people choose on purpose are not near
 * each other:
 *
 * <ul>
 *   <li>names of a series, which differ only in digits, or in a letter between dashes or dots: {@code gpu-1} and {@code
 *       gpu-2}, {@code pool-a} and {@code pool-b};
 *   <li>names with another short word: {@code cpu-claim} and {@code gpu-claim}, {@code us-east} and {@code us-west}.
 * </ul>
 *
 * <p>Fast among many: names are sorted, and all that begin with letters unlike the name's are passed over at once.
 * Threads may search at a time, while no name is added.
 */
public final class NearNames {

    private static final int MOST_MISTAKES = 2;
    private static final int MIN_LETTERS = 3;
    private static final int MAX_LETTERS = 253;

    /** A word this long with another letter in it is another word. */
    private static final int SHORT_WORD = 3;

    private static final int LETTERS_PER_MISTAKE = 4;

    /** A name in lower case, and the number of letters with which the name before it begins, too. */
    private record Known(String name, String lower, int common) {}

    private final List<String> names = new ArrayList<>();

    /** The names in the order of their letters; null until a search needs it. */
    private volatile Known @Nullable [] sorted;

    /** No names yet. */
    public NearNames() {}

    /** Contains these names. */
    public NearNames(Iterable<String> names) {
        names.forEach(this::add);
    }

    /** Adds a name. */
    public void add(String name) {
        names.add(name);
        sorted = null;
    }

    private Known[] sorted() {
        Known[] known = sorted;
        if (known == null) {
            List<Known> all = new ArrayList<>();
            names.stream()
                    .map(name -> new Known(name, name.toLowerCase(Locale.ROOT), 0))
                    .sorted(Comparator.comparing(Known::lower))
                    .forEach(one -> all.add(new Known(
                            one.name,
                            one.lower,
                            all.isEmpty() ? 0 : Spelling.common(one.lower, all.get(all.size() - 1).lower))));
            known = all.toArray(Known[]::new);
            sorted = known;
        }
        return known;
    }

    /** The name that is most likely meant by another; null if none is near. */
    public @Nullable String nearest(String name) {
        return nearest(name, any -> true);
    }

    /**
     * The name that is most likely meant by another; null if none is near.
     *
     * @param isPossible whether a name may be meant
     */
    public @Nullable String nearest(String name, Predicate<String> isPossible) {
        if (name.length() < MIN_LETTERS || name.length() > MAX_LETTERS) {
            return null;
        }
        String wanted = name.toLowerCase(Locale.ROOT);
        String nearest = null;
        int fewest = MOST_MISTAKES + 1;
        // The mistakes between the first letters of a name, by their number, and those of the wanted one.
        int[][] upTo = new int[wanted.length() + MOST_MISTAKES + 2][wanted.length() + 1];
        Arrays.setAll(upTo[0], j -> j);
        int valid = 0;
        boolean isFar = false;
        for (Known one : sorted()) {
            if (isFar && one.common >= valid) {
                continue;
            }
            isFar = false;
            valid = Math.min(valid, one.common);
            while (valid < one.lower.length() && !isFar) {
                valid++;
                isFar = valid == upTo.length - 1 || Spelling.next(upTo, valid, one.lower, wanted) > MOST_MISTAKES;
            }
            boolean isLike = !isFar && upTo[valid][wanted.length()] < fewest;
            int mistakes = isLike ? mistakes(wanted, one.lower, upTo[valid][wanted.length()]) : fewest;
            if (mistakes < fewest && isPossible.test(one.name)) {
                nearest = one.name;
                fewest = mistakes;
            }
        }
        return nearest;
    }

    /** The number of edits, or too many if the names belong to a series or consist of different words. */
    private static int mistakes(String one, String other, int edits) {
        if (one.equals(other)) {
            return 0;
        }
        // Names of a series are the most common neighbours, and cheap to recognize.
        if (isSameButForDigits(one, other)) {
            return MOST_MISTAKES + 1;
        }
        String[] words = one.split("[-./]", -1);
        String[] others = other.split("[-./]", -1);
        if (words.length != others.length) {
            // A separator is missing, too many, or another one; not a word.
            return withoutSeparators(one).equals(withoutSeparators(other)) ? edits : MOST_MISTAKES + 1;
        }
        boolean isMisspelled = Arrays.equals(words, others);
        for (int i = 0; i < words.length; i++) {
            if (!isOfSeries(words[i], others[i])) {
                if (!isMisspelled(words[i], others[i])) {
                    return MOST_MISTAKES + 1;
                }
                isMisspelled = true;
            }
        }
        return isMisspelled ? edits : MOST_MISTAKES + 1;
    }

    private static String withoutSeparators(String name) {
        return name.replaceAll("[-./]", "");
    }

    /** Whether two words differ only in digits, or are single letters used as a counter. */
    private static boolean isOfSeries(String word, String other) {
        return word.equals(other) || word.length() == 1 && other.length() == 1 || isSameButForDigits(word, other);
    }

    /** Whether two texts are equal when each number counts as one character. */
    private static boolean isSameButForDigits(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            boolean areDigits = isDigit(one.charAt(i)) && isDigit(other.charAt(j));
            if (!areDigits && one.charAt(i) != other.charAt(j)) {
                return false;
            }
            i = areDigits ? afterDigits(one, i) : i + 1;
            j = areDigits ? afterDigits(other, j) : j + 1;
        }
        return i == one.length() && j == other.length();
    }

    private static int afterDigits(String text, int from) {
        int i = from;
        while (i < text.length() && isDigit(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isDigit(char one) {
        return one >= '0' && one <= '9';
    }

    private static boolean isMisspelled(String word, String other) {
        int longer = Math.max(word.length(), other.length());
        int shorter = Math.min(word.length(), other.length());
        boolean isOtherWord = longer <= SHORT_WORD && longer == shorter && !isOfSameLetters(word, other);
        return shorter > 1
                && !isOtherWord
                && Spelling.mistakes(word, other) <= Math.max(1, longer / LETTERS_PER_MISTAKE);
    }

    private static boolean isOfSameLetters(String word, String other) {
        char[] letters = word.toCharArray();
        char[] others = other.toCharArray();
        Arrays.sort(letters);
        Arrays.sort(others);
        return Arrays.equals(letters, others);
    }
}
