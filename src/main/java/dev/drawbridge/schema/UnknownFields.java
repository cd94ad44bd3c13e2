package dev.drawbridge.schema;

/** The handling of unknown fields. */
public enum UnknownFields {
    /** A mistake: the local check and the gate. */
    DENY,
    /** As a warning: in the webhook, since the API server decoded the object, the cluster is newer than the table. */
    WARN,
    /** As a warning with a hint: the driver passes them over. */
    HINT,
    /** Reported elsewhere: what the API server puts together from two objects that it has decoded itself. */
    IGNORE
}
