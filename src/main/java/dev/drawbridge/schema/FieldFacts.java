package dev.drawbridge.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the table says of a field, for people.
 *
 * @param owner the Go type that has it
 * @param type its type as kubectl explain writes it, such as {@code []DeviceRequest}
 * @param object the table of the object that it is, or that its entries or values are; null where they are none
 * @param where the versions, releases and gates that have it, and the requests that validate it
 * @param isRequired whether it must be set
 * @param isDocumentedAsRequired whether only the documentation says so
 * @param isForbidden whether it must not be set
 * @param defaultText what the server puts where it is not set; null where it puts nothing
 * @param update what an update may not do to it, as a sentence; empty where it may do anything
 * @param demands what is demanded of a value
 * @param others what it is in some objects instead
 */
public record FieldFacts(
        String owner,
        String name,
        String type,
        @Nullable ObjectSchema object,
        Availability where,
        boolean isRequired,
        boolean isDocumentedAsRequired,
        boolean isForbidden,
        @Nullable String defaultText,
        String update,
        List<ColumnedDemand> demands,
        List<Other> others) {

    /**
     * Another type of a field.
     *
     * @param where in which objects, such as {@code where allowMultipleAllocations is true}
     * @param object the table of the object that it is there; null where it is none
     * @param demands what is demanded of a value there
     */
    public record Other(String where, @Nullable ObjectSchema object, List<ColumnedDemand> demands) {

        static Other of(String where, FieldType type) {
            DemandList demands = new DemandList("");
            type.addDemands(demands);
            return new Other(where, type.object(), demands.all());
        }
    }
}
