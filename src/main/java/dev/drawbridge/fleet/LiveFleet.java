package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;

/** A fleet that changes. Thread-safe. Of claims it keeps those that have devices, and no templates. */
public final class LiveFleet {

    private final FleetBuilder builder = new FleetBuilder("");
    private long changes;

    /** An object that is new, or not what it was. */
    public synchronized void put(String apiVersion, String kind, ObjectValue object) {
        if (kind.equals("ResourceClaimTemplate")) {
            return;
        }
        boolean isOpen =
                kind.equals("ResourceClaim") && !object.object("status").has("allocation");
        boolean hasChanged = isOpen ? builder.remove(apiVersion, kind, object) : builder.add(apiVersion, kind, object);
        changes += hasChanged ? 1 : 0;
    }

    /** An object that is gone. */
    public synchronized void remove(String apiVersion, String kind, ObjectValue object) {
        changes += builder.remove(apiVersion, kind, object) ? 1 : 0;
    }

    /** How often it has changed. */
    public synchronized long changes() {
        return changes;
    }

    /** What it is now. */
    public synchronized Fleet now() {
        return builder.build();
    }
}
