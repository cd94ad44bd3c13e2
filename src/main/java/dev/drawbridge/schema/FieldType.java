package dev.drawbridge.schema;

/** The type of a field. The four subclasses are the four shapes, and each projects itself for a target. */
public abstract sealed class FieldType implements Cloneable permits ScalarType, ListType, MapType, ObjectSchema {

    FieldType() {}

    /** A copy with all columns, to be changed before anybody else sees it. */
    final FieldType copied() {
        try {
            return (FieldType) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    abstract TypeNode project(Projector projector);

    /** The type's description, for people and programs. */
    abstract TypeFacts facts();
}
