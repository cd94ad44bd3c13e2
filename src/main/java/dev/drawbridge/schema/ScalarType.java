package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Enums;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.field.ErrorType;
import java.util.List;

/** A string, number, boolean, time, quantity, or JSON that is not looked into, with the checks of its content. */
public final class ScalarType extends FieldType {

    final ScalarKind kind;
    final List<Columned<Constraint>> constraints;

    ScalarType(ScalarKind kind, List<Columned<Constraint>> constraints) {
        this.kind = kind;
        this.constraints = constraints;
    }

    /** The type with this check, such as a shape of text. */
    @Override
    public ScalarType with(Constraint constraint) {
        return with(constraint, Availability.ALWAYS);
    }

    /** The type with this check, under these columns. */
    public ScalarType with(Constraint constraint, Availability availability) {
        return new ScalarType(kind, Columned.with(constraints, constraint, availability));
    }

    /** A number that is not smaller. */
    public ScalarType min(long min) {
        return min(min, Availability.ALWAYS);
    }

    /** A number with this minimum, under these columns. */
    public ScalarType min(long min, Availability availability) {
        return with(Limits.minimum(min), availability);
    }

    /** A number that is not larger, or a string of at most this many bytes in UTF-8. */
    public ScalarType max(long max) {
        return with(kind == ScalarKind.STRING ? Limits.maxBytes((int) max) : Limits.maximum(max));
    }

    /** One of these strings; another is {@code FieldValueNotSupported}. */
    public ScalarType oneOf(String... texts) {
        return with(Enums.oneOf(ErrorType.NOT_SUPPORTED, texts));
    }

    /** One of these strings, under these columns. */
    public ScalarType oneOf(Availability availability, String... texts) {
        return with(Enums.oneOf(ErrorType.NOT_SUPPORTED, texts), availability);
    }
}
