package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A schema of parameters: the common part of JSON Schema and the structural schemas of CustomResourceDefinitions.
 * Absent lists and maps are empty.
 *
 * @param types the allowed JSON types
 * @param versions the versions of the driver that have it, as text; empty if all have
 * @param format a format that is checked, such as {@code quantity}; empty for none
 * @param elsewhere fields that only other versions of the driver have, with these versions as text
 * @param additional the schema of other fields; null if they are not allowed
 * @param allowsAll whether other fields may have any value
 * @param choices the allowed values
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

    /** Whether unknown fields are errors. */
    boolean isClosed() {
        return !allowsAll && additional == null;
    }
}
