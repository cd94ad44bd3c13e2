package dev.drawbridge.fleet;

/** A taint of a device or a node; the value is empty if it has none. */
public record Taint(String key, String value, String effect) {

    /** As kubectl writes it: {@code key=value:effect}. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
    }
}
