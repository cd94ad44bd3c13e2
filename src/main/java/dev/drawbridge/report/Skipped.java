package dev.drawbridge.report;

import dev.drawbridge.field.Printable;
import java.util.Collection;

/**
 * A file, or an object in one, that was not checked.
 *
 * @param place the file, with line and column of an object
 * @param reason why, and what to do
 * @param cause what the summary counts it as, such as {@code with placeholders}; the reason if that is all
 * @param isListed whether it can have DRA objects or claims, as far as its words tell; others are only counted
 * @param isKnown whether the base skips it as well
 */
public record Skipped(String place, String reason, String cause, boolean isListed, boolean isKnown) {

    public Skipped(String place, String reason, String cause, boolean isListed) {
        this(place, reason, cause, isListed, false);
    }

    public Skipped(String place, String reason, boolean isListed) {
        this(place, reason, reason, isListed);
    }

    public String file() {
        int colon = place.indexOf(':', place.lastIndexOf('/') + 1);
        return colon < 0 ? place : place.substring(0, colon);
    }

    public static Skipped ofObject(String place, String object, String reason, String cause) {
        return new Skipped(place, (object + " " + reason).strip(), cause, true);
    }

    /** This, known if it is among those of the base. */
    public Skipped since(Collection<Skipped> base) {
        return new Skipped(place, reason, cause, isListed, isKnown || base.contains(this));
    }

    /** The cause, as the summary counts it. */
    String counted() {
        return cause.equals(reason) ? "for other reasons" : cause;
    }

    /** A file or an object that can have DRA objects or claims. */
    public Skipped(String place, String reason) {
        this(place, reason, true);
    }

    @Override
    public String toString() {
        return Printable.of(place + ": " + reason);
    }
}
