package dev.drawbridge.schema;

/** What a field may hold. The four shapes are the four subclasses; each knows what is left of it for one target. */
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

    abstract Node project(Projector projector);

    /** What it says, for people and programs. */
    abstract TypeFacts facts();
}
