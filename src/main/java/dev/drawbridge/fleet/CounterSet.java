package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.Map;

/** Amounts by counter, which the devices of a pool share. */
public record CounterSet(String name, Map<String, Quantity> counters) {}
