package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Describes the values that devices have for the names a selector or request reads. */
final class DeviceValues {

    private static final int MAX_VALUES = 5;

    private final Allocator allocator;
    private final KnownNames names;

    DeviceValues(Allocator allocator, KnownNames names) {
        this.allocator = allocator;
        this.names = names;
    }

    /** The devices' values of everything that the expression reads, and the number of matches of each term. */
    List<String> read(DeviceProgram selector, List<Device> devices) {
        List<String> lines = new ArrayList<>();
        for (DeviceRead read : selector.reads()) {
            String problem = names.problem(read);
            if (problem != null) {
                lines.add("  " + problem);
            } else if (read.name() != null) {
                lines.add("  " + read.name() + ": " + values(read, devices));
            }
        }
        boolean isOfDrivers =
                selector.reads().stream().anyMatch(read -> read.field().equals("driver"));
        String driver = isOfDrivers ? names.driverMeant(selector.expression()) : null;
        if (driver != null) {
            lines.add("  did you mean driver " + driver + "?");
        }
        List<String> terms = Conjunction.terms(selector.expression());
        if (terms.size() > 1) {
            terms.forEach(
                    term -> lines.add("  " + matching(term, devices) + " of " + devices.size() + " match " + term));
        }
        return lines;
    }

    private long matching(String term, List<Device> devices) {
        DeviceProgram program = allocator.selector(term);
        return devices.stream()
                .filter(device -> Boolean.TRUE.equals(program.evaluate(device)))
                .count();
    }

    /** The amounts of a capacity that the devices have. */
    String amounts(String name, List<Device> devices) {
        String amounts = counted(devices, device -> {
            DeviceCapacity capacity = device.capacity().get(name);
            return capacity == null ? "not set" : capacity.value().text();
        });
        boolean isKnown = devices.stream().anyMatch(device -> device.capacity().containsKey(name));
        return isKnown ? amounts : "none has this capacity" + names.capacityHint(name);
    }

    private static String values(DeviceRead read, List<Device> devices) {
        return counted(devices, device -> {
            Object value = read.of(device);
            return value == null ? "not set" : value instanceof Quantity amount ? amount.text() : value.toString();
        });
    }

    private static String counted(List<Device> devices, Function<Device, String> value) {
        Map<String, Long> counts =
                devices.stream().collect(Collectors.groupingBy(value, LinkedHashMap::new, Collectors.counting()));
        List<String> parts = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(entry -> entry.getKey() + " on " + entry.getValue())
                .toList();
        int shown = Math.min(parts.size(), MAX_VALUES);
        return String.join(", ", parts.subList(0, shown))
                + (shown < parts.size() ? ", and " + (parts.size() - shown) + " other values" : "");
    }
}
