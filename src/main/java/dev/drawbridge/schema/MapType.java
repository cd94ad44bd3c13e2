package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.field.FieldPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object with keys of the user's choice and values of one type, such as labels. */
public final class MapType extends FieldType {

    private final FieldType value;
    private List<Columned<Constraint>> constraints = List.of();
    private List<Columned<Constraint>> keys = List.of();
    private List<Columned<Constraint>> keysAtMap = List.of();
    private List<Columned<Constraint>> limit = List.of();
    private @Nullable Availability asksKeysBeyondLimit;
    private int shown = FieldPath.MAX_SHOWN;

    MapType(FieldType value) {
        this.value = value;
    }

    /** A copy, to be changed before anybody else sees it. */
    private MapType copy() {
        MapType copy = new MapType(value);
        copy.constraints = constraints;
        copy.keys = keys;
        copy.keysAtMap = keysAtMap;
        copy.limit = limit;
        copy.asksKeysBeyondLimit = asksKeysBeyondLimit;
        copy.shown = shown;
        return copy;
    }

    /** The type with this check of the whole map. */
    public MapType with(Constraint constraint) {
        MapType type = copy();
        type.constraints = Columned.with(constraints, constraint, Availability.ALWAYS);
        return type;
    }

    /** Each key is a string of which this is checked, where the columns say; the error is reported at the key. */
    public MapType keys(Constraint constraint, Availability availability) {
        MapType type = copy();
        type.keys = Columned.with(keys, constraint, availability);
        return type;
    }

    /** Each key is a string of which this is checked, where the columns say; the error is reported at the map. */
    public MapType keysAtMap(Constraint constraint, Availability availability) {
        MapType type = copy();
        type.keysAtMap = Columned.with(keysAtMap, constraint, availability);
        return type;
    }

    /** At most this many keys, where the columns say: a map that has more is reported, and its keys are not validated. */
    public MapType max(int max, Availability availability) {
        MapType type = copy();
        type.limit = Columned.with(limit, Limits.maxKeys(max), availability);
        return type;
    }

    /** Where the columns say, the keys of a map that has too many are validated all the same. */
    public MapType keysBeyondLimit(Availability columns) {
        MapType type = copy();
        type.asksKeysBeyondLimit = columns;
        return type;
    }

    /** What is checked on its keys so far is declared by the Go type as well, in {@code +k8s:} tags. */
    public MapType declaredKeys() {
        MapType type = copy();
        type.keys = Columned.from(Source.BOTH, keys);
        type.keysAtMap = Columned.from(Source.BOTH, keysAtMap);
        return type;
    }

    /** A path shows at most so many characters of a key. */
    public MapType shown(int characters) {
        MapType type = copy();
        type.shown = characters;
        return type;
    }

    @Override
    Node project(Projector projector) {
        return new MapNode(
                projector.unpaired().node(value),
                projector.constraints(keys),
                projector.constraints(keysAtMap),
                projector.constraints(limit),
                asksKeysBeyondLimit != null && asksKeysBeyondLimit.covers(projector.target()),
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
                ColumnedDemand.of(keys, keysAtMap));
    }
}
