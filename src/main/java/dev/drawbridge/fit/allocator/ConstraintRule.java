package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.allocator.ConstraintValues.Different;
import dev.drawbridge.fit.allocator.ConstraintValues.LastOfRequests;
import dev.drawbridge.fit.allocator.ConstraintValues.Nothing;
import dev.drawbridge.fit.allocator.ConstraintValues.Same;
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
            return Optional.of(hasLists ? new MatchLists(requests, match) : new Match(requests, match));
        }
        String distinct = constraint.distinctAttribute();
        if (distinct == null || !version.has(Quirk.DISTINCT_ATTRIBUTE)) {
            return Optional.empty();
        }
        return Optional.of(
                version.has(Quirk.DISTINCT_BY_REQUEST)
                        ? new DistinctByRequest(requests, distinct, version.has(Quirk.DISTINCT_BY_ADDRESS))
                        : hasLists ? new DistinctLists(requests, distinct) : new Distinct(requests, distinct));
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
        return Set.of(value);
    }

    /** Whether all devices must have something in common. */
    default boolean isMatch() {
        return false;
    }

    /** Whether no two devices may have anything in common, in every release and order. */
    default boolean isDistinct() {
        return false;
    }

    /** All devices have the first one's value. A list equals no other value, but may be the first and only one. */
    record Match(List<String> requests, String attribute) implements ConstraintRule {

        @Override
        public @Nullable ConstraintValues add(ConstraintValues before, RequestState request, Attribute value) {
            if (!(before instanceof Same same)) {
                return new Same(value, false);
            }
            return !value.isList() && same.first().equals(value) ? before : null;
        }

        @Override
        public ConstraintValues giveBack(ConstraintValues before, ConstraintValues now, RequestState request) {
            return now instanceof Same same && same.isStuck() ? now : before;
        }

        @Override
        public ConstraintValues stuck(ConstraintValues values) {
            return values instanceof Same same ? new Same(same.first(), true) : values;
        }

        @Override
        public boolean isMatch() {
            return true;
        }
    }

    /** All devices have a value in common. */
    record MatchLists(List<String> requests, String attribute) implements ConstraintRule {

        @Override
        public @Nullable ConstraintValues add(ConstraintValues before, RequestState request, Attribute value) {
            Set<Attribute> narrowed = new HashSet<>(value.values());
            boolean isFirst = !(before instanceof Shared);
            if (!isFirst) {
                narrowed.retainAll(before.values());
            }
            return narrowed.isEmpty() && !isFirst ? null : new Shared(Set.copyOf(narrowed));
        }

        @Override
        public Set<Attribute> compared(Attribute value) {
            return value.values();
        }

        @Override
        public boolean isMatch() {
            return true;
        }
    }

    /** Each device has a different value. A list equals no other value, but may be the first. */
    record Distinct(List<String> requests, String attribute) implements ConstraintRule {

        @Override
        public @Nullable ConstraintValues add(ConstraintValues before, RequestState request, Attribute value) {
            Set<Attribute> known = before.values();
            return known.contains(value) || value.isList() && !known.isEmpty() ? null : with(known, Set.of(value));
        }

        static ConstraintValues with(Set<Attribute> known, Set<Attribute> more) {
            Set<Attribute> all = new HashSet<>(known);
            all.addAll(more);
            return new Different(Set.copyOf(all));
        }

        @Override
        public boolean isDistinct() {
            return true;
        }
    }

    /** No two devices have a value in common. */
    record DistinctLists(List<String> requests, String attribute) implements ConstraintRule {

        @Override
        public @Nullable ConstraintValues add(ConstraintValues before, RequestState request, Attribute value) {
            Set<Attribute> known = before.values();
            return value.values().stream().anyMatch(known::contains) ? null : Distinct.with(known, value.values());
        }

        @Override
        public Set<Attribute> compared(Attribute value) {
            return value.values();
        }

        @Override
        public boolean isDistinct() {
            return true;
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
