package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;

/**
 * What a device takes of a counter set of its pool while it is allocated.
 *
 * @param counters the amounts by counter
 * @param compatibilityGroups the groups of which devices of the set must have one in common; empty if it has none
 */
public record CounterConsumption(String counterSet, Map<String, Quantity> counters, List<String> compatibilityGroups) {}
