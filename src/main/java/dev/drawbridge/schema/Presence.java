package dev.drawbridge.schema;

/** What is checked on a field that is not set. */
enum Presence {
    /** Nothing. */
    OPTIONAL,
    /** It is an error of the row's {@code missing} type. */
    REQUIRED,
    /** The documentation requires it, no release does: a warning. */
    DOCUMENTED,
    /** An error where it is set. */
    FORBIDDEN
}
