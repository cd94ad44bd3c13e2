package dev.drawbridge.field;

import java.util.Locale;

/** The severity of a finding, gravest first. */
public enum Severity {
    /** Something fails until it is changed: the API server refuses an object, or a pod stays pending. */
    ERROR,
    /** Something is accepted, but does not work as written, or will not. */
    WARNING,
    /** For information; only {@code doctor} has these. */
    INFO;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
