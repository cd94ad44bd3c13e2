package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;

/** Limit on the number of values in a stream's documents, with aliases expanded. */
final class UnfoldingLimit {

    private static final long MIN_VALUES = 10_000;

    private final long maxValues;
    private long values;

    /** One value per byte, which only aliases can exceed; small texts may have a few more. */
    UnfoldingLimit(long bytes) {
        maxValues = Math.max(MIN_VALUES, bytes);
    }

    void count(long more, Position place) {
        values += more;
        if (values > maxValues) {
            throw new YamlException("aliases expand to more than " + maxValues + " values", place);
        }
    }

    boolean isExceeded() {
        return values > maxValues;
    }

    long values() {
        return values;
    }
}
