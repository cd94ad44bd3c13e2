package dev.drawbridge.schema;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.field.Demand;
import java.util.ArrayList;
import java.util.List;

/** A rule's demand with its columns. */
public record ColumnedDemand(Demand demand, Availability where) {

    @SafeVarargs
    static <T extends ObjectRule> List<ColumnedDemand> of(List<Columned<T>>... lists) {
        List<ColumnedDemand> demands = new ArrayList<>();
        for (List<Columned<T>> rules : lists) {
            rules.forEach(rule -> rule.content()
                    .demands()
                    .forEach(demand -> demands.add(new ColumnedDemand(demand, rule.availability()))));
        }
        return demands;
    }

    ColumnedDemand about(String part) {
        return new ColumnedDemand(demand.about(part), where);
    }
}
