package dev.drawbridge.driver;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The attributes and capacities in the slices of a fleet, by driver, as {@code attributes DOMAIN/NAME} and {@code
 * capacity DOMAIN/NAME}. Drivers whose devices have none have no entry.
 */
public record ShownDevices(Map<String, Set<String>> names) {

    /** The names of an unknown fleet. */
    public static final ShownDevices NONE = new ShownDevices(Map.of());

    /** These names and others. */
    public ShownDevices and(ShownDevices others) {
        if (names.isEmpty() || others.names.isEmpty()) {
            return names.isEmpty() ? others : this;
        }
        Map<String, Set<String>> all = new HashMap<>(names);
        others.names.forEach((driver, more) -> all.merge(driver, more, (one, other) -> {
            Set<String> both = new HashSet<>(one);
            both.addAll(other);
            return both;
        }));
        return new ShownDevices(all);
    }

    /** The key of an attribute or capacity in this record. */
    public static String key(boolean isCapacity, String domain, String name) {
        return (isCapacity ? "capacity " : "attributes ") + domain + "/" + name;
    }
}
