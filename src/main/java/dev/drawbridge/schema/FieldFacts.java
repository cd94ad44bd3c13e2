package dev.drawbridge.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the table says of a field, for people and programs.
 *
 * @param owner the Go type that has it
 * @param shape its type
 * @param where the versions, releases and gates that have it, and the requests that validate it
 * @param isRequired whether it must be set
 * @param isDocumentedAsRequired whether only the documentation says so
 * @param isForbidden whether it must not be set
 * @param isValidated whether more than its JSON types is looked at
 * @param defaultText what the server puts where it is not set; null where it puts nothing
 * @param update what an update may not do to it, as a sentence; empty where it may do anything
 * @param others what it is in some objects instead
 */
public record FieldFacts(
        String owner,
        String name,
        TypeFacts shape,
        Availability where,
        boolean isRequired,
        boolean isDocumentedAsRequired,
        boolean isForbidden,
        boolean isValidated,
        @Nullable String defaultText,
        String update,
        List<Other> others) {

    /**
     * Another type of a field.
     *
     * @param where in which objects, such as {@code where allowMultipleAllocations is true}
     */
    public record Other(String where, TypeFacts shape) {}

    /** Its type as kubectl explain writes it. */
    public String type() {
        return shape.name();
    }

    /** The table of the object that it is, or that its entries or values are; null where they are none. */
    public @Nullable ObjectSchema object() {
        return shape.anyObject();
    }

    /** What is demanded of a value. */
    public List<ColumnedDemand> demands() {
        return shape.allDemands();
    }
}
