package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counters that devices consume are shared counters of their slice, and few. Source: validateResourceSliceSpec,
 * validateDevice, ResourceSliceMaxSharedCounters, ResourceSliceMaxDeviceCountersPerSlice, Kubernetes 1.33 and 1.34.
 *
 * @param maxOfSlice the limit of counters of a slice
 * @param maxOfDevice of one device
 * @param maxOfDevices of all devices together
 */
public record CountersAreShared(int maxOfSlice, int maxOfDevice, int maxOfDevices) implements ObjectRule {

    // @formatter:off
    private static final Demand IN_SETS = new Demand(Origin.SHARED_COUNTERS, "devices.consumesCounters.counterSet",
        "must be the name of a counter set in spec.sharedCounters")
        .dependingOn("sharedCounters.name").example(consuming("gpu-0", "memory"), consuming("gpu-1", "memory"));
    private static final Demand IN_SET = new Demand(Origin.SHARED_COUNTERS, "devices.consumesCounters.counters",
        "must be counters of that counter set in spec.sharedCounters")
        .dependingOn("sharedCounters.counters").example(consuming("gpu-0", "memory"), consuming("gpu-0", "disk"));
    // @formatter:on

    @Override
    public List<Demand> demands() {
        return List.of(
                IN_SETS,
                IN_SET,
                limit(maxOfSlice).at("sharedCounters"),
                limit(maxOfDevice).at("devices").dependingOn("devices.consumesCounters"),
                limit(maxOfDevices).at("devices").dependingOn("devices.consumesCounters"));
    }

    private static Demand limit(int max) {
        return new Demand(Origin.MAX_COUNTERS, "must have no more than " + max + " counters in total");
    }

    private static String consuming(String set, String counter) {
        return "{sharedCounters: [{name: gpu-0, counters: {memory: {value: 80Gi}}}], devices: [{name: mig-0,"
                + " consumesCounters: [{counterSet: " + set + ", counters: {" + counter + ": {value: 10Gi}}}]}]}";
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
        Map<String, ObjectValue> shared = new HashMap<>();
        ListValue sets = spec.list("sharedCounters");
        int counters = 0;
        for (int i = 0; i < sets.size(); i++) {
            ObjectValue set = ObjectValue.orEmpty(sets.get(i));
            shared.put(set.string("name"), set.object("counters"));
            counters += set.object("counters").size();
        }
        limit(counters, maxOfSlice, context, "sharedCounters");
        ListValue devices = spec.list("devices");
        ValidationContext at = context.at("devices");
        int consumed = 0;
        for (int i = 0; i < devices.size(); i++) {
            consumed += device(devices, i, shared, at);
        }
        limit(consumed, maxOfDevices, at);
    }

    private int device(ListValue devices, int entry, Map<String, ObjectValue> shared, ValidationContext context) {
        ListValue consumptions = DeviceBody.of(devices.get(entry)).list("consumesCounters");
        int consumed = 0;
        for (int i = 0; i < consumptions.size(); i++) {
            ObjectValue consumption = ObjectValue.orEmpty(consumptions.get(i));
            consumed += consumption.object("counters").size();
            ValidationContext body = DeviceBody.at(devices, entry, context);
            consumption(consumption, shared, body.at("consumesCounters").at(i));
        }
        limit(consumed, maxOfDevice, context.at(entry));
        return consumed;
    }

    private static void consumption(
            ObjectValue consumption, Map<String, ObjectValue> shared, ValidationContext context) {
        ObjectValue set = shared.get(consumption.string("counterSet"));
        if (set == null) {
            context.report(ErrorType.INVALID, consumption.get("counterSet"), IN_SETS, "counterSet");
            return;
        }
        ObjectValue counters = consumption.object("counters");
        for (int i = 0; i < counters.size(); i++) {
            if (set.get(counters.key(i)) == null) {
                context.report(ErrorType.INVALID, counters.keyText(i), IN_SET, "counters");
            }
        }
    }

    private static void limit(int counters, int max, ValidationContext context, String... fields) {
        if (counters > max) {
            context.reportExcess(ErrorType.INVALID, null, limit(max), counters, fields);
        }
    }
}
