package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A fleet that changes. Thread-safe. It keeps only the names of templates and of claims without devices. */
public final class LiveFleet {

    private final FleetBuilder builder = new FleetBuilder("");
    /** Concurrent, since it is read while a fleet is built. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private long changes;

    /** Adds or replaces an object. */
    public synchronized void put(String apiVersion, String kind, ObjectValue object) {
        if (isNamed(kind)) {
            names.add(name(kind, object));
        }
        if (kind.equals("ResourceClaimTemplate")) {
            return;
        }
        boolean isOpen =
                kind.equals("ResourceClaim") && !object.object("status").has("allocation");
        boolean hasChanged = isOpen ? builder.remove(apiVersion, kind, object) : builder.add(apiVersion, kind, object);
        changes += hasChanged ? 1 : 0;
    }

    /** Removes an object. */
    public synchronized void remove(String apiVersion, String kind, ObjectValue object) {
        names.remove(name(kind, object));
        changes += builder.remove(apiVersion, kind, object) ? 1 : 0;
    }

    /**
     * Whether a claim or template exists.
     *
     * @param kind ResourceClaim or ResourceClaimTemplate
     * @param key as {@link FleetBuilder#key}
     */
    public boolean has(String kind, String key) {
        return names.contains(kind + " " + key);
    }

    private static boolean isNamed(String kind) {
        return kind.equals("ResourceClaim") || kind.equals("ResourceClaimTemplate");
    }

    private static String name(String kind, ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        return kind + " " + FleetBuilder.key(metadata.string("namespace"), metadata.string("name"));
    }

    /** The number of changes so far. */
    public synchronized long changes() {
        return changes;
    }

    /** The current fleet. */
    public synchronized Fleet now() {
        return builder.build();
    }
}
