package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks whether the counters suffice for all devices still needed. This is a necessary condition: of counters with the
 * same name, and of counters with equal amounts, all devices together consume no more than there is, even if each
 * consumes its minimum.
 */
final class CounterOutlook {

    /** The tolerance for rounding errors in sums of floating-point numbers. */
    private static final double ROOM = 1e-9;

    /** Counters that are added up: each with a device that consumes it, and how much a device of each kind takes. */
    private record Group(Map<CounterId, Candidate> counters, double[] taken) {}

    private final Counters counters;
    private final List<Group> groups = new ArrayList<>();

    CounterOutlook(Counters counters, List<Candidate> examples) {
        this.counters = counters;
        Map<String, Map<CounterId, Candidate>> byName = new LinkedHashMap<>();
        Map<Double, Map<CounterId, Candidate>> byAmount = new LinkedHashMap<>();
        for (Candidate example : examples) {
            for (CounterConsumption consumption : example.device().consumesCounters()) {
                CounterSetId set = counters.set(example, consumption.counterSet());
                for (String name : consumption.counters().keySet()) {
                    CounterId counter = new CounterId(set, name);
                    double amount = counters.left(example, counter, Map.of());
                    byName.computeIfAbsent(name, any -> new LinkedHashMap<>()).putIfAbsent(counter, example);
                    byAmount.computeIfAbsent(amount, any -> new LinkedHashMap<>())
                            .putIfAbsent(counter, example);
                }
            }
        }
        byName.values().forEach(group -> groups.add(new Group(group, taken(group.keySet(), examples))));
        byAmount.values().forEach(group -> groups.add(new Group(group, taken(group.keySet(), examples))));
    }

    private double[] taken(Set<CounterId> group, List<Candidate> examples) {
        double[] taken = new double[examples.size()];
        for (int kind = 0; kind < taken.length; kind++) {
            Candidate example = examples.get(kind);
            for (CounterConsumption consumption : example.device().consumesCounters()) {
                CounterSetId set = counters.set(example, consumption.counterSet());
                for (Map.Entry<String, Quantity> counter :
                        consumption.counters().entrySet()) {
                    // A further share of a device consumes no counters again, and this may be one.
                    if (!example.device().allowMultipleAllocations()
                            && group.contains(new CounterId(set, counter.getKey()))) {
                        taken[kind] += counter.getValue().approximately();
                    }
                }
            }
        }
        return taken;
    }

    boolean areEnough(List<BitSet> needed, Map<CounterId, Quantity> takenAlready) {
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
            for (Map.Entry<CounterId, Candidate> counter : group.counters().entrySet()) {
                // Overuse of one counter by claims of the fleet does not reduce another.
                left += Math.max(0, counters.left(counter.getValue(), counter.getKey(), takenAlready));
            }
            if (sum > left * (1 + ROOM) + ROOM) {
                return false;
            }
        }
        return true;
    }
}
