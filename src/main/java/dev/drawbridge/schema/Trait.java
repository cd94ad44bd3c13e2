package dev.drawbridge.schema;

/** Further properties of a field. */
public enum Trait {
    /** A list that counts as set even if it is empty. */
    SET_WHERE_WRITTEN,
    /** If its gate is off, the server empties it instead of dropping it. */
    EMPTIED,
    /** Only the JSON types of what it holds are checked. */
    NOT_VALIDATED,
    /** An update that leaves it as it is stored is not checked for anything but what the Go types declare. */
    VALIDATED_ON_CHANGE,
    /** Unchanged expressions and opaque parameters are not validated again. */
    KEPT_UNCHANGED,
    /** Its presence in a stored object does not show that its gate was on. */
    SHOWS_NO_GATE,
    /** If the stored value is invalid, only the JSON types of an update are checked. */
    VALIDATED_IF_STORED_IS
}
