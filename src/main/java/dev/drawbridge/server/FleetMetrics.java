package dev.drawbridge.server;

import dev.drawbridge.fit.DeviceCensus;
import dev.drawbridge.fleet.DeviceState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the devices of the cluster, by state: {@code drawbridge.fleet.devices} by driver,
 * {@code drawbridge.fleet.class.devices} by class, {@code drawbridge.fleet.node.devices} by node. Of its claims: {@code
 * drawbridge.fleet.claims.allocated} by namespace, {@code drawbridge.fleet.claims.leaked}, and, if enabled, {@code
 * drawbridge.fleet.claims.pending} by cause. Every replica exports all of them: queries take the maximum.
 */
final class FleetMetrics {

    /** Maximum number of time series per name and state; the rest is added up under {@link #OTHER}. */
    static final int MAX_NAMES = 1_000;

    /** Cannot be the name of an object, since these have no underscore. */
    static final String OTHER = "_other";

    private final MultiGauge devices;
    private final MultiGauge ofClasses;
    private final MultiGauge ofNodes;
    private final MultiGauge allocated;
    private final MultiGauge pending;
    private volatile @Nullable DeviceCensus census;

    FleetMetrics(MeterRegistry registry) {
        devices = gauge(registry, "drawbridge.fleet.devices", "Devices by driver and state");
        ofClasses = gauge(
                registry,
                "drawbridge.fleet.class.devices",
                "Devices that the selectors of a DeviceClass match, by class and state");
        ofNodes = gauge(registry, "drawbridge.fleet.node.devices", "Devices of one node, by node and state");
        allocated =
                gauge(registry, "drawbridge.fleet.claims.allocated", "ResourceClaims that hold devices, by namespace");
        pending = gauge(
                registry,
                "drawbridge.fleet.claims.pending",
                "Unallocated ResourceClaims, by the first cause of drawbridge why");
        Gauge.builder("drawbridge.fleet.claims.leaked", this, FleetMetrics::leaked)
                .description(
                        "ResourceClaims that hold devices but have not been reserved for a pod for more than 5 minutes")
                .register(registry);
    }

    private static MultiGauge gauge(MeterRegistry registry, String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    /** Not a number before the fleet is known. */
    private double leaked() {
        DeviceCensus known = census;
        return known == null ? Double.NaN : known.leaked();
    }

    /** Shows these numbers from now on. */
    void update(DeviceCensus counted) {
        if (counted.equals(census)) {
            return;
        }
        census = counted;
        devices.register(rows("driver", counted.byDriver()), true);
        ofClasses.register(rows("class", counted.byClass()), true);
        ofNodes.register(rows("node", counted.byNode()), true);
        allocated.register(rows("namespace", counted.claims(), ""), true);
    }

    /** Shows how many claims have no devices, by the first cause of {@code drawbridge why}. */
    void updatePending(Map<String, Integer> byCause) {
        pending.register(rows("cause", byCause, ""), true);
    }

    private static List<MultiGauge.Row<?>> rows(String label, Map<String, Map<DeviceState, Integer>> counts) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (DeviceState state : DeviceState.values()) {
            Map<String, Integer> ofState = new LinkedHashMap<>();
            counts.forEach((name, byState) -> {
                Integer count = byState.get(state);
                if (count != null || state == DeviceState.FREE) {
                    ofState.put(name, count == null ? 0 : count);
                }
            });
            rows.addAll(rows(label, ofState, state.toString()));
        }
        return rows;
    }

    private static List<MultiGauge.Row<?>> rows(String label, Map<String, Integer> counts, String state) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        int others = 0;
        for (Map.Entry<String, Integer> count : counts.entrySet()) {
            if (rows.size() < MAX_NAMES) {
                rows.add(MultiGauge.Row.of(tags(label, count.getKey(), state), count.getValue()));
            } else {
                others += count.getValue();
            }
        }
        if (others > 0) {
            rows.add(MultiGauge.Row.of(tags(label, OTHER, state), others));
        }
        return rows;
    }

    private static Tags tags(String label, String name, String state) {
        return state.isEmpty() ? Tags.of(label, name) : Tags.of(label, name, "state", state);
    }
}
