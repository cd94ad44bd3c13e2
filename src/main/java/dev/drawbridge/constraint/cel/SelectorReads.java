package dev.drawbridge.constraint.cel;

import dev.drawbridge.field.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The device properties that a selector reads, and those it requires.
 *
 * @param drivers the constants that {@code device.driver} must be equal to
 * @param reads the attributes and capacities that it reads by name, in source order
 */
public record SelectorReads(List<Driver> drivers, List<Read> reads) {

    /** No reads by name. */
    public static final SelectorReads NONE = new SelectorReads(List.of(), List.of());

    /** A driver that the selector requires, and its position in the expression. */
    public record Driver(String name, @Nullable Position place) {}

    /**
     * An attribute or a capacity that the selector reads.
     *
     * @param isRequired whether the selector is never true for a device that lacks it
     * @param use the use of its value; null unless it is a comparison or a call
     */
    public record Read(
            boolean isCapacity,
            String domain,
            String name,
            boolean isRequired,
            @Nullable Use use,
            @Nullable Position place) {}

    /**
     * A comparison with constants, or a call.
     *
     * @param function the function's CEL name: {@code _==_}, {@code @in}, {@code startsWith}
     * @param constants the values it is compared with, as Long, Double, String or Boolean; empty if they are not
     *     constants
     * @param isRequired whether the selector is never true if the comparison or call is false
     */
    public record Use(String function, List<Object> constants, boolean isRequired) {

        /** Whether the value must be equal to one of the constants. */
        public boolean isEquality() {
            return function.equals("_==_") || function.equals("@in");
        }

        /** Whether the value is compared with constants. */
        public boolean isComparison() {
            return function.startsWith("_") || function.equals("@in");
        }
    }
}
