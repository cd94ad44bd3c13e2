package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits the attributes and capacities of a device together, and its attribute values, including each value of a list.
 * Source: validateDevice, ResourceSliceMaxAttributesAndCapacitiesPerDevice, ResourceSliceMaxAttributeValuesPerDevice.
 *
 * @param maxEntries of attributes and capacities together
 * @param maxValues of attribute values
 */
public record AttributesAreFew(int maxEntries, int maxValues) implements ObjectRule {

    private static final String ENTRIES = "attributes and capacities";
    private static final String VALUES = "attribute values";

    /** The fields of an attribute that hold several values. */
    private static final Set<String> LISTS = Set.of("bools", "ints", "strings", "versions");

    /** The rule of a release that does not count attribute values. */
    public AttributesAreFew(int maxEntries) {
        this(maxEntries, Integer.MAX_VALUE);
    }

    @Override
    public List<Demand> demands() {
        return maxValues == Integer.MAX_VALUE
                ? List.of(limit(maxEntries, ENTRIES))
                : List.of(limit(maxEntries, ENTRIES), limit(maxValues, VALUES));
    }

    private static Demand limit(int max, String what) {
        return new Demand(Origin.DEVICE_SIZE, "must have no more than " + max + " " + what + " in total")
                .dependingOn(
                        what.equals(ENTRIES) ? new String[] {"attributes", "capacity"} : new String[] {"attributes"});
    }

    @Override
    public void check(ObjectValue device, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue body = DeviceBody.of(device);
        ObjectValue attributes = body.object("attributes");
        report(attributes.size() + body.object("capacity").size(), maxEntries, ENTRIES, context);
        report(values(attributes), maxValues, VALUES, context);
    }

    private static int values(ObjectValue attributes) {
        int values = 0;
        for (int i = 0; i < attributes.size(); i++) {
            values += Math.max(
                    1,
                    lists(attributes.value(i)).stream()
                            .mapToInt(ListValue::size)
                            .sum());
        }
        return values;
    }

    static List<ListValue> lists(Value attribute) {
        List<ListValue> lists = new ArrayList<>();
        ObjectValue.orEmpty(attribute).forEach((field, value) -> {
            if (value instanceof ListValue list && LISTS.contains(field)) {
                lists.add(list);
            }
        });
        return lists;
    }

    private static void report(int count, int max, String what, ValidationContext context) {
        if (count > max) {
            context.reportExcess(ErrorType.INVALID, null, limit(max, what), count);
        }
    }
}
