package dev.drawbridge.driver;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The devices that a driver publishes in its ResourceSlices, and the classes that its manifests install.
 *
 * @param source the source of the facts; empty for that of the entry
 * @param serves {@code containers}, {@code network} or {@code nodes}: the user of a claim's devices; empty if unknown
 * @param isOpen whether devices may have other attributes, such as those of a cloud, a node or a user
 * @param deviceNames examples of the names of devices
 */
record PublishedDevices(
        List<String> drivers,
        String source,
        String serves,
        boolean isOpen,
        List<String> deviceNames,
        List<PublishedName> names,
        List<Taint> taints,
        List<DeviceClass> classes) {

    /** A taint that the driver adds to devices. */
    record Taint(String key, String effect, String description) {

        static Taint of(ObjectValue taint) {
            return new Taint(taint.string("key"), taint.string("effect"), taint.string("description"));
        }
    }

    /** A DeviceClass that the manifests of the driver install, with its selectors and extended resource, if any. */
    record DeviceClass(String name, List<String> expressions, String extendedResourceName) {

        static DeviceClass of(ObjectValue one) {
            return new DeviceClass(
                    one.string("name"), one.list("expressions").texts(), one.string("extendedResourceName"));
        }
    }

    boolean isOf(String driver) {
        return drivers.contains(driver);
    }

    /**
     * Reads the devices of an entry.
     *
     * @throws IllegalArgumentException with a message if a row names a version that the entry does not list
     */
    static List<PublishedDevices> read(ListValue list, List<String> drivers, DriverVersions versions) {
        List<PublishedDevices> all = new ArrayList<>();
        list.forEachObject((i, object) -> {
            List<String> own = object.list("drivers").texts();
            all.add(read(object, own.isEmpty() ? drivers : own, versions, "devices[" + i + "]"));
        });
        return List.copyOf(all);
    }

    private static PublishedDevices read(
            ObjectValue object, List<String> drivers, DriverVersions versions, String path) {
        String domain = drivers.get(0);
        List<PublishedName> names = new ArrayList<>();
        for (String field : List.of("attributes", "capacity")) {
            List<ObjectValue> rows = object.list(field).objects();
            for (int i = 0; i < rows.size(); i++) {
                ObjectValue row = rows.get(i);
                boolean isInVersion = versions.has(row, path + "." + field + "[" + i + "]");
                names.add(PublishedName.of(
                        row, field.equals("capacity"), domain, isInVersion, DriverVersions.words(row)));
            }
        }
        return new PublishedDevices(
                drivers,
                object.string("source"),
                object.string("serves"),
                object.string("otherNames").equals("allowed"),
                object.list("deviceNames").texts(),
                List.copyOf(names),
                object.list("taints").objects().stream().map(Taint::of).toList(),
                object.list("classes").objects().stream().map(DeviceClass::of).toList());
    }

    /** The known values of an attribute, which may be all. */
    record KnownValues(List<String> texts, boolean areAll) {}

    /**
     * An attribute or a capacity.
     *
     * @param id its name; one that ends with {@code *} is a series, such as {@code memorySlice*}
     * @param types the types that an attribute may have: string, int, bool, version, list; empty if unknown
     * @param isInVersion whether the version of the driver has it
     * @param versions the versions that have it, as text; empty if all have
     */
    record PublishedName(
            DeviceName id,
            Set<String> types,
            KnownValues values,
            boolean isInVersion,
            String versions,
            String description) {

        private static PublishedName of(
                ObjectValue row, boolean isCapacity, String domain, boolean isInVersion, String versions) {
            List<String> all = texts(row.list("enum"));
            DeviceName id = DeviceName.of(isCapacity, row.string("name"), domain);
            Set<String> types = row.get("type") instanceof StringValue type
                    ? Set.of(type.value())
                    : Set.copyOf(row.list("type").texts());
            KnownValues values = new KnownValues(all.isEmpty() ? texts(row.list("examples")) : all, !all.isEmpty());
            return new PublishedName(id, types, values, isInVersion, versions, row.string("description"));
        }

        private static List<String> texts(ListValue list) {
            List<String> texts = new ArrayList<>();
            for (Value value : list.items()) {
                texts.add(value instanceof StringValue text ? text.value() : value.excerpt());
            }
            return List.copyOf(texts);
        }

        /** Whether a device with a name has this one. */
        boolean isNamed(DeviceName wanted) {
            return id.isCapacity() == wanted.isCapacity()
                    && id.domain().equals(wanted.domain())
                    && (isSeries()
                            ? wanted.name().startsWith(prefix())
                            : wanted.name().equals(id.name()));
        }

        boolean isSeries() {
            return id.name().endsWith("*");
        }

        /** The name, or what all names of a series begin with. */
        String prefix() {
            return isSeries() ? id.name().substring(0, id.name().length() - 1) : id.name();
        }
    }
}
