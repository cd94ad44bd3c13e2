package dev.drawbridge.report;

import dev.drawbridge.field.Printable;

/**
 * A file, or an object in one, that was not checked.
 *
 * @param place the file, with line and column of an object
 * @param reason why, and what to do
 */
public record Skipped(String place, String reason) {

    @Override
    public String toString() {
        return Printable.of(place + ": " + reason);
    }
}
