package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;

/** How many values a stream's documents may have in all, those that aliases repeat included. */
final class UnfoldingLimit {

    private static final long MIN_VALUES = 10_000;

    private final long maxValues;
    private long values;

    /** One value a byte, which no text has without aliases; small texts may have some more. */
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

    /** How many there have been so far. */
    long values() {
        return values;
    }
}
