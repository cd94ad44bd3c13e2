package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.AttributeNames;
import dev.drawbridge.constraint.OneDemand;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A node resource that a device takes is counted by a capacity that the device has. Source:
 * validateNodeAllocatableResources, NodeAllocatableMapping.CapacityKey.
 *
 * @param isJudged whether a key is judged; others are errors of their own
 * @param field the map
 * @param below the fields in each of its entries that lead to the key
 */
public record AllocatableResourcesHaveCapacity(Predicate<String> isJudged, String field, List<String> below)
        implements OneDemand {

    private static final String KEY = "capacityKey";

    /** The rule for the map in this field, whose entries have the key at these fields. */
    public AllocatableResourcesHaveCapacity(String field, String... below) {
        this(key -> !key.isEmpty(), field, List.of(below));
    }

    /** The rule for keys that are names of capacities; others are errors of their own. */
    public static AllocatableResourcesHaveCapacity ifNamed(String field, String... below) {
        return new AllocatableResourcesHaveCapacity(AttributeNames::isQualified, field, List.of(below));
    }

    @Override
    public Demand demand() {
        String path = field + "." + String.join(".", below) + (below.isEmpty() ? "" : ".") + KEY;
        return new Demand(Origin.CAPACITY_KEY, path, "must be a key of the device's capacity")
                .dependingOn("capacity")
                .example(example("memory"), example("disk"));
    }

    private String example(String key) {
        String mapping = "{" + KEY + ": " + key + "}";
        for (String step : below) {
            mapping = "{" + step + ": " + mapping + "}";
        }
        return "{capacity: {memory: {value: 80Gi}}, " + field + ": {memory: " + mapping + "}}";
    }

    @Override
    public void check(ObjectValue device, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue resources = device.object(field);
        for (int i = 0; i < resources.size(); i++) {
            ObjectValue mapping = ObjectValue.orEmpty(resources.value(i));
            ValidationContext at = context.at(field).atKey(resources.key(i));
            for (String step : below) {
                mapping = mapping.object(step);
                at = at.at(step);
            }
            if (mapping.get(KEY) instanceof StringValue key
                    && isJudged.test(key.value())
                    && device.object("capacity").get(key.value()) == null) {
                at.report(ErrorType.NOT_FOUND, key, demand(), KEY);
            }
        }
    }
}
