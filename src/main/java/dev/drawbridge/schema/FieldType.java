package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;

/** The type of a field. The four subclasses are the four shapes. */
public abstract sealed class FieldType implements Cloneable permits ScalarType, ListType, MapType, ObjectSchema {

    FieldType() {}

    /** The type with a check of its values. */
    public abstract FieldType with(Constraint constraint);

    /** A copy with all columns, to be changed before anybody else sees it. */
    final FieldType copied() {
        try {
            return (FieldType) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
