package dev.drawbridge.field;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One error in one object: its type, path, value, the limit, and the rule.
 *
 * @param type the kind of mistake; with {@code path} it is what the API server would report
 * @param path the field as the user wrote it in that API version
 * @param badValue the offending value as short JSON; null if there is none to show
 * @param detail a sentence without the final period: the limit with its unit, and what to do
 * @param origin the machine name of the rule, such as {@code maxItems}; never null, stable between releases
 * @param position the value's place in the source; null if the source has no lines
 * @param within the place in the value's own text, such as an expression's; null if it is all of the value
 * @param found the number or amount that exceeds a limit; {@value #NO_LIMIT} for other errors
 */
public record FieldError(
        ErrorType type,
        FieldPath path,
        @Nullable String badValue,
        String detail,
        Origin origin,
        @Nullable Position position,
        @Nullable Position within,
        long found) {

    /** The value of {@code found} for errors that exceed no limit. */
    public static final long NO_LIMIT = -1;

    /** A mistake that exceeds no limit. */
    public FieldError(
            ErrorType type,
            FieldPath path,
            @Nullable String badValue,
            String detail,
            Origin origin,
            @Nullable Position position) {
        this(type, path, badValue, detail, origin, position, null, NO_LIMIT);
    }

    /** A mistake without a value to show. */
    public FieldError(ErrorType type, FieldPath path, String detail, Origin origin, @Nullable Position position) {
        this(type, path, null, detail, origin, position, null, NO_LIMIT);
    }

    /** A copy at this position. */
    public FieldError at(@Nullable Position place) {
        return new FieldError(type, path, badValue, detail, origin, place, within, found);
    }

    /** A copy with another detail. */
    public FieldError saying(String sentence) {
        return new FieldError(type, path, badValue, sentence, origin, position, within, found);
    }

    /** A sentence for users, without the path: {@code "x" must be no more than 63 characters}. */
    public String message() {
        return badValue == null ? detail : badValue + ": " + detail;
    }

    /** Without {@code within} and {@code found}: errors that differ only in these are reported once. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldError that
                && type == that.type
                && origin == that.origin
                && path.equals(that.path)
                && Objects.equals(badValue, that.badValue)
                && detail.equals(that.detail)
                && Objects.equals(position, that.position);
    }

    @Override
    public int hashCode() {
        return 31 * path.hashCode() + origin.hashCode();
    }

    @Override
    public String toString() {
        return path + ": " + message() + " (" + type + ", " + origin + ")";
    }
}
