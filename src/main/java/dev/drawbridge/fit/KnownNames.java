package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Slice;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The attributes and capacities that devices of a fleet have, to tell a wrong name from a device that lacks something.
 */
final class KnownNames {

    private final Map<String, Set<String>> attributes = new TreeMap<>();
    private final Map<String, Set<String>> capacities = new TreeMap<>();
    private final Set<String> drivers = new TreeSet<>();

    KnownNames(Fleet fleet) {
        for (Slice slice : fleet.slices()) {
            drivers.add(slice.pool().driver());
            for (Device device : slice.devices()) {
                add(device.attributesByDomain(), attributes);
                add(device.capacityByDomain(), capacities);
            }
        }
    }

    private static void add(Map<String, ? extends Map<String, ?>> names, Map<String, Set<String>> all) {
        names.forEach((domain, values) ->
                all.computeIfAbsent(domain, any -> new TreeSet<>()).addAll(values.keySet()));
    }

    /** What is wrong with the name that an expression reads, and which one may be meant; null if a device has it. */
    @Nullable
    String problem(DeviceRead read) {
        String domain = read.domain();
        String name = read.name();
        boolean isCapacity = read.field().equals("capacity");
        if (domain == null || name == null || !isCapacity && !read.field().equals("attributes")) {
            return null;
        }
        Map<String, Set<String>> own = isCapacity ? capacities : attributes;
        if (own.getOrDefault(domain, Set.of()).contains(name)) {
            return null;
        }
        String meant = meant(isCapacity, domain, name);
        return "no device has " + (isCapacity ? "capacity " : "attribute ") + domain + "/" + name
                + (meant == null ? "" : "; did you mean " + meant + "?");
    }

    private @Nullable String meant(boolean isCapacity, String domain, String name) {
        Map<String, Set<String>> own = isCapacity ? capacities : attributes;
        Map<String, Set<String>> other = isCapacity ? attributes : capacities;
        if (other.getOrDefault(domain, Set.of()).contains(name)) {
            return field(!isCapacity, domain, name);
        }
        for (Map.Entry<String, Set<String>> each : own.entrySet()) {
            if (each.getValue().contains(name)) {
                return field(isCapacity, each.getKey(), name);
            }
        }
        for (Map.Entry<String, Set<String>> each : other.entrySet()) {
            if (each.getValue().contains(name)) {
                return field(!isCapacity, each.getKey(), name);
            }
        }
        String nearest = Spelling.nearest(name, own.getOrDefault(domain, Set.of()));
        if (nearest != null) {
            return field(isCapacity, domain, nearest);
        }
        String near = Spelling.nearest(domain, own.keySet());
        String inNear = near == null ? null : Spelling.nearest(name, own.getOrDefault(near, Set.of()));
        return near == null || inNear == null ? null : field(isCapacity, near, inNear);
    }

    private static String field(boolean isCapacity, String domain, String name) {
        return "device." + (isCapacity ? "capacity" : "attributes") + "[\"" + domain + "\"]." + name;
    }

    /** Which name of a capacity may be meant by one that no device has, to be at the end of a sentence. */
    String capacityHint(String name) {
        Set<String> all = new TreeSet<>();
        capacities.values().forEach(all::addAll);
        int slash = name.indexOf('/');
        return Spelling.hint(slash < 0 ? name : name.substring(slash + 1), all);
    }

    /** Which driver may be meant by a text in an expression; null if it is one, or none is like it. */
    @Nullable
    String driverMeant(String expression) {
        for (String word : List.of(expression.split("[\"']", -1))) {
            String nearest = drivers.contains(word) ? null : Spelling.nearest(word, drivers);
            if (nearest != null) {
                return nearest;
            }
        }
        return null;
    }
}
