package dev.drawbridge.fleet;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;

/** A hand-written ResourceSlice: {@code count} repeats a device, and a slice of a node may omit the pool. */
public final class HandWrittenSlice {

    private static final int MAX_COUNT = 10_000;

    private HandWrittenSlice() {}

    static ObjectValue expanded(ObjectValue slice) {
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
        return slice.with("spec", withPool(spec.with("devices", all.build())));
    }

    /** The slice as the API server could have it, at the same positions: a device with a count appears once. */
    public static ObjectValue stored(ObjectValue slice) {
        if (!(slice.get("spec") instanceof ObjectValue spec)) {
            return slice;
        }
        ObjectValue stored = spec;
        if (spec.get("devices") instanceof ListValue devices) {
            ListValue all = devices.mapped(item -> item instanceof ObjectValue device && count(device) >= 0
                    ? named(device, 0).only(key -> !key.equals("count"))
                    : item);
            stored = spec.with("devices", all);
        }
        boolean namesNodeWrongly = spec.has("nodeName") && !(spec.get("nodeName") instanceof StringValue);
        return slice.with("spec", namesNodeWrongly ? withPool(stored, "node") : withPool(stored));
    }

    static boolean hasNoPool(ObjectValue slice) {
        return !slice.object("spec").has("pool");
    }

    private static ObjectValue withPool(ObjectValue spec) {
        return spec.get("nodeName") instanceof StringValue name ? withPool(spec, name.value()) : spec;
    }

    private static ObjectValue withPool(ObjectValue spec, String name) {
        if (spec.has("pool")) {
            return spec;
        }
        ObjectValue pool = ObjectValue.at(null)
                .add("name", name)
                .add("resourceSliceCount", new NumberValue("1", null))
                .build();
        return spec.with("pool", pool);
    }

    private static int count(ObjectValue device) {
        return device.get("count") instanceof NumberValue count && count.isIntegerBetween(0, MAX_COUNT)
                ? Integer.parseInt(count.text())
                : -1;
    }

    private static ObjectValue named(ObjectValue device, int number) {
        Value name = device.get("name");
        return device.with(
                "name", new StringValue(device.string("name") + "-" + number, name == null ? null : name.position()));
    }
}
