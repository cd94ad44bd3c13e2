package dev.drawbridge.fit;

import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.DeviceConstraint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a constraint of a claim remembers of the devices that are chosen for it.
 *
 * <p>Source: matchAttributeConstraint and distinctAttributeConstraint of {@code structured/internal/<channel>}.
 */
abstract class ConstraintState {

    private final List<String> requests;
    private final String attribute;

    private ConstraintState(List<String> requests, String attribute) {
        this.requests = requests;
        this.attribute = attribute;
    }

    /**
     * The state before any device is chosen.
     *
     * @throws AllocationError where the release does not know the constraint
     */
    static ConstraintState of(DeviceConstraint constraint, AllocatorVersion version, Supplier<String> place) {
        if (constraint.matchAttribute() != null) {
            return version.has(Feature.LIST_ATTRIBUTES)
                    ? new MatchSets(constraint.requests(), constraint.matchAttribute(), version.forgetsToWiden())
                    : new MatchScalars(constraint.requests(), constraint.matchAttribute());
        }
        if (constraint.distinctAttribute() != null && version.hasDistinctAttribute()) {
            return version.remembersOneValuePerRequest()
                    ? new DistinctByRequest(constraint.requests(), constraint.distinctAttribute(), version)
                    : new Distinct(constraint.requests(), constraint.distinctAttribute(), version);
        }
        throw new AllocationError(place.get() + ": empty constraint (unsupported constraint type?)");
    }

    /** The attribute that it is about. */
    String attribute() {
        return attribute;
    }

    /** Whether it is about the request. */
    boolean concerns(RequestState request) {
        return request.isNamedIn(requests);
    }

    /** Adds a device with this value, if that is possible. */
    abstract boolean add(RequestState request, Attribute value);

    /** Takes back the device that was added last. */
    abstract void remove(RequestState request);

    /** What decides about further devices. */
    abstract Object memory();

    /** Whether all devices need one of the {@link #values()}, or of all where there are none yet. */
    boolean isMatch() {
        return false;
    }

    /** Whether each device needs another value than {@link #values()}. */
    boolean isDistinct() {
        return false;
    }

    /** The values of the devices that are chosen. */
    abstract Set<Object> values();

    /** Scalars: all devices have the first one's. A list is like no other value. */
    private static final class MatchScalars extends ConstraintState {

        private @Nullable Attribute first;
        private int devices;

        MatchScalars(List<String> requests, String attribute) {
            super(requests, attribute);
        }

        @Override
        boolean add(RequestState request, Attribute value) {
            if (devices == 0) {
                first = value;
            } else if (first == null
                    || value.isList()
                    || first.isList()
                    || !first.values().equals(value.values())) {
                return false;
            }
            devices++;
            return true;
        }

        @Override
        void remove(RequestState request) {
            devices--;
        }

        @Override
        boolean isMatch() {
            return true;
        }

        @Override
        Set<Object> values() {
            return devices == 0 || first == null ? Set.of() : first.values();
        }

        @Override
        Object memory() {
            return values();
        }
    }

    /** Sets: all devices have a value in common. */
    private static final class MatchSets extends ConstraintState {

        private final boolean forgetsToWiden;
        private final List<Set<Object>> common = new ArrayList<>();

        MatchSets(List<String> requests, String attribute, boolean forgetsToWiden) {
            super(requests, attribute);
            this.forgetsToWiden = forgetsToWiden;
        }

        @Override
        boolean add(RequestState request, Attribute value) {
            Set<Object> narrowed = new HashSet<>(value.values());
            if (!common.isEmpty()) {
                narrowed.retainAll(common.get(common.size() - 1));
            }
            if (narrowed.isEmpty()) {
                return false;
            }
            if (forgetsToWiden) {
                common.replaceAll(before -> narrowed);
            }
            common.add(narrowed);
            return true;
        }

        @Override
        void remove(RequestState request) {
            common.remove(common.size() - 1);
        }

        @Override
        boolean isMatch() {
            return true;
        }

        @Override
        Set<Object> values() {
            return common.isEmpty() ? Set.of() : common.get(common.size() - 1);
        }

        @Override
        Object memory() {
            return values();
        }
    }

    private static boolean areEqual(AllocatorVersion version, Attribute one, Attribute other) {
        if (version.has(Feature.LIST_ATTRIBUTES)) {
            return one.values().stream().anyMatch(other.values()::contains);
        }
        return version.neverFindsEqualValues() ? one == other : one.values().equals(other.values());
    }

    /** Whether constraints of the release have no place for the value: a list where lists are unknown, or an empty one. */
    private static boolean isUnknown(AllocatorVersion version, Attribute value) {
        return version.has(Feature.LIST_ATTRIBUTES) ? value.values().isEmpty() : value.isList();
    }

    /** Each device has another value. */
    private static final class Distinct extends ConstraintState {

        private final AllocatorVersion version;
        private final List<Attribute> values = new ArrayList<>();

        Distinct(List<String> requests, String attribute, AllocatorVersion version) {
            super(requests, attribute);
            this.version = version;
        }

        @Override
        boolean add(RequestState request, Attribute value) {
            if (isUnknown(version, value) && (version.has(Feature.LIST_ATTRIBUTES) || !values.isEmpty())
                    || values.stream().anyMatch(known -> areEqual(version, known, value))) {
                return false;
            }
            values.add(value);
            return true;
        }

        @Override
        void remove(RequestState request) {
            values.remove(values.size() - 1);
        }

        @Override
        boolean isDistinct() {
            return true;
        }

        @Override
        Set<Object> values() {
            Set<Object> all = new HashSet<>();
            values.forEach(value -> all.addAll(value.values()));
            return all;
        }

        @Override
        Object memory() {
            return values();
        }
    }

    /** The same, as long as each request has one device: of several, the last one's value is remembered. */
    private static final class DistinctByRequest extends ConstraintState {

        private final AllocatorVersion version;
        private final Map<String, Attribute> values = new LinkedHashMap<>();
        private int devices;

        DistinctByRequest(List<String> requests, String attribute, AllocatorVersion version) {
            super(requests, attribute);
            this.version = version;
        }

        @Override
        boolean add(RequestState request, Attribute value) {
            if (devices > 0 && !isDistinct(value)) {
                return false;
            }
            values.put(request.baseName(), value);
            devices++;
            return true;
        }

        private boolean isDistinct(Attribute value) {
            boolean isUnknown =
                    isUnknown(version, value) && (version.has(Feature.LIST_ATTRIBUTES) || !values.isEmpty());
            return !isUnknown && values.values().stream().noneMatch(known -> areEqual(version, known, value));
        }

        @Override
        void remove(RequestState request) {
            values.remove(request.baseName());
            devices--;
        }

        @Override
        Set<Object> values() {
            Set<Object> all = new HashSet<>();
            values.values().forEach(value -> all.addAll(value.values()));
            return all;
        }

        @Override
        Object memory() {
            return List.of(devices > 0, Map.copyOf(values));
        }
    }
}
