package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Maps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object with arbitrary keys and values of one type, such as labels. */
public final class MapType extends FieldType {

    final FieldType value;
    List<Columned<Constraint>> constraints = List.of();
    List<Columned<Constraint>> keys = List.of();
    List<Columned<Constraint>> limit = List.of();

    @Nullable
    Columned<Depth> depthBeyondLimit;

    final int shown;

    MapType(FieldType value, int shown) {
        this.value = value;
        this.shown = shown;
    }

    private MapType copy() {
        return (MapType) copied();
    }

    @Override
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
}
