package dev.drawbridge.fit.cause;

import dev.drawbridge.field.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Sentences with values. */
public final class Words {

    private static final int MAX_VALUES = 5;
    private static final int MAX_NAMES = 3;

    /** A number of things, such as {@code 1 device}. */
    public record Count(long count, String noun) {

        @Override
        public String toString() {
            return Printable.count(count, noun);
        }
    }

    /** A number with its verb: {@code 1 is}, {@code 2 are}. */
    public record Verb(long count, String one, String many) {

        @Override
        public String toString() {
            return count + " " + (count == 1 ? one : many);
        }
    }

    /** A list shortened to its first names, and the number of the others. */
    public record Names(List<String> all) {

        @Override
        public String toString() {
            return Printable.first(MAX_NAMES, all);
        }
    }

    /** The number of devices with each value, the most frequent first. */
    public record Values(Map<String, Long> counts) {

        @Override
        public String toString() {
            List<String> parts = counts.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                    .map(entry -> entry.getKey() + " on " + entry.getValue())
                    .toList();
            int shown = Math.min(parts.size(), MAX_VALUES);
            return String.join(", ", parts.subList(0, shown))
                    + (shown < parts.size() ? ", and " + (parts.size() - shown) + " other values" : "");
        }
    }

    private Words() {}

    /** The sentence with these values; a list is its entries with commas. */
    static String of(String sentence, List<?> values) {
        List<Object> printed = new ArrayList<>();
        for (Object value : values) {
            printed.add(
                    value instanceof List<?> list
                            ? String.join(
                                    ", ", list.stream().map(String::valueOf).toList())
                            : value);
        }
        return sentence.formatted(printed.toArray());
    }
}
