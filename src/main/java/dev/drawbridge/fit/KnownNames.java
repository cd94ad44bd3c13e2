package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Slice;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The attributes and capacities that devices of a fleet have; tells wrong names from devices without a value. */
final class KnownNames {

    private final Map<String, Set<String>> attributes = new TreeMap<>();
    private final Map<String, Set<String>> capacities = new TreeMap<>();
    private final Set<String> drivers = new TreeSet<>();

    KnownNames(Fleet fleet) {
        this(fleet.allDevices());
        for (Slice slice : fleet.slices()) {
            drivers.add(slice.pool().driver());
        }
    }

    private KnownNames(Stream<Device> devices) {
        devices.forEach(device -> {
            add(device.attributesByDomain(), attributes);
            add(device.capacityByDomain(), capacities);
        });
    }

    private static void add(Map<String, ? extends Map<String, ?>> names, Map<String, Set<String>> all) {
        names.forEach((domain, values) ->
                all.computeIfAbsent(domain, any -> new TreeSet<>()).addAll(values.keySet()));
    }

    /** The problem with a name that is read of these devices, and a similar name of theirs; null if a device has it. */
    @Nullable
    FitFact problem(DeviceRead read, Collection<Device> of) {
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
        KnownNames likely = of.isEmpty() ? this : new KnownNames(of.stream());
        String meant = likely.meant(isCapacity, domain, name);
        String kind = isCapacity ? "capacity" : "attribute";
        return meant == null
                ? FitFact.Kind.NOT_PUBLISHED.fact(kind, domain, name)
                : FitFact.Kind.MISSPELLED.fact(kind, domain, name, meant);
    }

    private @Nullable String meant(boolean isCapacity, String domain, String name) {
        Map<String, Set<String>> own = isCapacity ? capacities : attributes;
        Map<String, Set<String>> other = isCapacity ? attributes : capacities;
        if (other.getOrDefault(domain, Set.of()).contains(name)) {
            return field(!isCapacity, domain, name);
        }
        for (Map<String, Set<String>> all : List.of(own, other)) {
            List<String> domains = all.keySet().stream()
                    .filter(each -> all.getOrDefault(each, Set.of()).contains(name))
                    .toList();
            if (!domains.isEmpty()) {
                String near = Spelling.nearest(domain, domains);
                return field(all == capacities, near == null ? domains.get(0) : near, name);
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

    /** A name similar to an unknown capacity of these devices, or all names, as the end of a sentence. */
    static String capacityHint(String name, Collection<Device> of) {
        Set<String> all = new TreeSet<>();
        new KnownNames(of.stream()).capacities.values().forEach(all::addAll);
        String hint = Spelling.hint(name.substring(name.indexOf('/') + 1), all);
        return hint.isEmpty() && !all.isEmpty() ? "; they have " + String.join(", ", all) : hint;
    }

    /** The driver similar to a string in the expression; null if the string is a driver, or none is similar. */
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
