package dev.drawbridge.field;

/** The severity of a finding, gravest first. */
public enum Severity {
    /** Something fails until it is changed: the API server refuses an object, or a pod stays pending. */
    ERROR("error"),
    /** Something is accepted, but does not work as written, or will not. */
    WARNING("warning"),
    /** For information; only {@code doctor} has these. */
    INFO("info");

    private final String text;

    Severity(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
