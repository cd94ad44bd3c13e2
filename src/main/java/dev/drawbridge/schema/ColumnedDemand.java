package dev.drawbridge.schema;

import dev.drawbridge.constraint.Demand;

/** What a rule demands, and where. */
public record ColumnedDemand(Demand demand, Availability where) {}
