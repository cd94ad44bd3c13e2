package dev.drawbridge.driver;

import dev.drawbridge.document.ObjectValue;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The versions of a driver that its entry distinguishes, oldest first, and the selected one. A row of the entry (a
 * kind, a field, a rule, an attribute) is limited to some of them by {@code since} and {@code until}, both inclusive.
 */
public record DriverVersions(List<String> names, int chosen, Choice choice) {

    /** How the selected version was chosen. */
    enum Choice {
        /** The newest; the version in use is unknown. */
        NEWEST,
        NAMED,
        /** The newest; the user named a later one. */
        NEWER
    }

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,6}");
    private static final String SINCE = "since";
    private static final String UNTIL = "until";
    static final DriverVersions ALIKE = new DriverVersions(List.of(), 0, Choice.NEWEST);
    static final List<String> KEYWORDS = List.of(SINCE, UNTIL);

    static DriverVersions newest(List<String> names) {
        return new DriverVersions(List.copyOf(names), Math.max(0, names.size() - 1), Choice.NEWEST);
    }

    /**
     * Selects a version: {@code 25.8}, or a patch of it ({@code v25.8.1}); the newest if the given one is later than
     * all.
     *
     * @throws IllegalArgumentException with a message if the entry has no such version
     */
    DriverVersions at(String version) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("its entry does not distinguish versions");
        }
        String plain = version.startsWith("v") ? version.substring(1) : version;
        for (int i = 0; i < names.size(); i++) {
            if (plain.equals(names.get(i)) || plain.startsWith(names.get(i) + ".")) {
                return new DriverVersions(names, i, Choice.NAMED);
            }
        }
        if (isNewer(plain)) {
            return new DriverVersions(names, names.size() - 1, Choice.NEWER);
        }
        throw new IllegalArgumentException(
                "unknown version \"" + version + "\"; known versions: " + String.join(", ", names));
    }

    boolean isNewer() {
        return choice == Choice.NEWER;
    }

    /**
     * Whether a version is newer than the newest. Its first number may be smaller than that of others, as 0.4 came
     * after 25.12.
     */
    private boolean isNewer(String version) {
        int[] numbers = numbers(version);
        int[] newest = numbers(names.get(names.size() - 1));
        return numbers.length > 0
                && newest.length > 0
                && Arrays.compare(numbers, newest) > 0
                && (numbers[0] == newest[0]
                        || names.stream().allMatch(name -> Arrays.compare(numbers, numbers(name)) > 0));
    }

    /** The numbers of a version; empty if it does not begin with one. */
    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[.]", -1))
                .map(DIGITS::matcher)
                .takeWhile(Matcher::lookingAt)
                .mapToInt(digits -> Integer.parseInt(digits.group()))
                .toArray();
    }

    /** Whether the row exists in the selected version; an IllegalArgumentException if it names an unlisted one. */
    boolean has(ObjectValue row, String path) {
        int since = row.has(SINCE) ? index(row.string(SINCE), path + "." + SINCE) : 0;
        int until = row.has(UNTIL) ? index(row.string(UNTIL), path + "." + UNTIL) : Integer.MAX_VALUE;
        return since <= chosen && chosen <= until;
    }

    private int index(String version, String path) {
        int index = names.indexOf(version);
        if (index < 0) {
            throw new IllegalArgumentException(path + ": \"" + version + "\" is not in versions, which has " + names);
        }
        return index;
    }

    /** The versions that have the row, in words; empty if all have. */
    static String words(ObjectValue row) {
        return KEYWORDS.stream()
                .filter(row::has)
                .map(keyword -> keyword + " " + row.string(keyword))
                .collect(Collectors.joining(", "));
    }

    /** The version that counts, after a name; empty if all are alike. */
    String suffix() {
        return names.isEmpty() ? "" : " " + names.get(chosen);
    }
}
