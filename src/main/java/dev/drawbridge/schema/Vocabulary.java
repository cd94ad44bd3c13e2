package dev.drawbridge.schema;

import java.util.List;

/**
 * The words of a table, to be imported statically. A row is {@code required("name", string())}, {@code optional(…)},
 * {@code struct(…)}, {@code documented(…)} or {@code forbidden(…)}; what a row or a type can add to that are their own methods.
 */
public final class Vocabulary {

    /** 1,024 bytes. */
    public static final int KIB = 1024;

    private Vocabulary() {}

    /** The table of a Go type. */
    public static ObjectSchema object(String goType, FieldRow... rows) {
        return new ObjectSchema(goType, List.of(rows), List.of());
    }

    /** A field that must be set. */
    public static FieldRow required(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.REQUIRED);
    }

    /** A field that may be set. */
    public static FieldRow optional(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.OPTIONAL);
    }

    /** A Go struct that is not a pointer: where it is absent its fields are validated all the same, as unset. */
    public static FieldRow struct(String name, ObjectSchema type) {
        return FieldRow.of(name, type, Presence.OPTIONAL);
    }

    /** A field that the documentation requires and no release does: a warning, origin {@code documented}, where it is not set. */
    public static FieldRow documented(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.DOCUMENTED);
    }

    /** A field of the type that must not be set here: {@code FieldValueForbidden}. */
    public static FieldRow forbidden(String name, FieldType type) {
        return FieldRow.of(name, type, Presence.FORBIDDEN);
    }

    public static ScalarType string() {
        return scalar(ScalarKind.STRING);
    }

    public static ScalarType bool() {
        return scalar(ScalarKind.BOOLEAN);
    }

    /** An integer of 32 bits. */
    public static ScalarType int32() {
        return scalar(ScalarKind.INT32);
    }

    /** An integer of 64 bits. */
    public static ScalarType int64() {
        return scalar(ScalarKind.INT64);
    }

    /** A {@code metav1.Time}. */
    public static ScalarType time() {
        return scalar(ScalarKind.TIME);
    }

    /** A {@code resource.Quantity}. */
    public static ScalarType quantity() {
        return scalar(ScalarKind.QUANTITY);
    }

    /** JSON that the API server keeps and does not look into. */
    public static ScalarType raw() {
        return scalar(ScalarKind.RAW);
    }

    private static ScalarType scalar(ScalarKind kind) {
        return new ScalarType(kind, List.of());
    }

    public static ListType listOf(FieldType item) {
        return new ListType(item);
    }

    public static MapType mapOf(FieldType value) {
        return new MapType(value);
    }
}
