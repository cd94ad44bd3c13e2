package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.port.Quantity;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a node's pools: the amounts that devices consume, and whether they are left.
 *
 * <p>Source: {@code structured/internal/experimental/allocator_experimental.go}, checkAvailableCounters.
 */
final class Counters {

    private final AllocatorVersion version;
    private final AllocatedState allocated;
    private final Map<PoolId, Available> availableOfOwners = new HashMap<>();

    /** The counters of an owner minus those of the fleet's claims; overdrawn if one is below zero. */
    private record Available(Map<CounterId, Quantity> counters, boolean isOverdrawn) {}

    Counters(AllocatorInputs inputs) {
        this.version = inputs.version();
        this.allocated = inputs.allocated();
    }

    /** Whether pools of two drivers have the same name: the first device tried determines the counters. */
    static boolean dependOnOrder(AllocatorVersion version, List<Pool> pools) {
        List<String> names = pools.stream()
                .filter(pool -> !pool.counterSets().isEmpty())
                .map(pool -> pool.id().pool())
                .toList();
        return version.has(Quirk.COUNTERS_MIX_DRIVERS) && Set.copyOf(names).size() < names.size();
    }

    CounterSetId set(Candidate candidate, String name) {
        return set(version, candidate.pool().id(), candidate.slice(), name);
    }

    static CounterSetId set(AllocatorVersion version, PoolId pool, Slice slice, String name) {
        if (!version.has(Quirk.POOL_COUNTERS)) {
            return new CounterSetId(new PoolId("", slice.name()), name);
        }
        return new CounterSetId(version.has(Quirk.COUNTERS_MIX_DRIVERS) ? new PoolId("", pool.pool()) : pool, name);
    }

    /** The consumption including the device; null if not enough is left. */
    @Nullable
    Map<CounterId, Quantity> with(Candidate candidate, Map<CounterId, Quantity> taken) {
        return isEnoughFor(candidate, taken) ? sum(candidate, taken, 1) : null;
    }

    Map<CounterId, Quantity> without(Candidate candidate, Map<CounterId, Quantity> taken) {
        return sum(candidate, taken, -1);
    }

    private Map<CounterId, Quantity> sum(Candidate candidate, Map<CounterId, Quantity> taken, int sign) {
        Map<CounterId, Quantity> sums = new HashMap<>(taken);
        for (CounterConsumption consumption : candidate.device().consumesCounters()) {
            CounterSetId set = set(candidate, consumption.counterSet());
            consumption.counters().forEach((name, amount) -> {
                CounterId counter = new CounterId(set, name);
                Quantity before = sums.getOrDefault(counter, Quantity.ZERO);
                Quantity after = sign > 0 ? before.plus(amount) : before.minus(amount);
                if (after.sign() == 0) {
                    sums.remove(counter);
                } else {
                    sums.put(counter, after);
                }
            });
        }
        return sums;
    }

    boolean isEnoughFor(Candidate candidate, Map<CounterId, Quantity> taken) {
        if (candidate.device().consumesCounters().isEmpty()) {
            return true;
        }
        Available available = available(candidate);
        if (available.isOverdrawn()) {
            return false;
        }
        for (CounterConsumption consumption : candidate.device().consumesCounters()) {
            CounterSetId set = set(candidate, consumption.counterSet());
            for (Map.Entry<String, Quantity> needed : consumption.counters().entrySet()) {
                CounterId counter = new CounterId(set, needed.getKey());
                Quantity limit = available.counters().get(counter);
                Quantity before = taken.get(counter);
                Quantity after = before == null ? needed.getValue() : before.plus(needed.getValue());
                if (limit != null && limit.compareTo(after) < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The approximate rest of a counter that the device consumes; infinite if unlimited. */
    double left(Candidate candidate, CounterId counter, Map<CounterId, Quantity> taken) {
        Quantity limit = available(candidate).counters().get(counter);
        return limit == null
                ? Double.POSITIVE_INFINITY
                : limit.minus(taken.getOrDefault(counter, Quantity.ZERO)).approximately();
    }

    private Available available(Candidate candidate) {
        PoolId owner = set(candidate, "").owner();
        Available known = availableOfOwners.get(owner);
        if (known == null) {
            known = readAvailable(candidate);
            availableOfOwners.put(owner, known);
        }
        return known;
    }

    /** The sets minus the consumption of other claims' devices. */
    private Available readAvailable(Candidate candidate) {
        boolean isOfPool = version.has(Quirk.POOL_COUNTERS);
        Pool pool = candidate.pool();
        Collection<CounterSet> sets =
                isOfPool ? pool.counterSets().values() : candidate.slice().sharedCounters();
        Map<CounterId, Quantity> available = new HashMap<>();
        for (CounterSet set : sets) {
            CounterSetId id = set(candidate, set.name());
            set.counters().forEach((name, amount) -> available.put(new CounterId(id, name), amount));
        }
        Stream<Slice> slices = isOfPool
                ? Stream.concat(pool.slices().stream(), pool.otherSlices().stream())
                : Stream.of(candidate.slice());
        slices.flatMap(slice -> slice.devices().stream())
                .filter(this::isAllocated)
                .flatMap(device -> device.consumesCounters().stream())
                .forEach(consumption -> {
                    CounterSetId set = set(candidate, consumption.counterSet());
                    consumption
                            .counters()
                            .forEach((name, amount) -> available.computeIfPresent(
                                    new CounterId(set, name), (counter, left) -> left.minus(amount)));
                });
        return new Available(available, available.values().stream().anyMatch(left -> left.sign() < 0));
    }

    private boolean isAllocated(Device device) {
        return version.has(Quirk.SHARES_TAKE_COUNTERS)
                ? allocated.isAllocated(device.id())
                : allocated.isHeld(device.id());
    }
}
