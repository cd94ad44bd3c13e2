package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the claims, templates, classes and DeviceTaintRules of a fleet were read, and which objects of its files the
 * API server would refuse. Empty for what a cluster delivers.
 */
public final class FleetSources {

    /** Nothing was read from files. */
    public static final FleetSources NONE = new FleetSources();

    private final Map<String, Manifest> read = new HashMap<>();
    private final Map<String, Refusal> refused = new LinkedHashMap<>();
    private final Map<ObjectValue, Refusal> byObject = new IdentityHashMap<>();

    FleetSources() {}

    /** The same so far. */
    FleetSources copy() {
        FleetSources copy = new FleetSources();
        copy.read.putAll(read);
        copy.refused.putAll(refused);
        copy.byObject.putAll(byObject);
        return copy;
    }

    /** How objects are found: {@code DeviceClass gpu}, {@code ResourceClaim ml/train}. */
    static String key(String kind, String namespacedName) {
        return kind + " " + namespacedName;
    }

    void add(String key, Manifest object) {
        refused.remove(key);
        if (!object.file().isEmpty() && !object.kind().equals("ResourceSlice")) {
            read.put(key, object);
        }
    }

    /** A workload, which is no part of the fleet. */
    void refuse(Refusal workload) {
        byObject.put(workload.object().object(), workload);
    }

    void refuse(String key, Refusal refusal) {
        read.remove(key);
        refused.put(key, refusal);
        byObject.put(refusal.object().object(), refusal);
    }

    void remove(String key) {
        read.remove(key);
        refused.remove(key);
    }

    /** Where the object was read; null if it is not of a file. */
    public @Nullable Manifest of(String kind, String namespacedName) {
        return read.get(key(kind, namespacedName));
    }

    /** Why the object of this name is refused; null if it is not. */
    public @Nullable Refusal refusal(String kind, String namespacedName) {
        return refused.get(key(kind, namespacedName));
    }

    /** Why this very object is refused; null if it is not. */
    public @Nullable Refusal refusal(Manifest object) {
        return byObject.get(object.object());
    }

    /** All objects that are refused, in the order in which they were read. */
    public Collection<Refusal> refused() {
        return refused.values();
    }

    /** The slices that are refused. */
    public List<Refusal> refusedSlices() {
        return refused.values().stream()
                .filter(refusal -> refusal.object().kind().equals("ResourceSlice"))
                .toList();
    }

    /** The objects that are refused, by name. */
    Set<String> refusedNames() {
        return refused.keySet();
    }
}
