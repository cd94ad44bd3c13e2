package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.CounterConsumption;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compatibility groups of a node's counter sets, which decide whether a device may consume a set's counters next to
 * its other devices.
 *
 * <p>Source: {@code structured/internal/experimental/allocator_experimental.go}, checkAndConsumeCompatibilityGroups.
 */
final class DeviceGroups {

    private final AllocatedState allocated;
    private final Counters counters;
    private final Map<Pool, Map<CounterSetId, CompatibilityGroups>> ofAllocated = new IdentityHashMap<>();

    DeviceGroups(AllocatorInputs inputs, Counters counters) {
        this.allocated = inputs.allocated();
        this.counters = counters;
    }

    /** The groups including the device; null if it is incompatible with the others. */
    @Nullable
    Map<CounterSetId, CompatibilityGroups> with(Candidate candidate, Map<CounterSetId, CompatibilityGroups> taken) {
        Map<CounterSetId, CompatibilityGroups> running = new HashMap<>(taken);
        for (CounterConsumption consumed : candidate.device().consumesCounters()) {
            CounterSetId set = counters.set(candidate, consumed.counterSet());
            CompatibilityGroups known = running.get(set);
            if (known == null) {
                known = ofAllocated(candidate).getOrDefault(set, CompatibilityGroups.NONE);
            }
            if (!known.admits(consumed.compatibilityGroups())) {
                return null;
            }
            running.put(set, known.with(consumed.compatibilityGroups()));
        }
        return running;
    }

    private Map<CounterSetId, CompatibilityGroups> ofAllocated(Candidate candidate) {
        Pool pool = candidate.pool();
        Map<CounterSetId, CompatibilityGroups> known = ofAllocated.get(pool);
        if (known == null) {
            Map<CounterSetId, CompatibilityGroups> read = new HashMap<>();
            Stream.concat(pool.slices().stream(), pool.otherSlices().stream())
                    .flatMap(slice -> slice.devices().stream())
                    .filter(device -> allocated.isAllocated(device.id()))
                    .flatMap(device -> device.consumesCounters().stream())
                    .forEach(consumed -> read.merge(
                            counters.set(candidate, consumed.counterSet()),
                            CompatibilityGroups.NONE.with(consumed.compatibilityGroups()),
                            (before, one) -> before.with(consumed.compatibilityGroups())));
            known = read;
            ofAllocated.put(pool, known);
        }
        return known;
    }
}
