package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The counters that the devices of a pool share, and what its allocated devices consume. */
public final class SharedCounters {

    private final Map<Counter, Use> uses = new LinkedHashMap<>();

    /** A counter; its set belongs to a slice with devices (up to Kubernetes 1.34) or to the pool. */
    private record Counter(@Nullable Slice slice, String set, String name) {}

    /**
     * The use of a counter.
     *
     * @param users the allocated devices that consume it
     */
    public record Use(String set, String counter, Quantity all, Quantity used, List<DeviceId> users) {

        private Use with(Device device, Quantity amount) {
            List<DeviceId> more = new ArrayList<>(users);
            more.add(device.id());
            return new Use(set, counter, all, used.plus(amount), more);
        }

        private boolean isTooLittleFor(Quantity amount) {
            return used.plus(amount).compareTo(all) > 0;
        }
    }

    public SharedCounters(PoolState pool, Set<DeviceId> taken) {
        for (Slice slice : pool.slices()) {
            Slice owner = slice.devices().isEmpty() ? null : slice;
            for (CounterSet set : slice.sharedCounters()) {
                set.counters()
                        .forEach((name, all) -> uses.put(
                                new Counter(owner, set.name(), name),
                                new Use(set.name(), name, all, Quantity.ZERO, List.of())));
            }
        }
        pool.forEachDevice((slice, device) -> {
            if (taken.contains(device.id())) {
                device.consumesCounters()
                        .forEach(each -> each.counters()
                                .forEach((name, amount) -> uses.computeIfPresent(
                                        counter(slice, each.counterSet(), name),
                                        (same, use) -> use.with(device, amount))));
            }
        });
    }

    /** The devices of a pool that consume more than there is of a counter, each with the first such counter. */
    public static Map<DeviceId, Use> oversized(PoolState pool) {
        Map<DeviceId, Use> found = new LinkedHashMap<>();
        SharedCounters unused = new SharedCounters(pool, Set.of());
        pool.forEachDevice((slice, device) ->
                unused.lacking(slice, device).stream().limit(1).forEach(use -> found.put(device.id(), use)));
        return found;
    }

    private static Counter counter(Slice slice, String set, String name) {
        return new Counter(slice.sharedCounters().isEmpty() ? null : slice, set, name);
    }

    public List<Use> all() {
        return List.copyOf(uses.values());
    }

    /**
     * The counters that keep a free device from being allocated: too little is left, or more than all of one is in use,
     * after which the scheduler allocates no device with counters. Empty if the device could be allocated.
     */
    public List<Use> lacking(Slice slice, Device device) {
        List<Use> lacking = new ArrayList<>();
        device.consumesCounters()
                .forEach(each -> each.counters().forEach((name, amount) -> {
                    Use use = uses.get(counter(slice, each.counterSet(), name));
                    if (use != null && use.isTooLittleFor(amount)) {
                        lacking.add(use);
                    }
                }));
        if (lacking.isEmpty() && !device.consumesCounters().isEmpty()) {
            uses.values().stream()
                    .filter(use -> use.isTooLittleFor(Quantity.ZERO))
                    .forEach(lacking::add);
        }
        return lacking;
    }
}
