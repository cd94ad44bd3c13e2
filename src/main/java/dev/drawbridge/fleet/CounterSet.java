package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.Map;

/** The counters, with amounts, that the devices of a pool share. */
public record CounterSet(String name, Map<String, Quantity> counters) {}
