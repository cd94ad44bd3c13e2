package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.Consumption;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes the values that devices have for the names a selector or request reads. */
record DeviceValues(Allocator allocator, KnownNames names, Consumption consumption) {

    /** The devices' values of everything that the expression reads, and the number of matches of each term. */
    List<FitFact> read(DeviceProgram selector, List<Device> devices) {
        List<FitFact> facts = new ArrayList<>();
        for (DeviceRead read : selector.reads()) {
            FitFact problem = names.problem(read, devices);
            String name = read.name();
            if (problem != null) {
                facts.add(problem);
            } else if (name != null) {
                facts.add(values(name, read, devices));
            }
        }
        boolean isOfDrivers =
                selector.reads().stream().anyMatch(read -> read.field().equals("driver"));
        String driver = isOfDrivers ? names.driverMeant(selector.expression()) : null;
        if (driver != null) {
            facts.add(FitFact.Kind.DRIVER_MEANT.fact(driver));
        }
        List<String> terms = Conjunction.terms(selector.expression());
        if (terms.size() > 1) {
            terms.forEach(term -> facts.add(FitFact.Kind.TERM.fact(matching(term, devices), devices.size(), term)));
        }
        return facts.stream().map(FitFact::asDetail).toList();
    }

    private long matching(String term, List<Device> devices) {
        DeviceProgram program = allocator.selector(term);
        return devices.stream()
                .filter(device -> Boolean.TRUE.equals(program.evaluate(device)))
                .count();
    }

    /** The amounts of a capacity, and what request policies make of the requested one; null if no device has it. */
    Words.@Nullable Values amounts(String name, Quantity requested, List<Device> devices) {
        return devices.stream().allMatch(device -> consumption.capacity(name, device) == null)
                ? null
                : counted(devices, device -> {
                    DeviceCapacity capacity = consumption.capacity(name, device);
                    return capacity == null ? "not set" : capacity.value().text() + policy(requested, capacity);
                });
    }

    private String policy(Quantity requested, DeviceCapacity capacity) {
        Quantity consumed = consumption.consumed(requested, capacity);
        Quantity max = capacity.policy() == null ? null : capacity.policy().max();
        return max != null && consumed.compareTo(max) > 0
                ? " (requestPolicy allows at most " + max + ")"
                : consumed.compareTo(requested) > 0 ? " (requestPolicy rounds it up to " + consumed + ")" : "";
    }

    /** The larger amounts to which request policies round the requested one. */
    Set<String> rounded(String name, Quantity requested, List<Device> devices) {
        return devices.stream()
                .flatMap(device -> Stream.ofNullable(consumption.capacity(name, device)))
                .map(capacity -> consumption.consumed(requested, capacity))
                .filter(consumed -> consumed.compareTo(requested) > 0)
                .map(Quantity::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What the devices have for a name, with its type unless it is a string. */
    static FitFact values(String name, DeviceRead read, List<Device> devices) {
        Object one = devices.stream()
                .flatMap(device -> Stream.ofNullable(read.of(device)))
                .findFirst()
                .orElse("");
        String type = one instanceof Long ? " (int)" : one instanceof SemanticVersion ? " (version)" : "";
        Words.Values values = counted(devices, device -> {
            Object value = read.of(device);
            return value == null ? "not set" : value instanceof Quantity amount ? amount.text() : value.toString();
        });
        return FitFact.Kind.VALUES.fact(name + type, values);
    }

    private static Words.Values counted(List<Device> devices, Function<Device, String> value) {
        return new Words.Values(
                devices.stream().collect(Collectors.groupingBy(value, LinkedHashMap::new, Collectors.counting())));
    }
}
