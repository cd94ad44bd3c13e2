package dev.drawbridge.fleet;

import dev.drawbridge.constraint.cel.DeviceVariables;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A device of a slice. Source: Device of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param attributes by name as written, with or without a domain
 * @param allowMultipleAllocations whether several claims may share it
 * @param nodes the nodes that can use it, if its slice is per device
 * @param bindingConditions whether the field is set, even if empty
 */
public record Device(
        DeviceId id,
        Map<String, Attribute> attributes,
        Map<String, DeviceCapacity> capacity,
        boolean allowMultipleAllocations,
        List<CounterConsumption> consumesCounters,
        List<Taint> taints,
        NodeChoice nodes,
        @Nullable List<String> bindingConditions)
        implements DeviceVariables {

    /** Reads a device; v1alpha3 and v1beta1 have its fields in {@code basic}. */
    static Device of(PoolId pool, ObjectValue object) {
        ObjectValue body = object.has("basic") ? object.object("basic") : object;
        return new Device(
                new DeviceId(pool.driver(), pool.pool(), object.string("name")),
                Map.copyOf(Fields.map(body.object("attributes"), Attribute::of)),
                Map.copyOf(Fields.map(body.object("capacity"), DeviceCapacity::of)),
                body.isTrue("allowMultipleAllocations"),
                Fields.objects(body.list("consumesCounters"), CounterConsumption::of),
                Fields.objects(body.list("taints"), Taint::of),
                NodeChoice.of(body),
                body.has("bindingConditions") ? body.list("bindingConditions").texts() : null);
    }

    public Device withTaints(List<Taint> others) {
        return with(allowMultipleAllocations, consumesCounters, List.copyOf(others));
    }

    /** A copy that consumes nothing of counters with these names. */
    public Device withoutCounters(Set<String> names) {
        List<CounterConsumption> others =
                consumesCounters.stream().map(each -> each.without(names)).toList();
        return with(allowMultipleAllocations, others, taints);
    }

    /** A copy in another pool. */
    Device in(PoolId pool) {
        DeviceId other = new DeviceId(pool.driver(), pool.pool(), id.device());
        return new Device(
                other,
                attributes,
                capacity,
                allowMultipleAllocations,
                consumesCounters,
                taints,
                nodes,
                bindingConditions);
    }

    /** A copy that several claims cannot share. */
    public Device unshared() {
        return allowMultipleAllocations ? with(false, consumesCounters, taints) : this;
    }

    private Device with(boolean isShared, List<CounterConsumption> consumptions, List<Taint> otherTaints) {
        return new Device(id, attributes, capacity, isShared, consumptions, otherTaints, nodes, bindingConditions);
    }

    /** Whether binding waits for conditions of the device. */
    public boolean hasBindingConditions() {
        return bindingConditions != null && !bindingConditions.isEmpty();
    }

    /** The attribute with this full name, in which the driver is the default domain; null if the device has none. */
    public @Nullable Attribute attribute(String fullName) {
        int slash = fullName.indexOf('/');
        return slash < 0
                ? attributes.get(fullName)
                : named(attributes, fullName.substring(0, slash), fullName.substring(slash + 1));
    }

    @Override
    public String driver() {
        return id.driver();
    }

    @Override
    public @Nullable Object attribute(String domain, String identifier) {
        Attribute found = named(attributes, domain, identifier);
        return found == null ? null : found.value();
    }

    @Override
    public @Nullable Quantity capacity(String domain, String identifier) {
        DeviceCapacity found = named(capacity, domain, identifier);
        return found == null ? null : found.value();
    }

    private <V> @Nullable V named(Map<String, V> values, String domain, String identifier) {
        V exact = values.get(domain + "/" + identifier);
        return exact == null && domain.equals(id.driver()) ? values.get(identifier) : exact;
    }

    @Override
    public Map<String, Map<String, Object>> attributesByDomain() {
        return byDomain(attributes, Attribute::value);
    }

    @Override
    public Map<String, Map<String, Quantity>> capacityByDomain() {
        return byDomain(capacity, DeviceCapacity::value);
    }

    /** Before 1.38, a random one of two names of the same value wins. */
    private <V, T> Map<String, Map<String, T>> byDomain(Map<String, V> values, Function<V, T> read) {
        Map<String, Map<String, T>> byDomain = new HashMap<>();
        values.forEach((name, value) -> {
            Map<String, T> ofDomain = byDomain.computeIfAbsent(domain(name), key -> new HashMap<>());
            if (name.indexOf('/') < 0) {
                ofDomain.putIfAbsent(name, read.apply(value));
            } else {
                ofDomain.put(identifier(name), read.apply(value));
            }
        });
        return byDomain;
    }

    private String domain(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? id.driver() : name.substring(0, slash);
    }

    private static String identifier(String name) {
        return name.substring(name.indexOf('/') + 1);
    }
}
