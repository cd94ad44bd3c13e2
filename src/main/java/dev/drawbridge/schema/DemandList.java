package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Demand;
import java.util.ArrayList;
import java.util.List;

/** What is demanded of a value, and of its parts. */
final class DemandList {

    private final String part;
    private final List<ColumnedDemand> demands;

    /** An empty list; {@code part} is what of the value it is about, empty for all of it. */
    DemandList(String part) {
        this(part, new ArrayList<>());
    }

    private DemandList(String part, List<ColumnedDemand> demands) {
        this.part = part;
        this.demands = demands;
    }

    /** The same list, to which what is demanded of a part is added. */
    DemandList of(String ofPart) {
        return new DemandList(ofPart, demands);
    }

    void add(List<Columned<Constraint>> constraints) {
        for (Columned<Constraint> constraint : constraints) {
            constraint.content().demands().forEach(demand -> add(demand, constraint.availability()));
        }
    }

    void add(Demand demand, Availability where) {
        demands.add(new ColumnedDemand(part.isEmpty() ? demand : demand.about(part), where));
    }

    List<ColumnedDemand> all() {
        return List.copyOf(demands);
    }
}
