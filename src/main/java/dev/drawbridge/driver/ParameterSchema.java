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
 * Absent lists and maps are empty; absent limits are null.
 */
record ParameterSchema(
        Documentation documentation,
        AllowedValues values,
        NumberLimits numbers,
        StringLimits strings,
        ListItems items,
        ObjectFields fields,
        Combinations combined,
        ParameterRules rules) {

    /**
     * What is only shown.
     *
     * @param versions the versions of the driver that have it, as text; empty if all have
     */
    record Documentation(String description, String versions) {}

    /**
     * The values that are allowed.
     *
     * @param types the allowed JSON types
     * @param format a format that is checked, such as {@code quantity}; empty for none
     * @param choices the allowed values
     */
    record AllowedValues(Set<String> types, String format, List<Value> choices) {}

    /** The limits of numbers. */
    record NumberLimits(
            @Nullable BigDecimal minimum,
            boolean isAboveMinimum,
            @Nullable BigDecimal maximum,
            boolean isBelowMaximum,
            @Nullable BigDecimal multipleOf) {}

    /**
     * The limits of strings.
     *
     * @param pattern a pattern of RE2, which takes linear time
     */
    record StringLimits(
            @Nullable Integer minLength,
            @Nullable Integer maxLength,
            @Nullable LinearPattern pattern) {}

    /**
     * The entries of lists.
     *
     * @param schema the schema of each entry
     */
    record ListItems(
            @Nullable ParameterSchema schema,
            @Nullable Integer minItems,
            @Nullable Integer maxItems,
            boolean uniqueItems) {}

    /**
     * The fields of objects.
     *
     * @param elsewhere fields that only other versions of the driver have, with these versions as text
     * @param additional the schema of other fields; null if they are not allowed
     * @param allowsAll whether other fields may have any value
     */
    record ObjectFields(
            Map<String, ParameterSchema> properties,
            Map<String, String> elsewhere,
            Map<LinearPattern, ParameterSchema> patternProperties,
            @Nullable ParameterSchema additional,
            boolean allowsAll,
            List<String> required,
            @Nullable Integer minProperties,
            @Nullable Integer maxProperties) {

        /** Whether unknown fields are errors. */
        boolean areClosed() {
            return !allowsAll && additional == null;
        }
    }

    /** Schemas for the same value. */
    record Combinations(
            List<ParameterSchema> allOf,
            List<ParameterSchema> anyOf,
            List<ParameterSchema> oneOf,
            @Nullable ParameterSchema not) {}
}
