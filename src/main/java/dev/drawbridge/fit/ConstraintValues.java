package dev.drawbridge.fit;

import dev.drawbridge.fleet.Attribute;
import java.util.Map;
import java.util.Set;

/**
 * What a constraint of a claim remembers of the devices that are taken for it. Attributes are equal if type and value
 * are.
 */
sealed interface ConstraintValues {

    ConstraintValues NOTHING = new Nothing();

    /** The values that further devices are compared with. */
    Set<Attribute> values();

    /** No device is taken. */
    record Nothing() implements ConstraintValues {

        @Override
        public Set<Attribute> values() {
            return Set.of();
        }
    }

    /**
     * All devices have the attribute of the first.
     *
     * @param isStuck whether a device that was not taken after all still counts, as in releases that do not roll back
     */
    record Same(Attribute first, boolean isStuck) implements ConstraintValues {

        @Override
        public Set<Attribute> values() {
            return Set.of(first);
        }
    }

    /** The values that all devices have in their lists. */
    record Shared(Set<Attribute> values) implements ConstraintValues {}

    /** The values that devices have, each only one of them. */
    record Different(Set<Attribute> values) implements ConstraintValues {}

    /**
     * The value of the last device of each request.
     *
     * @param isStuck whether a device that was not taken after all still counts, as in releases that do not roll back
     */
    record LastOfRequests(Map<String, Attribute> byRequest, boolean isStuck) implements ConstraintValues {

        @Override
        public Set<Attribute> values() {
            return Set.copyOf(byRequest.values());
        }
    }
}
