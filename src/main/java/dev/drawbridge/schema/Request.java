package dev.drawbridge.schema;

/** The three requests that the API server validates by rules. Which part of an object each one writes is a column of the table. */
public enum Request {
    /** CREATE: there is no old object, and {@code status} is not read. */
    CREATE,
    /** UPDATE of the object: {@code status} is not read. */
    UPDATE,
    /** UPDATE of {@code /status}: {@code spec} is not read. */
    UPDATE_STATUS
}
