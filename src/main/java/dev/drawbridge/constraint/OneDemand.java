package dev.drawbridge.constraint;

import dev.drawbridge.field.Demand;
import java.util.List;

interface OneDemand extends Constraint {

    Demand demand();

    @Override
    default List<Demand> demands() {
        return List.of(demand());
    }
}
