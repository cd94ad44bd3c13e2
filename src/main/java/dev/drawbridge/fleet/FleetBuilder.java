package dev.drawbridge.fleet;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fleet from Kubernetes objects, in any order. For a fleet that is written by hand: a device may have a {@code count}, which makes as many
 * devices of it ({@code gpu-0}, {@code gpu-1}, …), the pool may be left out where a node is named, and so may the nodes.
 */
public final class FleetBuilder {

    private static final String GROUP = "resource.k8s.io/";

    /** More devices are not made of one entry. */
    private static final int MAX_COUNT = 10_000;

    private final String namespace;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, DeviceClass> classes = new LinkedHashMap<>();

    /** By their names; one without a name by itself, so that a file that is read twice counts once. */
    private final Map<Object, Slice> slices = new LinkedHashMap<>();

    private final Map<String, Claim> claims = new LinkedHashMap<>();
    private final Map<String, ObjectValue> templates = new LinkedHashMap<>();
    private final Map<Object, DeviceTaintRule> rules = new LinkedHashMap<>();

    /** An empty fleet; {@code namespace} is that of objects that name none. */
    public FleetBuilder(String namespace) {
        this.namespace = namespace;
    }

    /** Another that has the same so far. */
    public FleetBuilder copy() {
        FleetBuilder copy = new FleetBuilder(namespace);
        copy.nodes.putAll(nodes);
        copy.classes.putAll(classes);
        copy.slices.putAll(slices);
        copy.claims.putAll(claims);
        copy.templates.putAll(templates);
        copy.rules.putAll(rules);
        return copy;
    }

    /** Adds an object, if it is of a kind that counts. The later of two with the same name replaces the first. Returns whether that changed anything. */
    public boolean add(String apiVersion, String kind, ObjectValue object) {
        String name = object.object("metadata").string("name");
        if (apiVersion.equals("v1") && kind.equals("Node")) {
            return put(nodes, name, FleetReader.node(object));
        }
        if (!apiVersion.startsWith(GROUP)) {
            return false;
        }
        return switch (kind) {
            case "DeviceClass" -> put(classes, name, FleetReader.deviceClass(object));
            case "ResourceSlice" -> {
                Slice slice = FleetReader.slice(expanded(object));
                yield put(slices, name.isEmpty() ? slice : name, slice);
            }
            case "ResourceClaim" -> put(claims, key(object, name), FleetReader.claim(object));
            case "ResourceClaimTemplate" -> put(templates, key(object, name), object);
            case "DeviceTaintRule" -> {
                DeviceTaintRule rule = FleetReader.taintRule(object);
                yield put(rules, name.isEmpty() ? rule : name, rule);
            }
            default -> false;
        };
    }

    private static <K, V> boolean put(Map<K, V> map, K key, V value) {
        return !value.equals(map.put(key, value));
    }

    /** Takes away the object of this name; returns whether it was there. */
    public boolean remove(String apiVersion, String kind, ObjectValue object) {
        String name = object.object("metadata").string("name");
        return switch (apiVersion.equals("v1") || apiVersion.startsWith(GROUP) ? kind : "") {
            case "Node" -> nodes.remove(name) != null;
            case "DeviceClass" -> classes.remove(name) != null;
            case "ResourceSlice" -> slices.remove(name) != null;
            case "ResourceClaim" -> claims.remove(key(object, name)) != null;
            case "ResourceClaimTemplate" -> templates.remove(key(object, name)) != null;
            case "DeviceTaintRule" -> rules.remove(name) != null;
            default -> false;
        };
    }

    private String key(ObjectValue object, String name) {
        String named = object.object("metadata").string("namespace");
        return key(named.isEmpty() ? namespace : named, name);
    }

    /** How claims and templates are found. */
    public static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    /** The slice with a device for each that a count stands for, and a pool. */
    private static ObjectValue expanded(ObjectValue slice) {
        ObjectValue spec = slice.object("spec");
        ListValue devices = spec.list("devices");
        ListValue.Builder all = ListValue.at(devices.position());
        for (int i = 0; i < devices.size(); i++) {
            int count = devices.get(i) instanceof ObjectValue device ? count(device) : -1;
            if (count < 0) {
                all.add(devices.get(i));
            }
            for (int number = 0; number < count; number++) {
                all.add(named((ObjectValue) devices.get(i), number));
            }
        }
        ObjectValue fullSpec = with(spec, "devices", all.build());
        if (!spec.has("pool")) {
            StringValue name = new StringValue(spec.string("nodeName"), null);
            fullSpec = with(
                    fullSpec,
                    "pool",
                    ObjectValue.at(null).add("name", name, null).build());
        }
        return with(slice, "spec", fullSpec);
    }

    private static int count(ObjectValue device) {
        return device.get("count") instanceof NumberValue count && count.isIntegerBetween(0, MAX_COUNT)
                ? Integer.parseInt(count.text())
                : -1;
    }

    private static ObjectValue named(ObjectValue device, int number) {
        return with(device, "name", new StringValue(device.string("name") + "-" + number, null));
    }

    private static ObjectValue with(ObjectValue object, String key, Value value) {
        int index = object.indexOf(key);
        return index >= 0
                ? object.with(index, value)
                : object.first(object.size()).add(key, value, null).build();
    }

    /** The fleet. */
    public Fleet build() {
        Map<String, Node> all = new LinkedHashMap<>(nodes);
        slices.values().stream()
                .map(slice -> slice.nodes().nodeName())
                .filter(name -> !name.isEmpty())
                .forEach(name -> all.computeIfAbsent(
                        name, absent -> new Node(name, Map.of("kubernetes.io/hostname", name), List.of(), List.of())));
        return new Fleet(
                List.copyOf(all.values()),
                Map.copyOf(classes),
                List.copyOf(slices.values()),
                List.copyOf(rules.values()),
                List.copyOf(claims.values()),
                Map.copyOf(claims),
                Map.copyOf(templates));
    }
}
