package dev.drawbridge.field;

/**
 * The kind of mistake, spelled as Kubernetes spells it in {@code Status.details.causes[].reason}.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation/field/errors.go}. The last three are the mistakes that the
 * API server's strict decoder finds before it validates.
 */
public enum ErrorType {
    /** A required value is missing. */
    REQUIRED("FieldValueRequired"),
    /** A value is malformed, out of range, or changed although it is immutable. */
    INVALID("FieldValueInvalid"),
    /** A value is not one of an enumeration. */
    NOT_SUPPORTED("FieldValueNotSupported"),
    /** A value that must be unique occurs again. */
    DUPLICATE("FieldValueDuplicate"),
    /** A value is well-formed but may not be there under these conditions. */
    FORBIDDEN("FieldValueForbidden"),
    /** A value is longer than its limit; up to Kubernetes 1.31 also a list with too many entries. */
    TOO_LONG("FieldValueTooLong"),
    /** A list has more entries than its limit. */
    TOO_MANY("FieldValueTooMany"),
    /** A referenced object or name does not exist. */
    NOT_FOUND("FieldValueNotFound"),
    /** The API server fails on the object. */
    INTERNAL("InternalError"),
    /** The JSON type is not the field's type. */
    WRONG_TYPE("FieldValueTypeInvalid"),
    /** The object's type has no such field. */
    UNKNOWN_FIELD("UnknownField"),
    /** The same key appears twice in one object. */
    DUPLICATE_FIELD("DuplicateField");

    private final String reason;

    ErrorType(String reason) {
        this.reason = reason;
    }

    /** The machine name, such as {@code FieldValueRequired}. */
    public String reason() {
        return reason;
    }

    /** Whether the API server finds this while it decodes, before any rule is checked. */
    public boolean isDecoding() {
        return this == WRONG_TYPE || this == UNKNOWN_FIELD || this == DUPLICATE_FIELD;
    }

    @Override
    public String toString() {
        return reason;
    }
}
