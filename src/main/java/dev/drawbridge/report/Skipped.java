package dev.drawbridge.report;

import dev.drawbridge.field.Printable;

/**
 * A file, or an object in one, that was not checked.
 *
 * @param place the file, with line and column of an object
 * @param reason why, and what to do
 * @param isListed whether it can have DRA objects or claims, as far as its words tell; others are only counted
 */
public record Skipped(String place, String reason, boolean isListed) {

    /** A file or an object that can have DRA objects or claims. */
    public Skipped(String place, String reason) {
        this(place, reason, true);
    }

    @Override
    public String toString() {
        return Printable.of(place + ": " + reason);
    }
}
