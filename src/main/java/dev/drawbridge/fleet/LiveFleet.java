package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A fleet that changes. Thread-safe. Of claims that have no devices, and of templates, it keeps the names. */
public final class LiveFleet {

    private final FleetBuilder builder = new FleetBuilder("");
    /** Looked up while a fleet is built, too. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private long changes;

    /** An object that is new, or not what it was. */
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

    /** An object that is gone. */
    public synchronized void remove(String apiVersion, String kind, ObjectValue object) {
        names.remove(name(kind, object));
        changes += builder.remove(apiVersion, kind, object) ? 1 : 0;
    }

    /**
     * Whether there is a claim or a template.
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

    /** How often it has changed. */
    public synchronized long changes() {
        return changes;
    }

    /** What it is now. */
    public synchronized Fleet now() {
        return builder.build();
    }
}
