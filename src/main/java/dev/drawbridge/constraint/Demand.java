package dev.drawbridge.constraint;

import dev.drawbridge.field.Origin;
import java.util.Locale;

/**
 * What a rule demands, for people.
 *
 * @param origin the rule
 * @param text a sentence without its end, such as {@code must be no more than 32 items}
 */
public record Demand(Origin origin, String text) {

    /** That a value is what the rule, of a format, says. */
    static Demand of(Origin format) {
        String description = format.description().replaceFirst("\\.$", "");
        return new Demand(
                format, "must be " + description.substring(0, 1).toLowerCase(Locale.ROOT) + description.substring(1));
    }

    /** The same about a part of the value. */
    public Demand about(String part) {
        return new Demand(origin, part + " " + text);
    }
}
