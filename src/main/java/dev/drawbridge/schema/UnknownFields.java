package dev.drawbridge.schema;

/** What a field that is not in the table means. */
public enum UnknownFields {
    /** A mistake: the local check and the gate. */
    DENY,
    /** The cluster is newer than our table: the webhook, whose objects the API server has decoded itself. */
    WARN,
    /** Reported elsewhere: what the API server puts together from two objects that it has decoded itself. */
    IGNORE
}
