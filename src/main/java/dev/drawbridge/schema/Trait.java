package dev.drawbridge.schema;

/** What else is true of a field, where its columns say. */
public enum Trait {
    /** A list that is set where it is written, even empty. */
    SET_WHERE_WRITTEN,
    /** Where its gate is off the server empties it and does not drop it. */
    EMPTIED,
    /** Only the JSON types of what it holds are checked. */
    NOT_VALIDATED,
    /** Once it is set an update may only leave it alone or unset it: what it holds is not validated again. */
    VALIDATED_ONCE,
    /** An update that leaves it as it is stored is not checked for anything but what the Go types declare. */
    VALIDATED_ON_CHANGE,
    /** Where an update leaves it as it is stored, its expressions and opaque parameters are not validated again. */
    KEPT_UNCHANGED,
    /** That the stored object has it does not show that its gate was on. */
    SHOWS_NO_GATE,
    /** Where what is stored in it is not valid, an update is checked only for its JSON types. */
    VALIDATED_IF_STORED_IS,
    /** Other versions have its value in place of the whole object. */
    STANDS_FOR_OBJECT
}
