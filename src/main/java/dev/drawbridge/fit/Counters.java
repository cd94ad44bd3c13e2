package dev.drawbridge.fit;

import dev.drawbridge.constraint.content.Quantity;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Slice;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The counters that the devices of a search take of their pools.
 *
 * <p>Source: {@code structured/internal/experimental/allocator_experimental.go}, checkAvailableCounters.
 */
final class Counters {

    /**
     * What the counter sets of a pool have without what claims of the fleet take.
     *
     * @param isOverdrawn whether a counter is below zero: then no device that takes counters can be allocated
     */
    private record Available(Map<String, Map<String, Quantity>> sets, boolean isOverdrawn) {}

    private final Allocator allocator;
    private final AllocatorVersion version;
    private final Map<Object, Available> allAvailable = new HashMap<>();
    private final Map<Object, Map<String, Map<String, Quantity>>> consumed = new HashMap<>();

    Counters(Allocator allocator) {
        this.allocator = allocator;
        this.version = allocator.version();
    }

    /** Takes what the device needs, if that much is left. */
    boolean take(Candidate candidate) {
        boolean isEnough = isEnoughFor(candidate);
        if (isEnough) {
            add(candidate, 1);
        }
        return isEnough;
    }

    /** Whether what the device needs is left. */
    boolean isEnoughFor(Candidate candidate) {
        Available available = allAvailable.computeIfAbsent(key(candidate), unknown -> available(candidate));
        if (available.isOverdrawn()) {
            return false;
        }
        Map<String, Map<String, Quantity>> taken = consumed.getOrDefault(key(candidate), Map.of());
        for (CounterConsumption consumption : candidate.device.consumesCounters()) {
            Map<String, Quantity> ofSet = available.sets().getOrDefault(consumption.counterSet(), Map.of());
            Map<String, Quantity> takenOfSet = taken.getOrDefault(consumption.counterSet(), Map.of());
            for (Map.Entry<String, Quantity> counter : consumption.counters().entrySet()) {
                Quantity limit = ofSet.get(counter.getKey());
                Quantity before = takenOfSet.get(counter.getKey());
                Quantity after =
                        before == null || before.sign() == 0 ? counter.getValue() : before.plus(counter.getValue());
                if (limit != null && limit.compareTo(after) < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Gives back what the device took. */
    void giveBack(Candidate candidate) {
        add(candidate, -1);
    }

    private Object key(Candidate candidate) {
        if (!version.hasPoolCounters()) {
            return candidate.slice.name();
        }
        return version.mixesCountersOfDrivers() ? candidate.pool.id().pool() : candidate.pool.id();
    }

    private void add(Candidate candidate, int sign) {
        Map<String, Map<String, Quantity>> ofPool = consumed.computeIfAbsent(key(candidate), key -> new HashMap<>());
        for (CounterConsumption consumption : candidate.device.consumesCounters()) {
            Map<String, Quantity> ofSet = ofPool.computeIfAbsent(consumption.counterSet(), set -> new HashMap<>());
            consumption.counters().forEach((name, amount) -> {
                Quantity before = ofSet.getOrDefault(name, Quantity.ZERO);
                ofSet.put(name, sign > 0 ? before.plus(amount) : before.minus(amount));
            });
        }
    }

    /** What the sets have, without what devices of other claims take. */
    private Available available(Candidate candidate) {
        Collection<CounterSet> sets =
                version.hasPoolCounters() ? candidate.pool.counterSets().values() : candidate.slice.sharedCounters();
        Map<String, Map<String, Quantity>> available = new HashMap<>();
        sets.forEach(set -> available.put(set.name(), new HashMap<>(set.counters())));
        Stream<Slice> slices = version.hasPoolCounters()
                ? Stream.concat(candidate.pool.slices().stream(), candidate.pool.otherSlices().stream())
                : Stream.of(candidate.slice);
        slices.map(Slice::devices)
                .flatMap(List::stream)
                .filter(this::isAllocated)
                .flatMap(device -> device.consumesCounters().stream())
                .forEach(consumption -> {
                    Map<String, Quantity> ofSet = available.getOrDefault(consumption.counterSet(), Map.of());
                    consumption.counters().forEach((name, amount) -> {
                        Quantity left = ofSet.get(name);
                        if (left != null) {
                            ofSet.put(name, left.minus(amount));
                        }
                    });
                });
        boolean isOverdrawn = available.values().stream()
                .flatMap(set -> set.values().stream())
                .anyMatch(left -> left.sign() < 0);
        return new Available(available, isOverdrawn);
    }

    /** How much of the counter is left, approximately. */
    double left(Candidate candidate, String set, String counter) {
        Available available = allAvailable.computeIfAbsent(key(candidate), unknown -> available(candidate));
        Quantity limit = available.sets().getOrDefault(set, Map.of()).getOrDefault(counter, Quantity.ZERO);
        Quantity taken = consumed.getOrDefault(key(candidate), Map.of())
                .getOrDefault(set, Map.of())
                .getOrDefault(counter, Quantity.ZERO);
        return limit.minus(taken).approximately();
    }

    private boolean isAllocated(Device device) {
        AllocatedState allocated = allocator.allocated();
        return version.countsSharesAsAllocated()
                ? allocated.isAllocated(device.id())
                : allocated.devices().contains(device.id());
    }

    /** What is taken of the sets that the device takes counters of, which decides whether it can be taken. */
    String memory(Candidate candidate) {
        StringBuilder text = new StringBuilder();
        Map<String, Map<String, Quantity>> taken = consumed.getOrDefault(key(candidate), Map.of());
        for (CounterConsumption consumption : candidate.device.consumesCounters()) {
            taken.getOrDefault(consumption.counterSet(), Map.of()).forEach((name, amount) -> {
                if (amount.sign() != 0) {
                    text.append(name).append('=').append(amount).append(' ');
                }
            });
        }
        return text.toString();
    }
}
