package dev.drawbridge.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a type in the table, for documentation and programs.
 *
 * @param name in the notation of kubectl explain, such as {@code []DeviceRequest}
 * @param scalar the scalar type; null for objects, lists and maps
 * @param object the table of the object; null for other types
 * @param entries the type of list entries or map values; null for other types
 * @param ofKeys the demands on each key of a map
 * @param part the type of those values that are objects or lists; null if it is the same for all
 */
public record TypeFacts(
        String name,
        @Nullable ScalarKind scalar,
        @Nullable ObjectSchema object,
        @Nullable TypeFacts entries,
        boolean isMap,
        List<ColumnedDemand> demands,
        List<ColumnedDemand> ofKeys,
        @Nullable TypeFacts part) {

    /** The types of fields that a table does not name, by the regular expression of their names; empty for any name. */
    public static Map<String, TypeFacts> ofOthers(ObjectSchema table) {
        Map<String, TypeFacts> others = new LinkedHashMap<>();
        table.others.forEach(one -> others.put(Objects.toString(one.names(), ""), of(one.type())));
        return others;
    }

    public static TypeFacts of(FieldType type) {
        if (type instanceof ScalarType scalar) {
            return new TypeFacts(
                    name(scalar.kind),
                    scalar.kind,
                    null,
                    null,
                    false,
                    ColumnedDemand.of(scalar.constraints),
                    List.of(),
                    scalar.constraints.stream()
                            .flatMap(one -> Combination.part(one.content()).stream())
                            .map(TypeFacts::of)
                            .findFirst()
                            .orElse(null));
        }
        if (type instanceof ListType list) {
            TypeFacts entries = of(list.item);
            List<ColumnedDemand> demands = ColumnedDemand.of(list.limits, list.constraints);
            return new TypeFacts("[]" + entries.name, null, null, entries, false, demands, List.of(), null);
        }
        if (type instanceof MapType map) {
            TypeFacts values = of(map.value);
            List<ColumnedDemand> demands = ColumnedDemand.of(map.limit, map.constraints);
            List<ColumnedDemand> ofKeys = ColumnedDemand.of(map.keys);
            return new TypeFacts("map[string]" + values.name, null, null, values, true, demands, ofKeys, null);
        }
        ObjectSchema object = (ObjectSchema) type;
        return new TypeFacts(object.name(), null, object, null, false, List.of(), List.of(), null);
    }

    private static String name(ScalarKind kind) {
        return switch (kind) {
            case STRING -> "string";
            case BOOLEAN -> "boolean";
            case INT32, INT64 -> "integer";
            case NUMBER -> "number";
            case TIME -> "Time";
            case QUANTITY -> "Quantity";
            case RAW -> "JSON";
        };
    }

    /** The table of the object, or of the entries or values; null if there is none. */
    public @Nullable ObjectSchema anyObject() {
        TypeFacts inner = entries == null ? part : entries;
        return object != null || inner == null ? object : inner.anyObject();
    }

    /** The demands on a value, its keys and its entries. */
    public List<ColumnedDemand> allDemands() {
        List<ColumnedDemand> all = new ArrayList<>(demands);
        ofKeys.forEach(demand -> all.add(demand.about("each key")));
        if (entries != null) {
            entries.allDemands().forEach(demand -> all.add(demand.about(isMap ? "each value" : "each entry")));
        }
        return all;
    }
}
