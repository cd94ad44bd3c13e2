package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A fleet that changes, with only the names of templates and, by default, of open claims. Thread-safe. */
public final class LiveFleet {

    private final FleetBuilder builder = new FleetBuilder("");
    /** Concurrent, since it is read while a fleet is built. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private final boolean keepsOpenClaims;

    /** By name: claims without devices, if they are kept. */
    private final Map<String, ObjectValue> openClaims = new LinkedHashMap<>();

    private long changes;

    /** An empty fleet, which keeps claims without devices or not. */
    public LiveFleet(boolean keepsOpenClaims) {
        this.keepsOpenClaims = keepsOpenClaims;
    }

    public synchronized void put(String apiVersion, String kind, ObjectValue object) {
        if (kind.startsWith("ResourceClaim")) {
            names.add(name(kind, object));
        }
        if (kind.equals("ResourceClaimTemplate")) {
            return;
        }
        boolean isOpen =
                kind.equals("ResourceClaim") && !object.object("status").has("allocation");
        if (kind.equals("ResourceClaim")) {
            putClaim(name(kind, object), object, isOpen);
        }
        boolean hasChanged = isOpen ? builder.remove(apiVersion, kind, object) : builder.add(apiVersion, kind, object);
        changes += hasChanged ? 1 : 0;
    }

    private void putClaim(String name, ObjectValue claim, boolean isOpen) {
        if (isOpen && keepsOpenClaims) {
            openClaims.put(name, claim);
        } else {
            openClaims.remove(name);
        }
    }

    /** The current fleet with the claims without devices, if they are kept. */
    public synchronized Fleet withOpenClaims() {
        FleetBuilder all = builder.copy();
        openClaims.values().forEach(claim -> all.add("resource.k8s.io/v1", "ResourceClaim", claim));
        return all.build();
    }

    public synchronized void remove(String apiVersion, String kind, ObjectValue object) {
        String name = name(kind, object);
        names.remove(name);
        openClaims.remove(name);
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

    private static String name(String kind, ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        return kind + " " + Claim.key(metadata.string("namespace"), metadata.string("name"));
    }

    /** The number of changes so far. */
    public synchronized long changes() {
        return changes;
    }

    public synchronized Fleet now() {
        return builder.build();
    }
}
