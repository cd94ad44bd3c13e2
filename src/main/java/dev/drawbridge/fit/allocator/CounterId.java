package dev.drawbridge.fit.allocator;

/** A counter, identified by its name and its set: counters of two sets may have the same name. */
record CounterId(CounterSetId set, String name) {}
