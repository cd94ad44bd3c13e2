package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits the attributes and capacities of a device together, and its attribute values, including each value of a list.
 * Source: validateDevice, ResourceSliceMaxAttributesAndCapacitiesPerDevice, ResourceSliceMaxAttributeValuesPerDevice.
 */
public final class AttributesAreFew implements ObjectRule {

    private static final String ENTRIES = "attributes and capacities";
    private static final String VALUES = "attribute values";

    /** The fields of an attribute that hold several values. */
    static final Set<String> LISTS = Set.of("bools", "ints", "strings", "versions");

    private final int maxEntries;
    private final OptionalInt maxValues;

    private AttributesAreFew(int maxEntries, OptionalInt maxValues) {
        this.maxEntries = maxEntries;
        this.maxValues = maxValues;
    }

    /** The rule with the release's limits, of attributes and capacities together and of attribute values. */
    public AttributesAreFew(int maxEntries, int maxValues) {
        this(maxEntries, OptionalInt.of(maxValues));
    }

    /** The rule of a release that does not count attribute values. */
    public AttributesAreFew(int maxEntries) {
        this(maxEntries, OptionalInt.empty());
    }

    @Override
    public List<Demand> demands() {
        return maxValues.isPresent()
                ? List.of(limit(maxEntries, ENTRIES), limit(maxValues.getAsInt(), VALUES))
                : List.of(limit(maxEntries, ENTRIES));
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
        if (maxValues.isPresent()) {
            report(values(attributes), maxValues.getAsInt(), VALUES, context);
        }
    }

    private static int values(ObjectValue attributes) {
        int values = 0;
        for (int i = 0; i < attributes.size(); i++) {
            int listed = 0;
            if (attributes.value(i) instanceof ObjectValue attribute) {
                for (int j = 0; j < attribute.size(); j++) {
                    if (attribute.value(j) instanceof ListValue list && LISTS.contains(attribute.key(j))) {
                        listed += list.size();
                    }
                }
            }
            values += Math.max(1, listed);
        }
        return values;
    }

    private static void report(int count, int max, String what, ValidationContext context) {
        if (count > max) {
            context.reportExcess(ErrorType.INVALID, null, limit(max, what), count);
        }
    }
}
