package dev.drawbridge.admission;

/** What becomes of an object that the rules refuse. */
public enum Mode {
    /** It is denied. */
    ENFORCE,
    /** It is allowed, and each mistake comes back as a warning. */
    WARN
}
