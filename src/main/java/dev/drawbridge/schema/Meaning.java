package dev.drawbridge.schema;

import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the author of a mistake probably meant.
 *
 * @param hint what to do, as the end of a sentence; empty if nothing is likely
 * @param change the change that does it, if it has only one meaning; null otherwise
 * @param possible the names of the missing fields of its object that an unknown field may be meant for
 */
record Meaning(String hint, @Nullable Suggestion change, List<String> possible) {

    Meaning(String hint, @Nullable Suggestion change) {
        this(hint, change, List.of());
    }

    Meaning(String hint) {
        this(hint, null);
    }

    /** A meaning with a change at a position; without it if the value has no place in a text. */
    static Meaning at(@Nullable Position position, String hint, Function<Position, Suggestion> change) {
        return new Meaning(hint, position == null ? null : change.apply(position));
    }
}
