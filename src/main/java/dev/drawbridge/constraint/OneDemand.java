package dev.drawbridge.constraint;

import dev.drawbridge.field.Demand;
import java.util.List;

/** A rule or a constraint with a single demand. */
public interface OneDemand extends ObjectRule {

    Demand demand();

    @Override
    default List<Demand> demands() {
        return List.of(demand());
    }
}
