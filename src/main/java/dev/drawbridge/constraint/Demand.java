package dev.drawbridge.constraint;

import dev.drawbridge.field.Origin;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a rule demands, for people.
 *
 * @param origin the rule
 * @param text a sentence without its end, such as {@code must be no more than 32 items}
 * @param example null where the text says it all, as for a limit
 * @param keywords what of it JSON Schema can say: every value that meets the demand, or counts as not set, meets these
 */
public record Demand(
        Origin origin,
        String text,
        Map<String, Object> keywords,
        @Nullable Example example) {

    /**
     * A value that meets the demand, and one that does not, as YAML; other fields of an object are left out.
     *
     * @param stored what both update; null where they are created
     */
    public record Example(
            String valid, String invalid, @Nullable String stored) {}

    /** A demand that JSON Schema cannot say. */
    public Demand(Origin origin, String text) {
        this(origin, text, Map.of());
    }

    /** A demand without an example. */
    public Demand(Origin origin, String text, Map<String, Object> keywords) {
        this(origin, text, keywords, null);
    }

    /** The same with an example. */
    public Demand example(String valid, String invalid) {
        return new Demand(origin, text, keywords, new Example(valid, invalid, null));
    }

    /** The same with an example of updates. */
    public Demand example(String valid, String invalid, String stored) {
        return new Demand(origin, text, keywords, new Example(valid, invalid, stored));
    }

    /** That a value is what the rule, of a format, says. */
    static Demand of(Origin format) {
        return of(format, Map.of());
    }

    /** The same with its keywords. */
    static Demand of(Origin format, Map<String, Object> keywords) {
        String description = format.description().replaceFirst("\\.$", "");
        return new Demand(
                format,
                "must be " + description.substring(0, 1).toLowerCase(Locale.ROOT) + description.substring(1),
                keywords);
    }

    /** The same about a part of the value. */
    public Demand about(String part) {
        return new Demand(origin, part + " " + text);
    }

    /** Whether a demand of an object is about this field of it: its text names them. */
    public boolean names(String field) {
        return Pattern.compile("\\b" + Pattern.quote(field) + "\\b")
                .matcher(text)
                .find();
    }
}
