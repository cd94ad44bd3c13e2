package dev.drawbridge.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the table says of a type, for people and programs.
 *
 * @param name as kubectl explain writes it, such as {@code []DeviceRequest}
 * @param scalar what it is if it is no object, list or map; null if it is one of them
 * @param object the table of the object that it is; null if it is none
 * @param entries the type of the entries of a list, or of the values of a map; null if it is neither
 * @param isMap whether it is a map
 * @param demands what is demanded of a value
 * @param ofKeys what is demanded of each key of a map
 */
public record TypeFacts(
        String name,
        @Nullable ScalarKind scalar,
        @Nullable ObjectSchema object,
        @Nullable TypeFacts entries,
        boolean isMap,
        List<ColumnedDemand> demands,
        List<ColumnedDemand> ofKeys) {

    /** The table of the object that it is, or that its entries or values are; null if they are none. */
    public @Nullable ObjectSchema anyObject() {
        return object != null || entries == null ? object : entries.anyObject();
    }

    /** What is demanded of a value, of its keys and of its entries. */
    public List<ColumnedDemand> allDemands() {
        List<ColumnedDemand> all = new ArrayList<>(demands);
        ofKeys.forEach(demand -> all.add(demand.about("each key")));
        if (entries != null) {
            entries.allDemands().forEach(demand -> all.add(demand.about(isMap ? "each value" : "each entry")));
        }
        return all;
    }
}
