package dev.drawbridge.schema;

/** What a field may hold. The four shapes are the four subclasses; each knows what is left of it for one target. */
public abstract sealed class FieldType permits ScalarType, ListType, MapType, ObjectSchema {

    FieldType() {}

    abstract Node project(Projector projector);

    /** What it says, for people and programs. */
    abstract TypeFacts facts();
}
