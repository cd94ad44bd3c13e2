package dev.drawbridge.fit.allocator;

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

    /**
     * The state of a constraint.
     *
     * @param all the values of the devices taken so far, or those that all of them have
     * @param byRequest the value of the last device of each request, if only these count
     * @param isStuck whether a refused device still counts: releases that do not roll back leave it behind
     */
    record Values(Set<Attribute> all, Map<String, Attribute> byRequest, boolean isStuck) {

        static final Values NONE = new Values(Set.of(), Map.of(), false);

        Values stuck() {
            return new Values(all, byRequest, true);
        }
    }

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
        return request.request().isNamedIn(requests(), request.alternative());
    }

    /** The state with one more device, which has this value; null if the constraint forbids it. */
    @Nullable
    Values add(Values before, RequestState request, Attribute value);

    /**
     * The state after a device of the request was given back.
     *
     * @param before the state without the device
     * @param now the state with the device and everything that the search has left behind since
     */
    default Values giveBack(Values before, Values now, RequestState request) {
        return before;
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
        public @Nullable Values add(Values before, RequestState request, Attribute value) {
            if (before.all().isEmpty()) {
                return new Values(compared(value), Map.of(), false);
            }
            Set<Attribute> narrowed = new HashSet<>(compared(value));
            narrowed.retainAll(before.all());
            boolean isUnequal = value.isList() && !hasLists;
            return narrowed.isEmpty() || isUnequal
                    ? null
                    : new Values(Set.copyOf(narrowed), Map.of(), before.isStuck());
        }

        @Override
        public Values giveBack(Values before, Values now, RequestState request) {
            return now.isStuck() ? now : before;
        }
    }

    /** No two devices have a value in common; lists as in {@link Match}. */
    record Distinct(List<String> requests, String attribute, boolean hasLists) implements ConstraintRule {

        @Override
        public @Nullable Values add(Values before, RequestState request, Attribute value) {
            Set<Attribute> all = new HashSet<>(before.all());
            boolean isUnequal = value.isList() && !hasLists && !all.isEmpty();
            if (isUnequal || compared(value).stream().anyMatch(all::contains)) {
                return null;
            }
            all.addAll(compared(value));
            return new Values(Set.copyOf(all), Map.of(), false);
        }
    }

    /** {@link Distinct} that remembers only the last of several devices of a request, none once it is given back. */
    record DistinctByRequest(List<String> requests, String attribute, boolean neverFindsEqualValues)
            implements ConstraintRule {

        @Override
        public @Nullable Values add(Values before, RequestState request, Attribute value) {
            boolean isUnknown = value.isList() && !before.byRequest().isEmpty();
            if (isUnknown || before.byRequest().values().stream().anyMatch(known -> areEqual(known, value))) {
                return null;
            }
            Map<String, Attribute> all = new HashMap<>(before.byRequest());
            all.put(request.request().name(), value);
            return new Values(Set.of(), Map.copyOf(all), before.isStuck());
        }

        private boolean areEqual(Attribute one, Attribute other) {
            return neverFindsEqualValues ? one == other : one.equals(other);
        }

        @Override
        public Values giveBack(Values before, Values now, RequestState request) {
            Map<String, Attribute> others = new HashMap<>(now.byRequest());
            others.remove(request.request().name());
            return new Values(Set.of(), Map.copyOf(others), now.isStuck());
        }
    }
}
