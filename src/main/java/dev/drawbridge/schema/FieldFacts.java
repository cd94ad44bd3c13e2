package dev.drawbridge.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a field in the table, for documentation and programs.
 *
 * @param owner the Go type of its object
 * @param where the versions, releases, gates and requests of the field
 * @param defaultText the server's default; null if there is none
 * @param others alternative types in some objects
 * @param meaning its purpose; null if the manual has it
 */
public record FieldFacts(
        String owner,
        String name,
        TypeFacts shape,
        Availability where,
        Checks checks,
        @Nullable String defaultText,
        List<Other> others,
        @Nullable String meaning) {

    /**
     * The checks of a field by requests, besides its type.
     *
     * @param isValidated whether a create checks more than its JSON types
     * @param update the forbidden updates, as a sentence; empty if there are none
     */
    public record Checks(Presence presence, boolean isValidated, String update) {}

    /**
     * An alternative type of a field.
     *
     * @param where the condition, such as {@code where allowMultipleAllocations is true}
     */
    public record Other(String where, TypeFacts shape) {}

    /** The fields of an object, in the API's order; a field that differs between versions appears several times. */
    public static List<FieldFacts> of(ObjectSchema object) {
        return object.rows.stream().map(row -> of(row, object.name())).toList();
    }

    private static FieldFacts of(FieldRow row, String owner) {
        String defaultText = row.defaultText;
        return new FieldFacts(
                owner,
                row.name,
                TypeFacts.of(row.type),
                row.availability,
                new Checks(row.presence, row.isValidatedOnCreate(), UpdateTag.sentence(row.barred)),
                defaultText == null || defaultText.isEmpty() ? null : defaultText,
                others(row),
                row.meaning);
    }

    private static List<Other> others(FieldRow row) {
        List<Other> others = new ArrayList<>();
        for (FieldRow.Beside beside : row.besides()) {
            if (beside.type() != null) {
                others.add(new Other("if " + beside.where(), TypeFacts.of(beside.type())));
            }
        }
        return others;
    }

    public boolean isRequired() {
        return checks.presence() == Presence.REQUIRED;
    }

    /** Its type in the notation of kubectl explain. */
    public String type() {
        return shape.name();
    }

    /** The table of the object, or of the entries or values; null for scalars. */
    public @Nullable ObjectSchema object() {
        return shape.anyObject();
    }

    public List<ColumnedDemand> demands() {
        return shape.allDemands();
    }
}
