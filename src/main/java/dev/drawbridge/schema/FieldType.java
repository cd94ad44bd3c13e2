package dev.drawbridge.schema;

import org.jspecify.annotations.Nullable;

/** What a field may hold. The four shapes are the four subclasses; each knows what is left of it for one target. */
public abstract sealed class FieldType permits ScalarType, ListType, MapType, ObjectSchema {

    FieldType() {}

    abstract Node project(Projector projector);

    /** What kubectl explain calls it, such as {@code []DeviceRequest}. */
    abstract String typeName();

    /** The object that it is, or that its entries or values are; null where they are none. */
    @Nullable
    ObjectSchema object() {
        return null;
    }

    /** Adds what is demanded of a value of it. */
    abstract void addDemands(DemandList demands);
}
