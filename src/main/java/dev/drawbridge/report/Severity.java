package dev.drawbridge.report;

/** How grave a finding is. */
public enum Severity {
    /** The API server would refuse the object. */
    ERROR("error"),
    /** It would take it, and something is lost or going to be. */
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
