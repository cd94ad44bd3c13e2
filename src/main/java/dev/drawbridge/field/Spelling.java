package dev.drawbridge.field;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Suggestions for misspelled names. */
public final class Spelling {

    /** Number of letters for which one edit is tolerated. */
    private static final int LETTERS_PER_MISTAKE = 4;

    /** The letters of com, org, net, dev, io. */
    private static final int TOP_LEVEL_LETTERS = 3;

    private static final int MIN_LETTERS = 3;
    private static final int MAX_LETTERS = 64;
    private static final int MAX_NAMES = 3;

    /** Before each word of a name in camel case, except the first. */
    private static final String WORDS = "(?<=.)(?=[A-Z])";

    private Spelling() {}

    /** The name that is written most like this one, whatever the case of its letters; null if none is like it. */
    public static @Nullable String nearest(String name, Collection<String> names) {
        List<String> alike = alike(name, names);
        return alike.isEmpty() ? null : alike.get(0);
    }

    /** The name nearest to this one; null if two are equally near. */
    public static @Nullable String only(String name, Collection<String> names) {
        List<String> alike = alike(name, names);
        return alike.size() == 1 ? alike.get(0) : null;
    }

    /** The names with the fewest mistakes, if these are few enough. */
    public static List<String> alike(String name, Collection<String> names) {
        if (names.contains(name)) {
            return List.of(name);
        }
        List<String> alike = new ArrayList<>();
        String wanted = name.toLowerCase(Locale.ROOT);
        int fewest = Math.max(1, name.length() / LETTERS_PER_MISTAKE);
        for (String one : name.length() < MIN_LETTERS || name.length() > MAX_LETTERS ? List.<String>of() : names) {
            String known = one.toLowerCase(Locale.ROOT);
            int mistakes = wanted.contains(".") && known.contains(".")
                    ? ofLabels(wanted, known, fewest)
                    : mistakes(wanted, known, fewest);
            if (mistakes < fewest) {
                alike.clear();
                fewest = mistakes;
            }
            if (mistakes == fewest && !alike.contains(one)) {
                alike.add(one);
            }
        }
        return alike;
    }

    /**
     * The mistakes in a name of labels, such as a driver's, up to a maximum: a driver of another name is no
     * misspelling, however few letters differ. One label is right; the others are misspelled, or the top-level
     * domain.
     */
    private static int ofLabels(String one, String other, int most) {
        boolean isPart = other.startsWith(one + ".") || one.startsWith(other + "/");
        if (isPart || one.replaceAll("[.-]", "").equals(other.replaceAll("[.-]", ""))) {
            return 1;
        }
        String[] labels = one.split("[./]", -1);
        String[] others = other.split("[./]", -1);
        int domain = one.replaceFirst("/.*", "").split("\\.", -1).length - 1;
        int all = 0;
        int wrong = 0;
        for (int i = 0; i < labels.length && labels.length == others.length; i++) {
            if (!labels[i].equals(others[i])) {
                wrong++;
                boolean isTopLevel =
                        i == domain && Math.max(labels[i].length(), others[i].length()) <= TOP_LEVEL_LETTERS;
                all += isTopLevel ? 1 : ofLabel(labels[i], others[i], i == 0);
            }
        }
        return labels.length == others.length && wrong < labels.length && all <= most ? all : most + 1;
    }

    /** The mistakes in a label; {@link #MAX_LETTERS} if it is another word: the first letter and the digits agree. */
    private static int ofLabel(String one, String other, boolean isFirst) {
        int mistakes = mistakes(one, other);
        // Such as k8s for x-k8s.
        boolean lacksWord = !isFirst && (one.endsWith("-" + other) || other.endsWith("-" + one));
        boolean isSwapped = one.length() > 1 && other.startsWith(one.substring(1, 2) + one.charAt(0));
        boolean isWord = !one.replaceAll("[^0-9]", "").equals(other.replaceAll("[^0-9]", ""))
                || common(one, other) == 0 && !isSwapped
                || mistakes > Math.max(1, one.length() / LETTERS_PER_MISTAKE);
        return isWord && !lacksWord ? MAX_LETTERS : mistakes;
    }

    /**
     * Names in camel case, and names made of their words, each with the name that is meant. A name made of their words
     * is not a misspelling: it lacks a word, or has one of another name, least likely the last: a {@code DeviceClaim}
     * is a {@code ResourceClaim} rather than a {@code DeviceClass}.
     */
    public static Map<String, String> byWords(Collection<String> names) {
        Map<String, String> meant = new LinkedHashMap<>();
        names.forEach(name -> meant.put(name, name));
        Set<String> words = new LinkedHashSet<>();
        names.forEach(name -> words.addAll(List.of(name.split(WORDS))));
        names.forEach(name -> change(name, 0, name.length(), Set.of(""), meant));
        names.forEach(name -> change(name, 0, lastWord(name), words, meant));
        names.forEach(name -> change(name, lastWord(name), name.length(), words, meant));
        return meant;
    }

    private static int lastWord(String name) {
        String[] words = name.split(WORDS);
        return name.length() - words[words.length - 1].length();
    }

    /** Adds the name with another word in place of each of its words in a range. */
    private static void change(String name, int begin, int end, Set<String> words, Map<String, String> meant) {
        for (String own :
                begin == end ? new String[0] : name.substring(begin, end).split(WORDS)) {
            words.forEach(word -> meant.putIfAbsent(name.replace(own, word), name));
        }
    }

    /** {@code ; did you mean NAME?}, to be at the end of a sentence; empty if no name is like it. */
    public static String hint(String name, Collection<String> names) {
        String nearest = nearest(name, names);
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    /** As {@link #hint}; if no name is like it, the only one that has the word at an end, or all that contain it. */
    public static String hintOfPart(String word, Collection<String> names) {
        String hint = hint(word, names);
        String part = word.toLowerCase(Locale.ROOT);
        List<String> having = names.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).contains(part))
                .toList();
        List<String> ending = having.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).endsWith(part))
                .toList();
        List<String> meant = ending.size() == 1 ? ending : having;
        boolean isVague = !hint.isEmpty() || part.length() < MIN_LETTERS || meant.isEmpty() || meant.size() > MAX_NAMES;
        return isVague ? hint : "; did you mean " + String.join(" or ", meant) + "?";
    }

    /** The edit distance (insertion, deletion, substitution, transposition) of two names; case counts. */
    public static int distance(String one, String other) {
        return one.length() > MAX_LETTERS || other.length() > MAX_LETTERS
                ? Math.max(one.length(), other.length())
                : mistakes(one, other);
    }

    /**
     * Letters that are missing, too many, others, or swapped with the next: the distance of Damerau and Levenshtein,
     * in its restricted form.
     */
    static int mistakes(String one, String other) {
        return mistakes(one, other, Integer.MAX_VALUE);
    }

    /** The edit distance up to a maximum; any higher number if the names are further apart. */
    static int mistakes(String one, String other, int most) {
        int width = Math.min(most, one.length() + other.length());
        boolean isFar = Math.abs(one.length() - other.length()) > width
                // A mistake adds a letter to the set, takes one out, or both.
                || Long.bitCount(letters(one) ^ letters(other)) > 2 * width;
        return isFar ? width + 1 : Math.min(distance(one, other, width), width + 1);
    }

    /** The edit distance; the highest number if the first letters of a name already have more mistakes than this. */
    public static int distance(String one, String other, int most) {
        int[][] upTo = new int[3][other.length() + 1];
        Arrays.setAll(upTo[0], j -> j);
        for (int i = 1; i <= one.length(); i++) {
            if (next(upTo, i, one, other) > most) {
                return Integer.MAX_VALUE;
            }
        }
        return upTo[one.length() % upTo.length][other.length()];
    }

    /**
     * Fills the row of one more letter, and returns its fewest mistakes: with more letters there are not fewer.
     *
     * @param upTo the mistakes between the first letters of both names; of the rows, at least the last two
     */
    static int next(int[][] upTo, int letters, String one, String other) {
        int[] row = upTo[letters % upTo.length];
        int[] before = upTo[(letters - 1) % upTo.length];
        char last = one.charAt(letters - 1);
        row[0] = letters;
        int least = letters;
        for (int j = 1; j < row.length; j++) {
            int same = before[j - 1] + (last == other.charAt(j - 1) ? 0 : 1);
            row[j] = Math.min(same, Math.min(before[j], row[j - 1]) + 1);
            boolean isSwapped = letters > 1
                    && j > 1
                    && last == other.charAt(j - 2)
                    && one.charAt(letters - 2) == other.charAt(j - 1);
            row[j] = isSwapped ? Math.min(row[j], upTo[(letters - 2) % upTo.length][j - 2] + 1) : row[j];
            least = Math.min(least, row[j]);
        }
        return least;
    }

    /** The number of letters with which both names begin. */
    public static int common(String one, String other) {
        int mismatch = Arrays.mismatch(one.toCharArray(), other.toCharArray());
        return mismatch < 0 ? one.length() : mismatch;
    }

    /** The letters of a name as bits, of which different letters may share one. */
    static long letters(String name) {
        long letters = 0;
        for (int i = 0; i < name.length(); i++) {
            letters |= 1L << name.charAt(i);
        }
        return letters;
    }
}
