package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The counters of a set that a device consumes while it is allocated.
 *
 * @param compatibilityGroups groups, of which all devices of the set must have one in common; empty if unset
 */
public record CounterConsumption(String counterSet, Map<String, Quantity> counters, List<String> compatibilityGroups) {

    static CounterConsumption of(ObjectValue consumption) {
        return new CounterConsumption(
                consumption.string("counterSet"),
                Fields.amounts(consumption.object("counters")),
                consumption.list("compatibilityGroups").texts());
    }

    CounterConsumption without(Set<String> names) {
        Map<String, Quantity> others = new HashMap<>(counters);
        others.keySet().removeAll(names);
        return new CounterConsumption(counterSet, others, compatibilityGroups);
    }
}
