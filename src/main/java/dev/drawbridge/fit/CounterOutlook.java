package dev.drawbridge.fit;

import dev.drawbridge.fleet.CounterConsumption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the counters are enough for all devices that are still to come. A necessary condition: of counters with the same name, and of those
 * with as much in them, all devices together take no more than there is, even if each takes the least that it can.
 */
final class CounterOutlook {

    /** Sums are compared as floating-point numbers, with some room for what rounding loses. */
    private static final double ROOM = 1e-9;

    private record Counter(Object pool, String set, String name) {}

    /** Counters that are summed up, and what a device of each kind takes of them. */
    private record Group(Map<Counter, Candidate> counters, double[] taken) {}

    private final Counters counters;
    private final List<Group> groups = new ArrayList<>();

    CounterOutlook(Counters counters, List<Candidate> kinds) {
        this.counters = counters;
        Map<Object, Map<Counter, Candidate>> byKey = new LinkedHashMap<>();
        for (Candidate kind : kinds) {
            for (CounterConsumption consumption : kind.device.consumesCounters()) {
                for (String name : consumption.counters().keySet()) {
                    Counter counter = new Counter(kind.pool.id(), consumption.counterSet(), name);
                    for (Object key : List.of(name, counters.left(kind, counter.set(), name))) {
                        byKey.computeIfAbsent(key, any -> new LinkedHashMap<>()).putIfAbsent(counter, kind);
                    }
                }
            }
        }
        byKey.values().forEach(group -> groups.add(new Group(group, taken(group.keySet(), kinds))));
    }

    private static double[] taken(Set<Counter> group, List<Candidate> kinds) {
        double[] taken = new double[kinds.size()];
        for (Candidate kind : kinds) {
            for (CounterConsumption consumption : kind.device.consumesCounters()) {
                consumption.counters().forEach((name, amount) -> {
                    if (group.contains(new Counter(kind.pool.id(), consumption.counterSet(), name))) {
                        taken[kind.kind] += amount.approximately();
                    }
                });
            }
        }
        return taken;
    }

    /** Whether they are, for a device of one of these kinds each. */
    boolean areEnough(List<BitSet> needed) {
        Set<BitSet> different = new LinkedHashSet<>(needed);
        for (Group group : groups) {
            double sum = 0;
            for (BitSet kinds : different) {
                double least = kinds.stream()
                        .mapToDouble(kind -> group.taken()[kind])
                        .min()
                        .orElse(0);
                sum += least * needed.stream().filter(kinds::equals).count();
            }
            double left = 0;
            for (Map.Entry<Counter, Candidate> counter : group.counters().entrySet()) {
                left += counters.left(
                        counter.getValue(),
                        counter.getKey().set(),
                        counter.getKey().name());
            }
            if (sum > left * (1 + ROOM) + ROOM) {
                return false;
            }
        }
        return true;
    }
}
