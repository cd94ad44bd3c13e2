package dev.drawbridge.driver;

import dev.drawbridge.document.ObjectValue;
import java.util.ArrayList;
import java.util.List;

/**
 * The versions of a driver that its entry distinguishes, the oldest first, and the one that counts. A row of the entry
 * (a kind, a field, a rule) says in which of them it is with {@code since} and {@code until}, both inclusive.
 */
public record DriverVersions(List<String> names, int chosen) {

    private static final String SINCE = "since";
    private static final String UNTIL = "until";

    /** Where all versions are alike. */
    static final DriverVersions ALIKE = new DriverVersions(List.of(), 0);

    /** What says in which versions a row is. */
    static final List<String> KEYWORDS = List.of(SINCE, UNTIL);

    /** The versions of an entry; the newest counts. */
    static DriverVersions newest(List<String> names) {
        return new DriverVersions(List.copyOf(names), Math.max(0, names.size() - 1));
    }

    /**
     * With this version: {@code 25.8}, or a patch of it ({@code v25.8.1}).
     *
     * @throws IllegalArgumentException with a sentence where the entry has no such version
     */
    DriverVersions at(String version) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("its versions are not distinguished");
        }
        String plain = version.startsWith("v") ? version.substring(1) : version;
        for (int i = 0; i < names.size(); i++) {
            if (plain.equals(names.get(i)) || plain.startsWith(names.get(i) + ".")) {
                return new DriverVersions(names, i);
            }
        }
        throw new IllegalArgumentException(
                "no version \"" + version + "\" is known; known versions: " + String.join(", ", names));
    }

    /**
     * Whether the row is in the version that counts.
     *
     * @throws IllegalArgumentException with a sentence where the row names a version that the entry does not list
     */
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

    /** The versions that have the row, in words; empty where all have. */
    static String words(ObjectValue row) {
        List<String> words = new ArrayList<>();
        for (String keyword : KEYWORDS) {
            if (row.has(keyword)) {
                words.add(keyword + " " + row.string(keyword));
            }
        }
        return String.join(", ", words);
    }

    /** The version that counts, after a name; empty where all are alike. */
    String suffix() {
        return names.isEmpty() ? "" : " " + names.get(chosen);
    }
}
