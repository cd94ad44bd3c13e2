package dev.drawbridge.driver;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The attributes and capacities in the slices of a fleet, by driver. Drivers whose devices have none have no entry.
 */
public record ShownDevices(Map<String, Set<DeviceName>> names) {

    /** The names of an unknown fleet. */
    public static final ShownDevices NONE = new ShownDevices(Map.of());

    /** The names in several parts of a fleet. */
    public static ShownDevices of(List<ShownDevices> parts) {
        Map<String, Set<DeviceName>> all = new HashMap<>();
        for (ShownDevices part : parts) {
            part.names.forEach((driver, names) ->
                    all.computeIfAbsent(driver, none -> new HashSet<>()).addAll(names));
        }
        return new ShownDevices(all);
    }
}
