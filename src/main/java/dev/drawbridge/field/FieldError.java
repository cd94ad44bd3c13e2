package dev.drawbridge.field;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One error in one object: its type, path, value, the unmet demand, and how it could be fixed.
 *
 * @param type the kind of mistake; with {@code path} it is what the API server would report
 * @param path the field as the user wrote it in that API version
 * @param badValue the offending value as short JSON; null if there is none to show
 * @param demand the unmet demand, with a note on what was found or what to do
 * @param position the value's place in the source; null if the source has no lines
 * @param within the place in the value's own text, such as an expression's; null if it is all of the value
 * @param found the number or amount that exceeds a limit; {@value #NO_LIMIT} for other errors
 * @param suggestion a change that would remove the error; null if none is known
 */
public record FieldError(
        ErrorType type,
        FieldPath path,
        @Nullable String badValue,
        Demand demand,
        @Nullable Position position,
        @Nullable Position within,
        long found,
        @Nullable Suggestion suggestion) {

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
        this(type, path, badValue, new Demand(origin, detail), position, null, NO_LIMIT, null);
    }

    /** A mistake without a value to show. */
    public FieldError(ErrorType type, FieldPath path, String detail, Origin origin, @Nullable Position position) {
        this(type, path, null, detail, origin, position);
    }

    /** A mistake at a place in the value's own text, which is null if it is all of the value. */
    public static FieldError within(
            ErrorType type, FieldPath path, String detail, Origin origin, @Nullable Position within) {
        return new FieldError(type, path, null, new Demand(origin, detail), null, within, NO_LIMIT, null);
    }

    /** The machine name of the rule, such as {@code maxItems}; stable between releases. */
    public Origin origin() {
        return demand.origin();
    }

    /** A sentence without the final period: the limit with its unit, what was found, and what to do. */
    public String detail() {
        return demand.detail();
    }

    public FieldError at(@Nullable Position place) {
        return new FieldError(type, path, badValue, demand, place, within, found, suggestion);
    }

    /** The error of an object as one of the object that has it at a path, without its first steps. */
    public FieldError moved(int steps, FieldPath holder) {
        Suggestion fix = suggestion == null ? null : suggestion.moved(steps, holder);
        return new FieldError(type, path.moved(steps, holder), badValue, demand, position, within, found, fix);
    }

    public FieldError saying(String sentence) {
        return saying(sentence, origin());
    }

    public FieldError saying(String sentence, Origin rule) {
        Demand other = new Demand(rule, sentence);
        return new FieldError(type, path, badValue, other, position, within, found, suggestion);
    }

    /** A sentence for users, without the path: {@code "x": must be no more than 63 characters}. */
    public String message() {
        String detail = detail();
        boolean isQuoted = badValue == null || badValue.startsWith("\"") && detail.contains(badValue);
        return isQuoted ? detail : badValue + ": " + detail;
    }

    /** Without {@code within}, {@code found} and the suggestion: errors that differ only in these are reported once. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldError that
                && type == that.type
                && origin() == that.origin()
                && path.equals(that.path)
                && Objects.equals(badValue, that.badValue)
                && detail().equals(that.detail())
                && Objects.equals(position, that.position);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * path.hashCode() + origin().hashCode()) + Objects.hashCode(position);
    }

    @Override
    public String toString() {
        return path + ": " + message() + " (" + type + ", " + origin() + ")";
    }
}
