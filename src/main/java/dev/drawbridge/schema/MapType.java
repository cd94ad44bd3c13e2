package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Maps;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An object with arbitrary keys and values of one type, such as labels. */
public final class MapType extends FieldType {

    private final FieldType value;
    private List<Columned<Constraint>> constraints = List.of();
    private List<Columned<Constraint>> keys = List.of();
    private List<Columned<Constraint>> limit = List.of();
    private @Nullable Columned<Depth> depthBeyondLimit;
    private final int shown;

    MapType(FieldType value, int shown) {
        this.value = value;
        this.shown = shown;
    }

    private MapType copy() {
        return (MapType) copied();
    }

    /** Adds a check of the whole map. */
    public MapType with(Constraint constraint) {
        MapType type = copy();
        type.constraints = Columned.with(constraints, constraint, Availability.ALWAYS);
        return type;
    }

    /** Adds a check of each key for these columns; its errors are at the key, unless {@link Maps#reportedAtMap}. */
    public MapType keys(Constraint constraint, Availability availability) {
        MapType type = copy();
        type.keys = Columned.with(keys, constraint, availability);
        return type;
    }

    /** At most this many keys, for these columns; if there are more, keys are not validated. */
    public MapType max(int max, Availability availability) {
        MapType type = copy();
        type.limit = Columned.with(limit, Limits.maxKeys(max), availability);
        return type;
    }

    /**
     * For these columns, the depth of validation of keys in a map with too many.
     *
     * @param depth {@link Depth#VALIDATED} or {@link Depth#UNVALIDATED}, the default
     */
    public MapType beyondLimit(Depth depth, Availability columns) {
        if (depth != Depth.VALIDATED && depth != Depth.UNVALIDATED) {
            throw new IllegalArgumentException("the keys of a map are validated or not: " + depth);
        }
        MapType type = copy();
        type.depthBeyondLimit = new Columned<>(depth, columns);
        return type;
    }

    @Override
    TypeNode project(Projector projector) {
        Depth beyond = projector.covered(depthBeyondLimit);
        List<Constraint> checks = List.of(projector.constraints(keys));
        return new MapNode(
                projector.unpaired().node(value),
                checks.stream()
                        .filter(check -> Maps.reportedAtMapOf(check) == null)
                        .toArray(Constraint[]::new),
                checks.stream()
                        .map(Maps::reportedAtMapOf)
                        .filter(Objects::nonNull)
                        .toArray(Constraint[]::new),
                projector.constraints(limit),
                beyond == Depth.VALIDATED,
                shown,
                projector.constraints(constraints));
    }

    @Override
    TypeFacts facts() {
        TypeFacts values = value.facts();
        return new TypeFacts(
                "map[string]" + values.name(),
                null,
                null,
                values,
                true,
                ColumnedDemand.of(limit, constraints),
                ColumnedDemand.of(keys));
    }
}
