package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A schema of parameters: what JSON Schema and the structural schemas of CustomResourceDefinitions have in common. All
 * lists and maps are empty if nothing is said.
 *
 * @param types the JSON types that a value may have
 * @param versions the versions of the driver that have it, in words; empty if all have
 * @param format a format that is checked, such as {@code quantity}; empty for none
 * @param elsewhere fields that other versions of the driver have, with these versions in words
 * @param additional the schema of fields that are not named; null if there are none
 * @param allowsAll whether fields that are not named may be anything
 * @param choices the values that it may be
 * @param pattern a pattern of RE2, which takes linear time
 */
record ParameterSchema(
        Set<String> types,
        String versions,
        String format,
        String description,
        Map<String, ParameterSchema> properties,
        Map<String, String> elsewhere,
        Map<LinearPattern, ParameterSchema> patternProperties,
        @Nullable ParameterSchema additional,
        boolean allowsAll,
        List<String> required,
        @Nullable ParameterSchema items,
        List<Value> choices,
        @Nullable LinearPattern pattern,
        Bounds bounds,
        List<ParameterSchema> allOf,
        List<ParameterSchema> anyOf,
        List<ParameterSchema> oneOf,
        @Nullable ParameterSchema not,
        ParameterRules rules) {

    /** Limits; null if there is none. */
    record Bounds(
            @Nullable BigDecimal minimum,
            boolean isAboveMinimum,
            @Nullable BigDecimal maximum,
            boolean isBelowMaximum,
            @Nullable BigDecimal multipleOf,
            @Nullable Integer minLength,
            @Nullable Integer maxLength,
            @Nullable Integer minItems,
            @Nullable Integer maxItems,
            boolean uniqueItems,
            @Nullable Integer minProperties,
            @Nullable Integer maxProperties) {}

    /** Whether a field that is not named is a mistake. */
    boolean isClosed() {
        return !allowsAll && additional == null;
    }
}
