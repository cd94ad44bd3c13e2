package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.SelectorReads;
import dev.drawbridge.driver.PublishedDevices.PublishedName;
import dev.drawbridge.field.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks whether an expression uses an attribute by its type, and compares it with a value that a device has. */
final class AttributeUse {

    private static final Set<String> OF_VERSIONS = Set.of("major", "minor", "patch");
    private static final Set<String> OF_ORDER = Set.of("isLessThan", "isGreaterThan", "compareTo");
    // @formatter:off
    private static final Set<String> OF_STRINGS = Set.of(
        "startsWith", "endsWith", "contains", "matches", "lowerAscii", "upperAscii", "split", "substring", "replace",
        "trim", "charAt", "indexOf", "lastIndexOf", "find", "findAll", "semver", "quantity");
    // @formatter:on

    private static final Map<String, String> NAMES =
            Map.of("string", "a string", "int", "an int", "bool", "a bool", "version", "a version", "list", "a list");

    static @Nullable String problem(PublishedName name, SelectorReads.Use use) {
        String type = ofType(name, use);
        return type != null ? type : ofValue(name, use);
    }

    private static @Nullable String ofType(PublishedName name, SelectorReads.Use use) {
        if (name.types().isEmpty() || name.types().contains("list")) {
            return null;
        }
        String treated = treatedAs(use);
        if (treated == null || name.types().contains(treated)) {
            return null;
        }
        String is = name.id().qualified() + " is "
                + String.join(
                        " or ", name.types().stream().sorted().map(NAMES::get).toList());
        return is + ", not " + NAMES.get(treated) + hint(name, use);
    }

    private static String hint(PublishedName name, SelectorReads.Use use) {
        List<Object> constants = use.constants();
        Object constant = constants.isEmpty() ? null : constants.get(0);
        String read = name.id().expression();
        if (name.types().contains("version") && constant != null) {
            String version = String.valueOf(constant);
            String complete = version.matches("[0-9]+")
                    ? version + ".0.0"
                    : version.matches("[0-9]+[.][0-9]+") ? version + ".0" : version;
            return use.isEquality()
                    ? "; compare it with semver(\"" + complete + "\")"
                    : "; write " + read + ".compareTo(semver(\"" + complete + "\")) "
                            + use.function().replace("_", "") + " 0";
        }
        if (name.types().contains("version") && OF_STRINGS.contains(use.function())) {
            return use.function().equals("semver")
                    ? "; write " + read + " without semver()"
                    : "; compare it with semver(\"1.2.3\"), or use isGreaterThan, isLessThan or compareTo";
        }
        if (constant instanceof String text && !name.types().contains("version")) {
            return "; write " + text + " without quotes";
        }
        if (constant != null && name.types().contains("string")) {
            return "; write \"" + constant + "\"";
        }
        return "";
    }

    /** The type that the use expects; null if it may be several. */
    private static @Nullable String treatedAs(SelectorReads.Use use) {
        if (use.isComparison()) {
            return use.constants().isEmpty() ? null : ofConstants(use.constants());
        }
        if (OF_STRINGS.contains(use.function())) {
            return "string";
        }
        return OF_VERSIONS.contains(use.function()) || OF_ORDER.contains(use.function()) ? "version" : null;
    }

    private static @Nullable String ofConstants(List<Object> constants) {
        String type = null;
        for (Object constant : constants) {
            String one = constant instanceof String
                    ? "string"
                    : constant instanceof Boolean ? "bool" : constant instanceof Number ? "int" : null;
            if (one == null || type != null && !one.equals(type)) {
                return null;
            }
            type = one;
        }
        return type;
    }

    /**
     * The error in the constants; null if none is known. If other values are possible, only constants that differ in
     * case from a known value are errors.
     */
    private static @Nullable String ofValue(PublishedName name, SelectorReads.Use use) {
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
        return "no device has " + name.id().qualified() + " \"" + first + "\"; "
                + (meant == null ? "values: " + String.join(", ", values) : "did you mean \"" + meant + "\"?");
    }

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
