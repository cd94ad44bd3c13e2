package dev.drawbridge.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the table says of a field, for people and programs.
 *
 * @param owner the Go type that has it
 * @param shape its type
 * @param where the versions, releases and gates that have it, and the requests that validate it
 * @param checks what requests check of it, besides its type
 * @param defaultText what the server puts where it is not set; null if it puts nothing
 * @param others what it is in some objects instead
 */
public record FieldFacts(
        String owner,
        String name,
        TypeFacts shape,
        Availability where,
        Checks checks,
        @Nullable String defaultText,
        List<Other> others) {

    /**
     * What requests check of a field, besides its type.
     *
     * @param presence what is checked on whether it is set
     * @param isValidated whether a create checks more than its JSON types
     * @param update what an update may not do to it, as a sentence; empty if it may do anything
     */
    public record Checks(Presence presence, boolean isValidated, String update) {}

    /**
     * Another type of a field.
     *
     * @param where in which objects, such as {@code where allowMultipleAllocations is true}
     */
    public record Other(String where, TypeFacts shape) {}

    /** What the row says; {@code owner} is the Go type that has it. */
    static FieldFacts of(FieldRow row, String owner) {
        String defaultText = row.defaultText();
        return new FieldFacts(
                owner,
                row.name(),
                row.type().facts(),
                row.availability(),
                new Checks(row.presence(), row.isValidatedOnCreate(), UpdateTag.sentence(row.barred())),
                defaultText == null || defaultText.isEmpty() ? null : defaultText,
                others(row));
    }

    private static List<Other> others(FieldRow row) {
        List<Other> others = new ArrayList<>();
        for (FieldRow.Beside beside : row.besides()) {
            FieldType other = beside.type();
            if (other != null) {
                others.add(new Other("where " + beside.where(), other.facts()));
            }
        }

        return others;
    }

    /** Whether it must be set. */
    public boolean isRequired() {
        return checks.presence() == Presence.REQUIRED;
    }

    /** Its type as kubectl explain writes it. */
    public String type() {
        return shape.name();
    }

    /** The table of the object that it is, or that its entries or values are; null if they are none. */
    public @Nullable ObjectSchema object() {
        return shape.anyObject();
    }

    /** What is demanded of a value. */
    public List<ColumnedDemand> demands() {
        return shape.allDemands();
    }
}
