package dev.drawbridge.schema;

/** What else is true of a field, where its columns say. */
enum Trait {
    /** A Go pointer: set to its zero value it is still set. */
    POINTER,
    /** A list that is set where it is written, even empty. */
    SET_WHERE_WRITTEN,
    /** Where its gate is off the server empties it and does not drop it. */
    EMPTIED,
    /** What it holds is asked for nothing but its JSON types. */
    UNJUDGED,
    /** Once it is set an update is asked for nothing but to leave it alone or to unset it. */
    JUDGED_ONCE,
    /** An update that leaves it as it is stored is not asked for anything but what the Go types declare. */
    JUDGED_ON_CHANGE,
    /** Where an update leaves it as it is stored, its expressions and opaque parameters are not judged again. */
    KEPT_UNCHANGED
}
