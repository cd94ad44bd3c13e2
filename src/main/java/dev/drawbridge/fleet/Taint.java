package dev.drawbridge.fleet;

/** A taint of a device or node; the value may be empty. */
public record Taint(String key, String value, String effect) {

    /** The taint in kubectl's notation: {@code key=value:effect}. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
    }
}
