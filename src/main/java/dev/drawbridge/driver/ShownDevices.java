package dev.drawbridge.driver;

import dev.drawbridge.document.ObjectValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The attributes and capacities in the slices of a fleet, by driver, as {@code attributes DOMAIN/NAME} and {@code
 * capacity DOMAIN/NAME}. Drivers without devices in the fleet have no entry.
 */
public record ShownDevices(Map<String, Set<String>> names) {

    /** The names of an unknown fleet. */
    public static final ShownDevices NONE = new ShownDevices(Map.of());

    /** The names in one slice. */
    public static ShownDevices of(ObjectValue slice) {
        ObjectValue spec = slice.object("spec");
        String driver = spec.string("driver");
        Set<String> names = new HashSet<>();
        for (ObjectValue device : spec.list("devices").objects()) {
            // v1beta1 and v1alpha3 have the fields of a device in basic.
            ObjectValue fields = device.has("basic") ? device.object("basic") : device;
            for (String field : List.of("attributes", "capacity")) {
                ObjectValue values = fields.object(field);
                for (int i = 0; i < values.size(); i++) {
                    String name = values.key(i);
                    names.add(field + " " + (name.contains("/") ? name : driver + "/" + name));
                }
            }
        }
        return names.isEmpty() ? NONE : new ShownDevices(Map.of(driver, names));
    }

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
