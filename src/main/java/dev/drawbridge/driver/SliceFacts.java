package dev.drawbridge.driver;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Facts about one driver's devices from ResourceSlices and DeviceClasses of a cluster. */
final class SliceFacts {

    /** Examples of values and of devices' names that an entry keeps. */
    private static final int MAX_EXAMPLES = 5;

    private static final int MAX_TEXT = 60;

    private static final Comparator<DeviceName> BY_NAME = Comparator.comparing(DeviceName::qualified);

    /** An attribute of devices, or a capacity, which has no types: its values as text, and the first device with it. */
    record Shown(Set<String> types, Set<String> values, String device) {}

    private final String driver;
    private final Map<DeviceName, Shown> attributes = new TreeMap<>(BY_NAME);
    private final Map<DeviceName, Shown> capacity = new TreeMap<>(BY_NAME);
    private final Map<String, String> taints = new TreeMap<>();
    private final List<String> deviceNames = new ArrayList<>();
    private final List<ObjectValue> classes = new ArrayList<>();
    private int slices;

    SliceFacts(String driver) {
        this.driver = driver;
    }

    /** Whether an object of {@code resource.k8s.io} is a slice or a class. */
    static boolean isSource(ObjectValue object) {
        return object.string("apiVersion").startsWith("resource.k8s.io/")
                && Set.of("ResourceSlice", "DeviceClass").contains(object.string("kind"));
    }

    void add(ObjectValue object, Function<ObjectValue, Set<String>> driversOf) {
        if (object.string("kind").equals("DeviceClass")) {
            if (driversOf.apply(object).contains(driver)) {
                classes.add(object);
            }
            return;
        }
        ObjectValue spec = object.object("spec");
        if (!spec.string("driver").equals(driver)) {
            return;
        }
        slices++;
        for (ObjectValue device : spec.list("devices").objects()) {
            // v1beta1 and v1alpha3 have the fields of a device in basic.
            ObjectValue fields = device.has("basic") ? device.object("basic") : device;
            String name = device.string("name");
            if (deviceNames.size() < MAX_EXAMPLES) {
                deviceNames.add(name);
            }
            attributes(fields.object("attributes"), name);
            capacity(fields.object("capacity"), name);
            for (ObjectValue taint : fields.list("taints").objects()) {
                taints.put(taint.string("key"), taint.string("effect"));
            }
        }
    }

    private void attributes(ObjectValue all, String device) {
        for (int i = 0; i < all.size(); i++) {
            Shown shown = attributes.computeIfAbsent(
                    DeviceName.of(false, all.key(i), driver),
                    none -> new Shown(new LinkedHashSet<>(), new LinkedHashSet<>(), device));
            if (all.value(i) instanceof ObjectValue value && value.size() > 0) {
                boolean isList = value.key(0).endsWith("s");
                shown.types().add(isList ? "list" : value.key(0));
                if (!isList) {
                    Value only = value.value(0);
                    shown.values().add(only instanceof StringValue text ? text.value() : only.json());
                }
            }
        }
    }

    private void capacity(ObjectValue all, String device) {
        all.forEach((key, value) -> capacity.computeIfAbsent(
                DeviceName.of(true, key, driver), none -> new Shown(Set.of(), Set.of(), device)));
    }

    Map<DeviceName, Shown> shown(boolean isCapacity) {
        return isCapacity ? capacity : attributes;
    }

    List<ObjectValue> classes() {
        return classes;
    }

    int slices() {
        return slices;
    }

    boolean isEmpty() {
        return slices == 0 && classes.isEmpty();
    }

    ObjectValue entry() {
        ObjectValue.Builder devices = ObjectValue.at(null);
        put(devices, "deviceNames", ListValue.ofTexts(deviceNames));
        put(devices, "attributes", rows(attributes));
        put(devices, "capacity", rows(capacity));
        List<ObjectValue> ofTaints = new ArrayList<>();
        taints.forEach((key, effect) -> ofTaints.add(
                ObjectValue.at(null).add("key", key).add("effect", effect).build()));
        put(devices, "taints", ListValue.of(ofTaints));
        List<ObjectValue> ofClasses = classes.stream().map(SliceFacts::row).toList();
        put(devices, "classes", ListValue.of(ofClasses));
        return devices.build();
    }

    private static ObjectValue row(ObjectValue deviceClass) {
        ObjectValue.Builder row =
                ObjectValue.at(null).add("name", deviceClass.object("metadata").string("name"));
        put(row, "expressions", ListValue.ofTexts(expressions(deviceClass)));
        String resource = deviceClass.object("spec").string("extendedResourceName");
        return (resource.isEmpty() ? row : row.add("extendedResourceName", resource)).build();
    }

    static List<String> expressions(ObjectValue deviceClass) {
        return deviceClass.object("spec").list("selectors").objects().stream()
                .map(selector -> selector.object("cel").string("expression"))
                .toList();
    }

    private ListValue rows(Map<DeviceName, Shown> all) {
        List<ObjectValue> rows = new ArrayList<>();
        all.forEach((name, shown) -> {
            ObjectValue.Builder row =
                    ObjectValue.at(null).add("name", name.domain().equals(driver) ? name.name() : name.qualified());
            List<String> types = List.copyOf(shown.types());
            if (types.size() == 1) {
                row.add("type", types.get(0));
            } else {
                put(row, "type", ListValue.ofTexts(types));
            }
            if (types.equals(List.of("string")) || types.equals(List.of("version"))) {
                Stream<String> values = shown.values().stream().filter(value -> value.length() <= MAX_TEXT);
                List<String> examples = values.limit(MAX_EXAMPLES).toList();
                put(row, "examples", ListValue.ofTexts(examples));
            }
            rows.add(row.build());
        });
        return ListValue.of(rows);
    }

    private static void put(ObjectValue.Builder into, String key, ListValue list) {
        if (list.size() > 0) {
            into.add(key, list);
        }
    }
}
