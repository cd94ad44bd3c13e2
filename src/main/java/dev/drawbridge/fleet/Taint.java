package dev.drawbridge.fleet;

/** A taint of a device or node; the value may be empty. */
public record Taint(String key, String value, String effect) {

    /** Whether it keeps away what does not tolerate it; other effects only inform. */
    public boolean keepsAway() {
        return effect.equals("NoSchedule") || effect.equals("NoExecute");
    }

    /** The taint in kubectl's notation: {@code key=value:effect}. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
    }
}
