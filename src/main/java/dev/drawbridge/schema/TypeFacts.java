package dev.drawbridge.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a type in the table, for documentation and programs.
 *
 * @param name in the notation of kubectl explain, such as {@code []DeviceRequest}
 * @param scalar the scalar type; null for objects, lists and maps
 * @param object the table of the object; null for other types
 * @param entries the type of list entries or map values; null for other types
 * @param isMap whether it is a map
 * @param demands the demands on a value
 * @param ofKeys the demands on each key of a map
 */
public record TypeFacts(
        String name,
        @Nullable ScalarKind scalar,
        @Nullable ObjectSchema object,
        @Nullable TypeFacts entries,
        boolean isMap,
        List<ColumnedDemand> demands,
        List<ColumnedDemand> ofKeys) {

    /** The table of the object, or of the entries or values; null for scalars. */
    public @Nullable ObjectSchema anyObject() {
        return object != null || entries == null ? object : entries.anyObject();
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
