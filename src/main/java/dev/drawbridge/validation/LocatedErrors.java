package dev.drawbridge.validation;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The errors and warnings of a validation without duplicates, in the order of their positions. */
public final class LocatedErrors {

    private LocatedErrors() {}

    /**
     * The warnings of a validation.
     *
     * @param sent the object of the request, including dropped fields
     * @param read the object without dropped fields, with the server's defaults
     */
    static List<FieldError> warnings(ValidationContext context, Value sent, Value read) {
        List<FieldError> losses = located(context.losses(), sent);
        List<FieldError> others = located(context.warnings(), read);
        if (losses.isEmpty()) {
            return others;
        }
        List<FieldError> all = new ArrayList<>(losses);
        all.addAll(others);
        all.sort(LocatedErrors::byPosition);
        return List.copyOf(all);
    }

    /** The errors without duplicates, in the order of their positions if the object has positions. */
    public static List<FieldError> located(List<FieldError> errors, Value root) {
        if (errors.isEmpty()) {
            return List.of();
        }
        boolean hasPlaces = root.position() != null;
        Set<FieldError> distinct = new LinkedHashSet<>();
        for (FieldError error : errors) {
            boolean isPlaced = !hasPlaces || error.position() != null;
            distinct.add(isPlaced ? error : error.at(position(root, error.type(), error.path())));
        }
        List<FieldError> located = new ArrayList<>(distinct);
        if (hasPlaces) {
            located.sort(LocatedErrors::byPosition);
        }
        return List.copyOf(located);
    }

    /** Orders by position; errors without one come last. A chain of comparators would take longer to build. */
    private static int byPosition(FieldError one, FieldError other) {
        Position first = one.position();
        Position second = other.position();
        if (first == null || second == null) {
            return Boolean.compare(first == null, second == null);
        }
        int lines = Integer.compare(first.line(), second.line());
        return lines != 0 ? lines : Integer.compare(first.column(), second.column());
    }

    private static @Nullable Position position(Value root, ErrorType type, FieldPath path) {
        return type == ErrorType.UNKNOWN_FIELD ? Locator.ofKey(root, path) : Locator.ofValue(root, path);
    }
}
