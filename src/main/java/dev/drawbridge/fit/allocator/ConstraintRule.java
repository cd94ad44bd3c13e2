package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.allocator.ConstraintValues.Different;
import dev.drawbridge.fit.allocator.ConstraintValues.LastOfRequests;
import dev.drawbridge.fit.allocator.ConstraintValues.Nothing;
import dev.drawbridge.fit.allocator.ConstraintValues.Shared;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.DeviceConstraint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A constraint of a claim on the devices taken for it. Its state is a value of the search.
 *
 * <p>Source: matchAttributeConstraint and distinctAttributeConstraint of {@code structured/internal/<channel>}.
 */
sealed interface ConstraintRule {

    List<String> requests();

    String attribute();

    static Optional<ConstraintRule> of(DeviceConstraint constraint, AllocatorVersion version) {
        boolean hasLists = version.has(Feature.LIST_ATTRIBUTES);
        List<String> requests = constraint.requests();
        String match = constraint.matchAttribute();
        if (match != null) {
            return Optional.of(new Match(requests, match, hasLists));
        }
        String distinct = constraint.distinctAttribute();
        if (distinct == null || !version.has(Quirk.DISTINCT_ATTRIBUTE)) {
            return Optional.empty();
        }
        return Optional.of(
                version.has(Quirk.DISTINCT_BY_REQUEST)
                        ? new DistinctByRequest(requests, distinct, version.has(Quirk.DISTINCT_BY_ADDRESS))
                        : new Distinct(requests, distinct, hasLists));
    }

    default boolean concerns(RequestState request) {
        return request.isNamedIn(requests());
    }

    /** The state with one more device, which has this value; null if the constraint forbids it. */
    @Nullable
    ConstraintValues add(ConstraintValues before, RequestState request, Attribute value);

    /**
     * The state after a device of the request was given back.
     *
     * @param before the state without the device
     * @param now the state with the device and everything that the search has left behind since
     */
    default ConstraintValues giveBack(ConstraintValues before, ConstraintValues now, RequestState request) {
        return before;
    }

    /** The state in which a refused device counts permanently: releases that do not roll back leave it behind. */
    default ConstraintValues stuck(ConstraintValues values) {
        return values;
    }

    /** The values to compare with other devices: each value of a list, or the attribute as a whole. */
    default Set<Attribute> compared(Attribute value) {
        return hasLists() ? value.values() : Set.of(value);
    }

    /** Whether each value of a list is compared. */
    default boolean hasLists() {
        return false;
    }

    /**
     * All devices have a value in common.
     *
     * @param hasLists whether each value of a list counts. If not, a list equals no other value, but may be the first
     *     and only one
     */
    record Match(List<String> requests, String attribute, boolean hasLists) implements ConstraintRule {

        @Override
        public @Nullable ConstraintValues add(ConstraintValues before, RequestState request, Attribute value) {
            if (!(before instanceof Shared shared)) {
                return new Shared(compared(value), false);
            }
            Set<Attribute> narrowed = new HashSet<>(compared(value));
            narrowed.retainAll(shared.values());
            boolean isUnequal = value.isList() && !hasLists;
            return narrowed.isEmpty() || isUnequal ? null : new Shared(Set.copyOf(narrowed), shared.isStuck());
        }

        @Override
        public ConstraintValues giveBack(ConstraintValues before, ConstraintValues now, RequestState request) {
            return now instanceof Shared shared && shared.isStuck() ? now : before;
        }

        @Override
        public ConstraintValues stuck(ConstraintValues values) {
            return values instanceof Shared shared ? new Shared(shared.values(), true) : values;
        }
    }

    /** No two devices have a value in common; lists as in {@link Match}. */
    record Distinct(List<String> requests, String attribute, boolean hasLists) implements ConstraintRule {

        @Override
        public @Nullable ConstraintValues add(ConstraintValues before, RequestState request, Attribute value) {
            Set<Attribute> all = new HashSet<>(before.values());
            boolean isUnequal = value.isList() && !hasLists && !all.isEmpty();
            if (isUnequal || compared(value).stream().anyMatch(all::contains)) {
                return null;
            }
            all.addAll(compared(value));
            return new Different(Set.copyOf(all));
        }
    }

    /** {@link Distinct} that remembers only the last of several devices of a request, none once it is given back. */
    record DistinctByRequest(List<String> requests, String attribute, boolean neverFindsEqualValues)
            implements ConstraintRule {

        @Override
        public @Nullable ConstraintValues add(ConstraintValues before, RequestState request, Attribute value) {
            Map<String, Attribute> byRequest = byRequest(before);
            boolean isUnknown = value.isList() && !byRequest.isEmpty();
            if (isUnknown || byRequest.values().stream().anyMatch(known -> areEqual(known, value))) {
                return null;
            }
            Map<String, Attribute> all = new HashMap<>(byRequest);
            all.put(request.baseName(), value);
            return new LastOfRequests(Map.copyOf(all), isStuck(before));
        }

        private boolean areEqual(Attribute one, Attribute other) {
            return neverFindsEqualValues ? one == other : one.equals(other);
        }

        private static Map<String, Attribute> byRequest(ConstraintValues values) {
            return values instanceof LastOfRequests last ? last.byRequest() : Map.of();
        }

        private static boolean isStuck(ConstraintValues values) {
            return values instanceof LastOfRequests last && last.isStuck();
        }

        @Override
        public ConstraintValues giveBack(ConstraintValues before, ConstraintValues now, RequestState request) {
            if (before instanceof Nothing && !isStuck(now)) {
                return before;
            }
            Map<String, Attribute> others = new HashMap<>(byRequest(now));
            others.remove(request.baseName());
            return new LastOfRequests(Map.copyOf(others), isStuck(now));
        }

        @Override
        public ConstraintValues stuck(ConstraintValues values) {
            return new LastOfRequests(byRequest(values), true);
        }
    }
}
