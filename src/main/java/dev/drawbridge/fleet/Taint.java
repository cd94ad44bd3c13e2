package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;

/** A taint of a device or node; the value may be empty. */
public record Taint(String key, String value, String effect) {

    static Taint of(ObjectValue taint) {
        return new Taint(taint.string("key"), taint.string("value"), taint.string("effect"));
    }

    /** Whether it keeps away what does not tolerate it; other effects only inform. */
    public boolean keepsAway() {
        return effect.equals("NoSchedule") || endsPods();
    }

    /** Whether it also ends the pods that do not tolerate it. */
    public boolean endsPods() {
        return effect.equals("NoExecute");
    }

    /** The taint in kubectl's notation: {@code key=value:effect}. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
    }
}
