package dev.drawbridge.report;

/** The severity of a finding. */
public enum Severity {
    /** The API server would refuse the object. */
    ERROR("error"),
    /** The server would accept it, but fields are dropped or support is about to end. */
    WARNING("warning");

    private final String text;

    Severity(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
