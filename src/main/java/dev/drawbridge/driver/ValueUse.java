package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.SelectorReads;
import dev.drawbridge.driver.PublishedDevices.PublishedName;
import dev.drawbridge.field.Spelling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks whether an attribute is compared with a value that no device has. */
final class ValueUse {

    private ValueUse() {}

    /**
     * The error in the constants; null if none is known. If other values are possible, only constants that differ in
     * case from a known value are errors.
     */
    static @Nullable String problem(PublishedName name, SelectorReads.Use use) {
        if (!use.isEquality() || use.constants().isEmpty() || !name.types().contains("string")) {
            return null;
        }
        List<String> values = name.values().texts();
        for (Object constant : use.constants()) {
            if (!(constant instanceof String text) || values.contains(text)) {
                return null;
            }
        }
        String first = (String) use.constants().get(0);
        String other = inOtherCase(values, first);
        if (other == null && !name.values().areAll()) {
            return null;
        }
        String meant = other == null ? Spelling.nearest(first, values) : other;
        meant = meant == null ? onlyWith(values, first) : meant;
        if (!use.isRequired() && meant == null) {
            return null;
        }
        return "no device has " + name.qualified() + " \"" + first + "\"; "
                + (meant == null ? "values: " + String.join(", ", values) : "did you mean \"" + meant + "\"?");
    }

    /** The only value that contains the text as a word. */
    private static @Nullable String onlyWith(List<String> values, String text) {
        List<String> with = values.stream()
                .filter(value -> List.of(value.split(" ")).contains(text))
                .toList();
        return with.size() == 1 ? with.get(0) : null;
    }

    private static @Nullable String inOtherCase(List<String> values, String text) {
        return values.stream()
                .filter(value -> value.equalsIgnoreCase(text))
                .findFirst()
                .orElse(null);
    }
}
