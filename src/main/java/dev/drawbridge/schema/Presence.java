package dev.drawbridge.schema;

import dev.drawbridge.field.Demand;
import dev.drawbridge.field.Origin;
import java.util.List;

/** The check of whether a field is set. */
public enum Presence {
    OPTIONAL,
    /** A missing field is an error of the row's {@code missing} type. */
    REQUIRED(new Demand(Origin.REQUIRED, "is required")),
    /** The documentation requires it, no release does: a warning. */
    DOCUMENTED(new Demand(Origin.DOCUMENTED, "is documented as required, though no release enforces it")),
    /** A set field is an error. */
    FORBIDDEN(new Demand(Origin.FORBIDDEN, "must not be set here"));

    private final List<Demand> demands;

    Presence(Demand... demands) {
        this.demands = List.of(demands);
    }

    /** The demand, if there is one. */
    public List<Demand> demands() {
        return demands;
    }

    /** The demand with more after its sentence, to be reported. */
    Demand adding(String more) {
        return demands.get(0).adding(more);
    }
}
