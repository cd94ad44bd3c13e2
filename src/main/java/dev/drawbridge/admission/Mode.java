package dev.drawbridge.admission;

/** How objects that break the rules are handled. */
public enum Mode {
    /** The object is denied. */
    ENFORCE,
    /** The object is allowed, and each error is returned as a warning. */
    WARN
}
