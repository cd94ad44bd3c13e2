package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.field.Demand;
import java.util.ArrayList;
import java.util.List;

/** A rule's demand with its columns. */
public record ColumnedDemand(Demand demand, Availability where) {

    @SafeVarargs
    static List<ColumnedDemand> of(List<Columned<Constraint>>... lists) {
        List<ColumnedDemand> demands = new ArrayList<>();
        for (List<Columned<Constraint>> constraints : lists) {
            for (Columned<Constraint> constraint : constraints) {
                constraint
                        .content()
                        .demands()
                        .forEach(demand -> demands.add(new ColumnedDemand(demand, constraint.availability())));
            }
        }
        return demands;
    }

    ColumnedDemand about(String part) {
        return new ColumnedDemand(demand.about(part), where);
    }
}
