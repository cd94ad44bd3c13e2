package dev.drawbridge.fleet;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the allocator needs from objects of {@code resource.k8s.io/v1alpha3} to {@code v1} and from nodes. Fields
 * of a wrong type count as not set: {@code drawbridge check} reports them. Defaults are those that the API server sets.
 */
public final class FleetReader {

    private FleetReader() {}

    /** A node. */
    public static Node node(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        List<Taint> taints = new ArrayList<>(objects(spec.list("taints"), FleetReader::taint));
        if (spec.isTrue("unschedulable")) {
            taints.add(new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule"));
        }
        return new Node(
                object.object("metadata").string("name"),
                texts(object.object("metadata").object("labels")),
                taints,
                object.object("status").list("declaredFeatures").texts(),
                pluginResources(object.object("status").object("allocatable")),
                List.of(),
                object.object("status").has("allocatable"),
                true);
    }

    private static Map<String, Long> pluginResources(ObjectValue allocatable) {
        Map<String, Long> offered = new LinkedHashMap<>();
        amounts(allocatable).forEach((name, amount) -> {
            if (ResourceName.isScalar(name)) {
                offered.put(name, amount.value());
            }
        });
        return Map.copyOf(offered);
    }

    /** A DeviceClass. */
    public static DeviceClass deviceClass(ObjectValue object) {
        return new DeviceClass(
                object.object("metadata").string("name"),
                selectors(object.object("spec").list("selectors")),
                object.object("spec").string("extendedResourceName"),
                Objects.requireNonNullElse(time(object.object("metadata"), "creationTimestamp"), Instant.EPOCH));
    }

    /** The time in a field; null where there is none. */
    private static @Nullable Instant time(ObjectValue object, String field) {
        if (!(object.get(field) instanceof StringValue text)) {
            return null;
        }
        try {
            return Instant.parse(text.value());
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static List<String> selectors(ListValue selectors) {
        return objects(selectors, selector -> selector.object("cel").string("expression"));
    }

    /** A ResourceSlice. */
    public static Slice slice(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        ObjectValue pool = spec.object("pool");
        PoolId id = pool(object);
        return new Slice(
                object.object("metadata").string("name"),
                id,
                integer(pool.get("generation"), 0),
                integer(pool.get("resourceSliceCount"), 1),
                nodes(spec),
                spec.get("perDeviceNodeSelection") instanceof BooleanValue perDevice ? perDevice.value() : null,
                objects(
                        spec.list("sharedCounters"),
                        set -> new CounterSet(set.string("name"), amounts(set.object("counters")))),
                objects(spec.list("devices"), device -> device(id, device)),
                spec.list("skipNodeOperations").size() > 0,
                spec.list("devices").objects().stream().anyMatch(FleetReader::providesNodeResources));
    }

    private static boolean providesNodeResources(ObjectValue device) {
        return device.has("nodeAllocatableResources") || device.has("nodeAllocatableResourceMappings");
    }

    /** The pool of a slice; of one that names none, its node. */
    static PoolId pool(ObjectValue slice) {
        ObjectValue spec = slice.object("spec");
        return new PoolId(
                spec.string("driver"), spec.has("pool") ? spec.object("pool").string("name") : spec.string("nodeName"));
    }

    private static NodeChoice nodes(ObjectValue object) {
        boolean isMade = object.has("nodeName") || object.has("allNodes") || object.has("nodeSelector");
        return isMade
                ? new NodeChoice(
                        object.string("nodeName"), object.isTrue("allNodes"), nodeSelector(object.get("nodeSelector")))
                : NodeChoice.NONE;
    }

    /** A v1.NodeSelector; null where it is none. */
    public static @Nullable NodeSelector nodeSelector(@Nullable Value value) {
        return value instanceof ObjectValue selector
                ? new NodeSelector(objects(selector.list("nodeSelectorTerms"), FleetReader::term))
                : null;
    }

    private static NodeSelector.Term term(ObjectValue term) {
        return new NodeSelector.Term(
                objects(term.list("matchExpressions"), FleetReader::requirement),
                objects(term.list("matchFields"), FleetReader::requirement));
    }

    private static NodeSelector.Requirement requirement(ObjectValue requirement) {
        return new NodeSelector.Requirement(
                requirement.string("key"),
                requirement.string("operator"),
                requirement.list("values").texts());
    }

    /** A device; v1alpha3 and v1beta1 have its fields in {@code basic}. */
    private static Device device(PoolId pool, ObjectValue object) {
        ObjectValue body = object.has("basic") ? object.object("basic") : object;
        return new Device(
                new DeviceId(pool.driver(), pool.pool(), object.string("name")),
                Map.copyOf(map(body.object("attributes"), FleetReader::attribute)),
                Map.copyOf(map(body.object("capacity"), FleetReader::capacity)),
                body.isTrue("allowMultipleAllocations"),
                objects(
                        body.list("consumesCounters"),
                        consumption -> new CounterConsumption(
                                consumption.string("counterSet"),
                                amounts(consumption.object("counters")),
                                consumption.list("compatibilityGroups").texts())),
                objects(body.list("taints"), FleetReader::taint),
                nodes(body),
                body.has("bindingConditions") ? body.list("bindingConditions").texts() : null);
    }

    private static Attribute attribute(Value value) {
        if (!(value instanceof ObjectValue attribute)) {
            return Attribute.EMPTY;
        }
        for (String kind : List.of("ints", "bools", "strings", "versions")) {
            List<Object> items = new ArrayList<>();
            ListValue list = attribute.list(kind);
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
            case "int" -> value instanceof NumberValue number ? integer(number, 0) : null;
            case "bool" -> value instanceof BooleanValue bool ? bool.value() : null;
            case "string" -> value instanceof StringValue text ? text.value() : null;
            default -> value instanceof StringValue text ? SemanticVersion.parse(text.value()) : null;
        };
    }

    /** An amount with its policy; v1alpha3 had the amount alone. */
    private static @Nullable DeviceCapacity capacity(Value value) {
        if (!(value instanceof ObjectValue capacity)) {
            Quantity plain = amount(value);
            return plain == null ? null : new DeviceCapacity(plain, null);
        }
        Quantity amount = amount(capacity.get("value"));
        if (amount == null || !capacity.has("requestPolicy")) {
            return amount == null ? null : new DeviceCapacity(amount, null);
        }
        ObjectValue policy = capacity.object("requestPolicy");
        ObjectValue range = policy.object("validRange");
        return new DeviceCapacity(
                amount,
                new DeviceCapacity.Policy(
                        amount(policy.get("default")),
                        values(policy.list("validValues")),
                        policy.has("validRange")
                                ? new DeviceCapacity.Range(
                                        amount(range.get("min")), amount(range.get("max")), amount(range.get("step")))
                                : null));
    }

    private static List<Quantity> values(ListValue list) {
        List<Quantity> values = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Quantity amount = amount(list.get(i));
            if (amount != null) {
                values.add(amount);
            }
        }
        return values;
    }

    /** Counters and requested capacity: amounts by name. */
    private static Map<String, Quantity> amounts(ObjectValue object) {
        return map(object, value -> amount(value instanceof ObjectValue counter ? counter.get("value") : value));
    }

    /** A quantity, written as a string or a number; null where it is none. */
    public static @Nullable Quantity amount(@Nullable Value value) {
        if (value instanceof StringValue text) {
            return Quantity.unmarshal(text.value());
        }
        return value instanceof NumberValue number ? Quantity.parse(number.text()) : null;
    }

    private static Taint taint(ObjectValue taint) {
        return new Taint(taint.string("key"), taint.string("value"), taint.string("effect"));
    }

    /** A toleration of a claim or a pod. */
    public static Toleration toleration(ObjectValue toleration) {
        return new Toleration(
                toleration.string("key"),
                toleration.string("operator"),
                toleration.string("value"),
                toleration.string("effect"));
    }

    /** A DeviceTaintRule. */
    public static DeviceTaintRule taintRule(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        ObjectValue selector = spec.object("deviceSelector");
        return new DeviceTaintRule(
                object.object("metadata").string("name"),
                spec.get("deviceSelector") instanceof ObjectValue
                        ? new DeviceTaintRule.Selector(
                                selector.string("deviceClassName"),
                                selector.string("driver"),
                                selector.string("pool"),
                                selector.string("device"),
                                selectors(selector.list("selectors")))
                        : null,
                taint(spec.object("taint")));
    }

    /** A ResourceClaim. */
    public static Claim claim(ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        ObjectValue status = object.object("status");
        return claim(
                metadata.string("namespace"),
                metadata.string("name"),
                object.object("spec"),
                status,
                new StoredClaim(
                        metadata.string("uid"),
                        controller(metadata),
                        metadata.has("deletionTimestamp"),
                        metadata.object("annotations")
                                .string("resource.kubernetes.io/extended-resource-claim")
                                .equals("true"),
                        time(status.object("allocation"), "allocationTimestamp"),
                        objects(status.list("reservedFor"), consumer -> consumer.string("uid"))));
    }

    private static StoredClaim.@Nullable Owner controller(ObjectValue metadata) {
        return metadata.list("ownerReferences").objects().stream()
                .filter(owner -> owner.isTrue("controller"))
                .map(owner -> new StoredClaim.Owner(
                        owner.string("apiVersion"), owner.string("kind"), owner.string("name"), owner.string("uid")))
                .findFirst()
                .orElse(null);
    }

    /** A claim with this specification that is yet to be created. */
    public static Claim claim(String namespace, String name, ObjectValue spec, ObjectValue status) {
        return claim(namespace, name, spec, status, StoredClaim.NEW);
    }

    private static Claim claim(
            String namespace, String name, ObjectValue spec, ObjectValue status, StoredClaim stored) {
        ObjectValue devices = spec.object("devices");
        ObjectValue allocation = status.object("allocation");
        return new Claim(
                namespace,
                name,
                requests(spec),
                objects(devices.list("constraints"), FleetReader::constraint),
                status.has("allocation")
                        ? objects(
                                allocation.object("devices").list("results"),
                                result -> allocated(result, status.list("devices")))
                        : null,
                nodeSelector(allocation.get("nodeSelector")),
                objects(
                        status.list("reservedFor"),
                        consumer -> consumer.string("resource") + "/" + consumer.string("name")),
                stored);
    }

    /** The requests of a claim with this specification. */
    public static List<Request> requests(ObjectValue spec) {
        return objects(spec.object("devices").list("requests"), FleetReader::request);
    }

    private static Request request(ObjectValue request) {
        String name = request.string("name");
        List<Alternative> alternatives = objects(
                request.list("firstAvailable"), alternative -> alternative(alternative.string("name"), alternative));
        if (!alternatives.isEmpty()) {
            return new Request(name, alternatives, true);
        }
        ObjectValue exact = request.has("exactly") ? request.object("exactly") : request;
        return new Request(name, List.of(alternative(name, exact)), false);
    }

    private static Alternative alternative(String name, ObjectValue body) {
        String mode = body.string("allocationMode");
        ObjectValue capacity = body.object("capacity");
        Map<String, String> derived = new LinkedHashMap<>();
        for (ObjectValue attribute : objects(body.list("derivedAttributes"), Function.identity())) {
            derived.put(attribute.string("name"), attribute.string("expression"));
        }
        return new Alternative(
                name,
                body.string("deviceClassName"),
                mode.isEmpty() ? "ExactCount" : mode,
                integer(body.get("count"), mode.equals("All") ? 0 : 1),
                body.get("adminAccess") instanceof BooleanValue admin ? admin.value() : null,
                selectors(body.list("selectors")),
                objects(body.list("tolerations"), FleetReader::toleration),
                body.has("capacity") ? amounts(capacity.object("requests")) : null,
                derived);
    }

    private static DeviceConstraint constraint(ObjectValue constraint) {
        return new DeviceConstraint(
                constraint.list("requests").texts(),
                constraint.get("matchAttribute") instanceof StringValue match ? match.value() : null,
                constraint.get("distinctAttribute") instanceof StringValue distinct ? distinct.value() : null);
    }

    private static AllocatedDevice allocated(ObjectValue result, ListValue reported) {
        DeviceId id = deviceId(result);
        return new AllocatedDevice(
                result.string("request"),
                id,
                result.isTrue("adminAccess"),
                result.get("shareID") instanceof StringValue,
                result.has("consumedCapacity") ? amounts(result.object("consumedCapacity")) : null,
                result.list("skipNodeOperations").size() > 0,
                new DeviceBinding(
                        result.list("bindingConditions").texts(),
                        result.list("bindingFailureConditions").texts(),
                        conditions(id, reported)));
    }

    private static DeviceId deviceId(ObjectValue object) {
        return new DeviceId(object.string("driver"), object.string("pool"), object.string("device"));
    }

    /**
     * The conditions that are true of a device, as its driver reports them in {@code status.devices}; null where it
     * does not.
     */
    private static @Nullable Set<String> conditions(DeviceId id, ListValue reported) {
        for (ObjectValue device : reported.objects()) {
            if (deviceId(device).equals(id)) {
                return device.list("conditions").objects().stream()
                        .filter(condition -> condition.string("status").equals("True"))
                        .map(condition -> condition.string("type"))
                        .collect(Collectors.toUnmodifiableSet());
            }
        }
        return null;
    }

    private static long integer(@Nullable Value value, long otherwise) {
        if (!(value instanceof NumberValue number)) {
            return otherwise;
        }
        Quantity amount = Quantity.parse(number.text());
        return amount == null ? otherwise : amount.value();
    }

    private static <T> List<T> objects(ListValue list, Function<ObjectValue, T> reader) {
        return list.objects().stream().map(reader).toList();
    }

    private static <T> Map<String, T> map(ObjectValue object, Function<Value, @Nullable T> reader) {
        Map<String, T> map = new LinkedHashMap<>();
        for (int i = 0; i < object.size(); i++) {
            T value = reader.apply(object.value(i));
            if (value != null) {
                map.put(object.key(i), value);
            }
        }
        return map;
    }

    private static Map<String, String> texts(ObjectValue object) {
        return map(object, value -> value instanceof StringValue text ? text.value() : null);
    }
}
