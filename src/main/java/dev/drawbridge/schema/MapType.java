package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import java.util.List;

/** An object with keys of the user's choice and values of one scalar type, such as labels. */
public final class MapType extends FieldType {

    private final ScalarType value;
    private final List<Columned<Constraint>> constraints;

    MapType(ScalarType value, List<Columned<Constraint>> constraints) {
        this.value = value;
        this.constraints = constraints;
    }

    /** The type with this check of the whole map. */
    public MapType with(Constraint constraint) {
        return new MapType(value, Columned.with(constraints, constraint, Availability.ALWAYS));
    }

    @Override
    Node project(Projector projector) {
        return new MapNode((ScalarNode) projector.node(value), projector.constraints(constraints));
    }
}
