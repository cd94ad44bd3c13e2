package dev.drawbridge.driver;

import java.util.Map;
import java.util.Set;

/**
 * The attributes and capacities that the slices of a fleet show, by driver, as {@code attributes DOMAIN/NAME} and
 * {@code capacity DOMAIN/NAME}. A driver without devices in the fleet is not in it.
 */
public record ShownDevices(Map<String, Set<String>> names) {

    /** No fleet is known. */
    public static final ShownDevices NONE = new ShownDevices(Map.of());

    /** The key of an attribute or capacity in this record. */
    public static String key(boolean isCapacity, String domain, String name) {
        return (isCapacity ? "capacity " : "attributes ") + domain + "/" + name;
    }
}
