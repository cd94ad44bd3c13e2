package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.Attribute;
import java.util.Map;
import java.util.Set;

/** The state of a claim's constraint: the values of the devices taken so far. Equal are type and value. */
sealed interface ConstraintValues {

    ConstraintValues NOTHING = new Nothing();

    /** The values to compare further devices with. */
    Set<Attribute> values();

    /** No device is taken. */
    record Nothing() implements ConstraintValues {

        @Override
        public Set<Attribute> values() {
            return Set.of();
        }
    }

    /** The values that all devices have; if stuck, a refused device still counts: it is not rolled back. */
    record Shared(Set<Attribute> values, boolean isStuck) implements ConstraintValues {}

    record Different(Set<Attribute> values) implements ConstraintValues {}

    /** The value of the last device of each request; if stuck, a refused device still counts. */
    record LastOfRequests(Map<String, Attribute> byRequest, boolean isStuck) implements ConstraintValues {

        @Override
        public Set<Attribute> values() {
            return Set.copyOf(byRequest.values());
        }
    }
}
