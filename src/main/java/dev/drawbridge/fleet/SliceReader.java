package dev.drawbridge.fleet;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads ResourceSlices of every version. Fields of a wrong type count as unset. */
public final class SliceReader {

    private SliceReader() {}

    /** Reads a ResourceSlice. */
    public static Slice slice(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        ObjectValue pool = spec.object("pool");
        PoolId id = pool(object);
        return new Slice(
                object.object("metadata").string("name"),
                new PoolGeneration(
                        id,
                        Fields.integer(pool.get("generation"), 0),
                        Fields.integer(pool.get("resourceSliceCount"), 1)),
                NodeReader.nodes(spec),
                spec.get("perDeviceNodeSelection") instanceof BooleanValue perDevice ? perDevice.value() : null,
                Fields.objects(
                        spec.list("sharedCounters"),
                        set -> new CounterSet(set.string("name"), Fields.amounts(set.object("counters")))),
                Fields.objects(spec.list("devices"), device -> device(id, device)),
                spec.list("skipNodeOperations").size() > 0,
                spec.list("devices").objects().stream().anyMatch(SliceReader::providesNodeResources));
    }

    private static boolean providesNodeResources(ObjectValue device) {
        return device.has("nodeAllocatableResources") || device.has("nodeAllocatableResourceMappings");
    }

    /** The pool of a slice; its node if the pool is omitted. */
    static PoolId pool(ObjectValue slice) {
        ObjectValue spec = slice.object("spec");
        return new PoolId(
                spec.string("driver"), spec.has("pool") ? spec.object("pool").string("name") : spec.string("nodeName"));
    }

    /** Reads a device; v1alpha3 and v1beta1 have its fields in {@code basic}. */
    private static Device device(PoolId pool, ObjectValue object) {
        ObjectValue body = object.has("basic") ? object.object("basic") : object;
        return new Device(
                new DeviceId(pool.driver(), pool.pool(), object.string("name")),
                Map.copyOf(Fields.map(body.object("attributes"), SliceReader::attribute)),
                Map.copyOf(Fields.map(body.object("capacity"), SliceReader::capacity)),
                body.isTrue("allowMultipleAllocations"),
                Fields.objects(
                        body.list("consumesCounters"),
                        consumption -> new CounterConsumption(
                                consumption.string("counterSet"),
                                Fields.amounts(consumption.object("counters")),
                                consumption.list("compatibilityGroups").texts())),
                Fields.objects(body.list("taints"), TaintReader::taint),
                NodeReader.nodes(body),
                body.has("bindingConditions") ? body.list("bindingConditions").texts() : null);
    }

    private static Attribute attribute(Value value) {
        if (!(value instanceof ObjectValue attribute)) {
            return Attribute.EMPTY;
        }
        for (String kind : List.of("ints", "bools", "strings", "versions")) {
            if (attribute.get(kind) instanceof ListValue list) {
                List<Object> items = new ArrayList<>();
                for (int i = 0; i < list.size(); i++) {
                    Object item = scalar(kind.substring(0, kind.length() - 1), list.get(i));
                    if (item != null) {
                        items.add(item);
                    }
                }
                if (!items.isEmpty()) {
                    return new Attribute(List.copyOf(items));
                }
            }
        }
        for (String kind : List.of("int", "bool", "string", "version")) {
            Object scalar = scalar(kind, attribute.get(kind));
            if (scalar != null) {
                return new Attribute(scalar);
            }
        }
        return Attribute.EMPTY;
    }

    private static @Nullable Object scalar(String kind, @Nullable Value value) {
        return switch (kind) {
            case "int" -> value instanceof NumberValue number ? Fields.integer(number, 0) : null;
            case "bool" -> value instanceof BooleanValue bool ? bool.value() : null;
            case "string" -> value instanceof StringValue text ? text.value() : null;
            default -> value instanceof StringValue text ? SemanticVersion.parse(text.value()) : null;
        };
    }

    /** Reads an amount with its policy; v1alpha3 has only the amount. */
    private static @Nullable DeviceCapacity capacity(Value value) {
        if (!(value instanceof ObjectValue capacity)) {
            Quantity plain = Numbers.amount(value);
            return plain == null ? null : new DeviceCapacity(plain.stored(), null);
        }
        Quantity amount = Numbers.amount(capacity.get("value"));
        if (amount == null || !capacity.has("requestPolicy")) {
            return amount == null ? null : new DeviceCapacity(amount.stored(), null);
        }
        ObjectValue policy = capacity.object("requestPolicy");
        ObjectValue range = policy.object("validRange");
        return new DeviceCapacity(
                amount.stored(),
                new DeviceCapacity.Policy(
                        Numbers.amount(policy.get("default")),
                        values(policy.list("validValues")),
                        policy.has("validRange")
                                ? new DeviceCapacity.Range(
                                        Numbers.amount(range.get("min")),
                                        Numbers.amount(range.get("max")),
                                        Numbers.amount(range.get("step")))
                                : null));
    }

    private static List<Quantity> values(ListValue list) {
        List<Quantity> values = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Quantity amount = Numbers.amount(list.get(i));
            if (amount != null) {
                values.add(amount);
            }
        }
        return values;
    }
}
