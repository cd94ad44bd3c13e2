package dev.drawbridge.constraint.cel;

import dev.drawbridge.field.FieldPath;

/**
 * A field that an expression reads.
 *
 * @param variable the variable, such as {@code object}
 * @param path the field of it; an entry that is not fixed is {@code *}
 */
public record FieldRead(String variable, FieldPath path) {

    private static final String EACH = "*";

    FieldRead child(String name) {
        return new FieldRead(variable, path.child(name));
    }

    FieldRead each() {
        return new FieldRead(variable, path.key(EACH));
    }

    /** The field, up to the list or map of which it reads any entry. */
    public FieldPath fixed() {
        FieldPath fixed = FieldPath.ROOT;
        for (FieldPath step : path.steps()) {
            if (step.isEntry() && EACH.equals(step.name())) {
                break;
            }
            fixed = fixed.stepLike(step);
        }
        return fixed;
    }
}
