package dev.drawbridge.schema;

import dev.drawbridge.field.FieldPath;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a table, to be imported statically. A row is {@code required("name", STRING)}, {@code optional(…)},
 * {@code documented(…)} or {@code forbidden(…)}; what a row or a type can add to that are their own
 * methods.
 */
public final class Vocabulary {

    public static final int KIB = 1024;

    public static final ScalarType STRING = new ScalarType(ScalarKind.STRING, List.of());

    public static final ScalarType BOOL = new ScalarType(ScalarKind.BOOLEAN, List.of());

    /** An integer of 32 bits. */
    public static final ScalarType INT32 = new ScalarType(ScalarKind.INT32, List.of());

    /** An integer of 64 bits. */
    public static final ScalarType INT64 = new ScalarType(ScalarKind.INT64, List.of());

    public static final ScalarType NUMBER = new ScalarType(ScalarKind.NUMBER, List.of());

    /** A {@code metav1.Time}. */
    public static final ScalarType TIME = new ScalarType(ScalarKind.TIME, List.of());

    /** A {@code resource.Quantity}. */
    public static final ScalarType QUANTITY = new ScalarType(ScalarKind.QUANTITY, List.of());

    /** JSON that the API server keeps and does not look into. */
    public static final ScalarType RAW = new ScalarType(ScalarKind.RAW, List.of());

    private Vocabulary() {}

    public static ObjectSchema object(String goType, FieldRow... rows) {
        return new ObjectSchema(goType, List.of(rows));
    }

    /** A field that must be set. */
    public static FieldRow required(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.REQUIRED);
    }

    /** A field that may be set. An object that is not a pointer is always there, with its fields unset. */
    public static FieldRow optional(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.OPTIONAL);
    }

    /** A field that the documentation requires but no release does: unset, a warning, origin {@code documented}. */
    public static FieldRow documented(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.DOCUMENTED);
    }

    /** A field of the type that must not be set here: {@code FieldValueForbidden}. */
    public static FieldRow forbidden(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.FORBIDDEN);
    }

    public static ListType listOf(FieldType item) {
        return new ListType(item);
    }

    public static MapType mapOf(FieldType value) {
        return mapOf(value, FieldPath.MAX_SHOWN);
    }

    /** A map of whose keys a path shows at most so many characters. */
    public static MapType mapOf(FieldType value, int shown) {
        return new MapType(value, shown);
    }

    /**
     * The objects that have any of these fields, in any release: a string, number or boolean that is not a pointer and
     * not its zero value, or any other written value, even if the server drops it because its gate is off.
     */
    public static Condition hasAny(FieldRow... rows) {
        List<String> nonZero = new ArrayList<>();
        List<String> written = new ArrayList<>();
        for (FieldRow row : rows) {
            (row.type instanceof ScalarType && !row.pointer ? nonZero : written).add(row.name);
        }
        return Condition.hasAny(nonZero, written);
    }
}
