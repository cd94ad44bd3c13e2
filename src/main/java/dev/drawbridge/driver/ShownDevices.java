package dev.drawbridge.driver;

import java.util.Map;
import java.util.Set;

/**
 * The attributes and capacities in the slices of a fleet, by driver, as {@code attributes DOMAIN/NAME} and {@code
 * capacity DOMAIN/NAME}. Drivers without devices in the fleet have no entry.
 */
public record ShownDevices(Map<String, Set<String>> names) {

    /** The names of an unknown fleet. */
    public static final ShownDevices NONE = new ShownDevices(Map.of());

    /** The key of an attribute or capacity in this record. */
    public static String key(boolean isCapacity, String domain, String name) {
        return (isCapacity ? "capacity " : "attributes ") + domain + "/" + name;
    }
}
