package dev.drawbridge.fit.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceCount;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.fleet.PoolGeneration;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests of parts of a search's state that matter too rarely for random fleets; each has a fleet that needs it. */
class RareStatesTest {

    private static final Node NODE = new Node("n", Map.of(), List.of(), List.of());
    private static final NodeChoice ON_NODE = new NodeChoice("n", false, null);
    private static final String FIRST = "device.attributes[device.driver].group == 0";
    private static final String SMALL = "device.attributes[device.driver].small";
    private static final String LARGE = "!device.attributes[device.driver].small";

    private static Device device(PoolId pool, String name, Map<String, Attribute> attributes, String set) {
        return new Device(
                new DeviceId(pool.driver(), pool.pool(), name),
                attributes,
                Map.of(),
                false,
                set.isEmpty()
                        ? List.of()
                        : List.of(new CounterConsumption(set, Map.of("c", Quantity.of(2)), List.of())),
                List.of(),
                NodeChoice.NONE,
                null);
    }

    /** A device for the small request, and some for the large ones. */
    private static List<Device> group(PoolId pool, long group, int large, String set) {
        List<Device> devices = new ArrayList<>();
        for (int i = 0; i <= large; i++) {
            Map<String, Attribute> attributes = Map.of("group", new Attribute(group), "small", new Attribute(i == 0));
            devices.add(device(pool, "d" + group + "-" + i, attributes, set));
        }
        return devices;
    }

    private static Alternative wanted(String name, long count, String... selectors) {
        return new Alternative(
                name, "any", DeviceCount.exactly(count), null, List.of(selectors), List.of(), null, Map.of());
    }

    private static Request request(String name, long count, String... selectors) {
        return new Request(name, List.of(wanted(name, count, selectors)), false);
    }

    private static Decision decide(List<Slice> slices, List<Request> requests, UnaryOperator<SearchState> view) {
        Map<String, DeviceClass> classes = Map.of("any", new DeviceClass("any", List.of()));
        Claim claim = Claim.unstored("ns", "c", requests, List.of());
        KubernetesRelease release = KubernetesRelease.K8S_1_37;
        return new Allocator(
                        Fleet.of(List.of(NODE), classes, slices, List.of()), release, GateSettings.DEFAULTS.in(release))
                .decide(NODE, List.of(claim), Budget.ofSteps(10_000), PruningMode.REMEMBERING, view);
    }

    private static List<Slice> slices(PoolId pool, List<Device> devices, String... sets) {
        List<CounterSet> counters = new ArrayList<>();
        for (String set : sets) {
            counters.add(new CounterSet(set, Map.of("c", Quantity.of(4))));
        }
        int count = sets.length == 0 ? 1 : 2;
        Slice ofDevices = new Slice(
                "devices-" + pool.driver(),
                new PoolGeneration(pool, 1, count),
                ON_NODE,
                null,
                List.of(),
                devices,
                false,
                false);
        return sets.length == 0
                ? List.of(ofDevices)
                : List.of(
                        ofDevices,
                        new Slice(
                                "sets-" + pool.driver(),
                                new PoolGeneration(pool, 1, count),
                                ON_NODE,
                                null,
                                counters,
                                List.of(),
                                false,
                                false));
    }

    /**
     * With the small device of the first group, its counter is not enough for the two devices that the last request
     * needs.
     */
    private static List<Request> requests() {
        return List.of(request("r0", 1, SMALL), request("r1", 1, LARGE), request("r2", 2, LARGE, FIRST));
    }

    private static SearchState counters(SearchState state, UnaryOperator<CounterSetId> change) {
        Map<CounterId, Quantity> counters = new HashMap<>();
        state.counters()
                .forEach((id, amount) ->
                        counters.merge(new CounterId(change.apply(id.set()), id.name()), amount, Quantity::plus));
        return new SearchState(
                state.place(), state.devices(), counters, state.groups(), state.constraints(), state.results());
    }

    @Test
    void countersOfTwoSetsAreSeparate() {
        PoolId pool = new PoolId("a.b", "p");
        List<Device> devices = new ArrayList<>(group(pool, 0, 3, "s0"));
        devices.addAll(group(pool, 1, 1, "s1"));
        List<Slice> slices = slices(pool, devices, "s0", "s1");

        assertThat(decide(slices, requests(), UnaryOperator.identity())).isInstanceOf(Decision.Fits.class);
        assertThat(decide(slices, requests(), state -> counters(state, set -> new CounterSetId(set.owner(), ""))))
                .as("without the names of the sets")
                .isInstanceOf(Decision.DoesNotFit.class);
    }

    @Test
    void countersOfPoolsWithSameNameAreSeparate() {
        PoolId one = new PoolId("a.b", "p");
        PoolId other = new PoolId("c.d", "p");
        List<Slice> slices = new ArrayList<>(slices(one, group(one, 0, 3, "s"), "s"));
        slices.addAll(slices(other, group(other, 1, 1, "s"), "s"));

        assertThat(decide(slices, requests(), UnaryOperator.identity())).isInstanceOf(Decision.Fits.class);
        assertThat(decide(
                        slices,
                        requests(),
                        state -> counters(state, set -> new CounterSetId(new PoolId("", "p"), set.name()))))
                .as("without the drivers of the pools")
                .isInstanceOf(Decision.DoesNotFit.class);
    }

    @Test
    void claimLimitCountsDevicesAllocatedSoFar() {
        PoolId pool = new PoolId("a.b", "p");
        List<Device> devices = new ArrayList<>(group(pool, 0, 4, ""));
        for (int i = 0; i < 30; i++) {
            Map<String, Attribute> attributes = Map.of("group", new Attribute(0L), "small", new Attribute(true));
            devices.add(device(pool, "small-" + i, attributes, ""));
        }
        List<Slice> slices = slices(pool, devices);
        List<Request> requests = List.of(
                new Request("r0", List.of(wanted("x", 30, SMALL), wanted("y", 1, SMALL)), true),
                request("r1", 1, LARGE),
                new Request("r2", List.of(wanted("x", 3, LARGE), wanted("y", 1, "false")), true));

        assertThat(decide(slices, requests, UnaryOperator.identity())).isInstanceOf(Decision.Fits.class);
        assertThat(decide(
                        slices,
                        requests,
                        state -> new SearchState(
                                state.place(),
                                state.devices(),
                                state.counters(),
                                state.groups(),
                                state.constraints(),
                                0)))
                .as("without the number of devices")
                .isInstanceOf(Decision.DoesNotFit.class);
    }
}
