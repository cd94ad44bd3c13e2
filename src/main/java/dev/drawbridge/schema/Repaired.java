package dev.drawbridge.schema;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An object whose unambiguous mistakes were fixed. Values with a position are from the original object.
 *
 * @param object the object; the original if nothing was fixed
 * @param repairs the fixes, in the order of the object
 */
public record Repaired(ObjectValue object, List<Repair> repairs) {

    private static final Comparator<Repair> BY_PLACE = Comparator.comparing(
            Repair::position,
            Comparator.nullsFirst(Comparator.comparingInt(Position::line).thenComparingInt(Position::column)));

    public Repaired {
        repairs = repairs.stream().sorted(BY_PLACE).toList();
    }

    /** The kind of repair. */
    public enum Kind {
        /** Quotes that are missing, or too many. */
        QUOTES,
        /** A value that is spelled nearly as an allowed one. */
        VALUE,
        /** A field that is spelled nearly as another, be it one level down. */
        NAME,
        /** A field in the wrong place, with all that it holds. */
        PLACE,
        /** The second of two equal entries. */
        DUPLICATE,
        /** A field that exists nowhere, which is removed. */
        REMOVED
    }

    /**
     * A fixed mistake.
     *
     * @param kind the kind of mistake
     * @param position its position; null if the reader kept none
     * @param what the fix, such as {@code moved count into exactly}
     * @param isUnsafe whether it must be reviewed, since the text may have another meaning
     * @param value the value that is validated only since the fix; null if there is none
     */
    public record Repair(
            Kind kind,
            @Nullable Position position,
            String what,
            boolean isUnsafe,
            @Nullable Value value) {

        /** The identity of the repair within its object. */
        public String id() {
            return position + " " + what;
        }
    }

    /**
     * The wanted repairs.
     *
     * @param isUnsafe whether those are that a person must look at
     * @param isWanted whether the repair of this id is
     * @param written how the scalar at a position is written, such as {@code 0x10}; null if that is not known
     */
    public record Wish(boolean isUnsafe, Predicate<String> isWanted, Function<Position, @Nullable String> written) {}
}
