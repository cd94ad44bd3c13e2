package dev.drawbridge.constraint.cel;

import dev.drawbridge.constraint.AttributeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maximum sizes of the parts of {@code device}, from the limits of the API. Source: {@code
 * k8s.io/dynamic-resource-allocation/cel/compile.go}, sizeEstimator.
 */
final class DeviceSizes {

    /** A step of a path to the elements of a list. */
    static final String ITEMS = "@items";

    /** A step of a path to the keys of a map. */
    static final String KEYS = "@keys";

    /** A step of a path to the values of a map. */
    static final String VALUES = "@values";

    private static final String ATTRIBUTES = "attributes";
    private static final String CAPACITY = "capacity";

    /** The maximum sizes of what is at these paths. */
    private static final Map<List<String>, Integer> MAX = Map.ofEntries(
            Map.entry(List.of(), 0),
            Map.entry(List.of("driver"), 63),
            Map.entry(List.of("allowMultipleAllocations"), 1),
            Map.entry(List.of(ATTRIBUTES), 32),
            Map.entry(List.of(ATTRIBUTES, KEYS), AttributeNames.MAX_DOMAIN),
            Map.entry(List.of(ATTRIBUTES, VALUES), 32),
            Map.entry(List.of(ATTRIBUTES, VALUES, KEYS), AttributeNames.MAX_IDENTIFIER),
            Map.entry(List.of(ATTRIBUTES, VALUES, VALUES), 64),
            Map.entry(List.of(CAPACITY), 32),
            Map.entry(List.of(CAPACITY, KEYS), AttributeNames.MAX_DOMAIN),
            Map.entry(List.of(CAPACITY, VALUES), 32),
            Map.entry(List.of(CAPACITY, VALUES, KEYS), AttributeNames.MAX_IDENTIFIER),
            Map.entry(List.of(CAPACITY, VALUES, VALUES), 0));

    static @Nullable Size at(@Nullable List<String> path) {
        if (path == null || path.isEmpty() || !path.get(0).equals("device")) {
            return null;
        }
        List<String> steps = new ArrayList<>(path.subList(1, path.size()));
        boolean isAttribute = steps.size() == 3
                && steps.get(0).equals(ATTRIBUTES)
                && !steps.get(2).equals(KEYS);
        steps.replaceAll(step -> step.equals(ITEMS) ? VALUES : step);
        if (isAttribute) {
            // An attribute may also be a field of its domain.
            steps.set(2, VALUES);
        }
        Integer max = MAX.get(steps);
        return max == null ? null : new Size(0, max);
    }
}
