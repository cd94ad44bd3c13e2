package dev.drawbridge.constraint.cel;

import dev.drawbridge.constraint.AttributeNames;
import java.util.List;
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

    /** The target of a path, and its maximum size. */
    private enum Level {
        DEVICE(0),
        DRIVER(63),
        ALLOCATIONS(1),
        ATTRIBUTES(32),
        CAPACITY(32),
        DOMAIN(AttributeNames.MAX_DOMAIN),
        ATTRIBUTES_OF_DOMAIN(32),
        CAPACITY_OF_DOMAIN(32),
        NAME(AttributeNames.MAX_IDENTIFIER),
        ATTRIBUTE(64),
        QUANTITY(0);

        final Size size;

        Level(long max) {
            this.size = new Size(0, max);
        }
    }

    private DeviceSizes() {}

    static @Nullable Size at(@Nullable List<String> path) {
        if (path == null || path.isEmpty() || !path.get(0).equals("device")) {
            return null;
        }
        Level level = Level.DEVICE;
        for (String step : path.subList(1, path.size())) {
            level = below(level, step);
            if (level == null) {
                return null;
            }
        }
        return level.size;
    }

    private static @Nullable Level below(Level level, String step) {
        boolean values = step.equals(VALUES) || step.equals(ITEMS);
        boolean keys = step.equals(KEYS);
        return switch (level) {
            case DEVICE ->
                switch (step) {
                    case "driver" -> Level.DRIVER;
                    case "attributes" -> Level.ATTRIBUTES;
                    case "capacity" -> Level.CAPACITY;
                    case "allowMultipleAllocations" -> Level.ALLOCATIONS;
                    default -> null;
                };
            case ATTRIBUTES -> keys ? Level.DOMAIN : values ? Level.ATTRIBUTES_OF_DOMAIN : null;
            case CAPACITY -> keys ? Level.DOMAIN : values ? Level.CAPACITY_OF_DOMAIN : null;
            case ATTRIBUTES_OF_DOMAIN -> keys ? Level.NAME : Level.ATTRIBUTE;
            case CAPACITY_OF_DOMAIN -> keys ? Level.NAME : values ? Level.QUANTITY : null;
            default -> null;
        };
    }
}
