package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceConstraint;
import dev.drawbridge.fleet.DeviceCount;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Fleets;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.fleet.PoolGeneration;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of fleets for which the scheduler tries every combination: each is decided within the limit. */
class HardFleetsTest {

    private static final String DRIVER = "gpu.example.com";
    private static final PoolId POOL = new PoolId(DRIVER, "n");
    private static final Node NODE = Fleets.node("n", Map.of(), List.of(), List.of());
    private static final NodeChoice ON_NODE = new NodeChoice("n", false, null);

    private static Device device(String name, Map<String, Attribute> attributes, List<CounterConsumption> counters) {
        return new Device(
                new DeviceId(DRIVER, "n", name),
                attributes,
                Map.of(),
                false,
                counters,
                List.of(),
                NodeChoice.NONE,
                null);
    }

    private static Slice slice(String name, List<Device> devices, List<CounterSet> counters, int slices) {
        return new Slice(name, new PoolGeneration(POOL, 1, slices), ON_NODE, null, counters, devices, false, false);
    }

    private static Alternative wanted(String name, long count, List<String> selectors) {
        return new Alternative(name, "gpu", DeviceCount.exactly(count), null, selectors, List.of(), null, Map.of());
    }

    private static Request request(String name, long count, String... selectors) {
        return new Request(name, List.of(wanted(name, count, List.of(selectors))), false);
    }

    private static Decision decide(List<Slice> slices, List<Request> requests, List<DeviceConstraint> constraints) {
        Fleet fleet = Fleets.of(List.of(NODE), Map.of("gpu", Fleets.deviceClass("gpu", List.of())), slices, List.of());
        KubernetesRelease release = Fit.newestKnown();
        Claim claim = Claim.unstored("ns", "c", requests, constraints);
        return new Allocator(fleet, release, GateSettings.DEFAULTS.in(release))
                .decide(NODE, List.of(claim), Duration.ofMinutes(2));
    }

    private static List<Slice> slots(int devices, int slots) {
        return List.of(slice(
                "s",
                IntStream.range(0, devices)
                        .mapToObj(i -> device(
                                "d" + i,
                                Map.of(
                                        "slot", new Attribute((long) (i % slots)),
                                        "numa", new Attribute((long) (i % 4)),
                                        "uuid", new Attribute("u" + i)),
                                List.of()))
                        .toList(),
                List.of(),
                1));
    }

    private static List<Request> requests(int count, String... selectors) {
        return IntStream.range(0, count)
                .mapToObj(i -> request("r" + i, 1, selectors))
                .toList();
    }

    private static List<DeviceConstraint> constraint(@Nullable String match, @Nullable String distinct) {
        return List.of(new DeviceConstraint(
                List.of(),
                match == null ? null : DRIVER + "/" + match,
                distinct == null ? null : DRIVER + "/" + distinct));
    }

    @Test
    void sixteenRequestsFindSixteenDistinctValuesAndNotFifteen() {
        assertThat(decide(slots(64, 16), requests(16), constraint(null, "slot")))
                .isInstanceOf(Decision.Fits.class);
        assertThat(decide(slots(64, 15), requests(16), constraint(null, "slot")))
                .isEqualTo(new Decision.DoesNotFit());
    }

    @Test
    void differentRequestsShareDistinctValues() {
        List<Request> different = IntStream.range(0, 16)
                .mapToObj(i -> request("r" + i, 1, "device.attributes[\"" + DRIVER + "\"].numa != " + i % 4))
                .toList();

        assertThat(decide(slots(64, 15), different, constraint(null, "slot"))).isEqualTo(new Decision.DoesNotFit());
    }

    @Test
    void commonValueIsFoundWithoutTryingEachDevice() {
        assertThat(decide(slots(64, 64), requests(16), constraint("numa", null)))
                .isInstanceOf(Decision.Fits.class);
        assertThat(decide(slots(64, 64), requests(17), constraint("numa", null)))
                .isEqualTo(new Decision.DoesNotFit());
    }

    @Test
    void alternativesAreNotMultiplied() {
        List<Request> prioritized = IntStream.range(0, 8)
                .mapToObj(i -> new Request(
                        "r" + i,
                        List.of(wanted("a", 4, List.of()), wanted("b", 5, List.of()), wanted("c", 6, List.of())),
                        true))
                .toList();

        assertThat(decide(slots(31, 31), prioritized, List.of())).isEqualTo(new Decision.DoesNotFit());
        assertThat(decide(slots(32, 32), prioritized, List.of())).isInstanceOf(Decision.Fits.class);
    }

    @Test
    void partitionsAreCountedAndNotTriedOneByOne() {
        List<Slice> slices = new ArrayList<>();
        List<CounterSet> sets = new ArrayList<>();
        for (int gpu = 0; gpu < 4; gpu++) {
            String set = "gpu-" + gpu;
            sets.add(new CounterSet(set, Map.of("slices", Quantity.of(7), "memory", Quantity.of(80))));
            List<Device> partitions = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int size = 1 + i % 4;
                partitions.add(device(
                        set + "-" + i,
                        Map.of("size", new Attribute((long) size)),
                        List.of(new CounterConsumption(
                                set,
                                Map.of("slices", Quantity.of(size), "memory", Quantity.of(10L * size)),
                                List.of()))));
            }
            slices.add(slice("s" + gpu, partitions, List.of(), 5));
        }
        slices.add(slice("counters", List.of(), sets, 5));
        String three = "device.attributes[\"" + DRIVER + "\"].size == 3";

        assertThat(decide(slices, requests(8, three), List.of())).isInstanceOf(Decision.Fits.class);
        assertThat(decide(slices, requests(9, three), List.of())).isEqualTo(new Decision.DoesNotFit());
        assertThat(decide(slices, List.of(request("r", 29)), List.of())).isEqualTo(new Decision.DoesNotFit());
    }

    @Test
    void countersOfSetsWithSameNameAreSeparate() {
        List<Device> devices = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            List<CounterConsumption> counters = i < 20
                    ? List.of(new CounterConsumption("s" + i / 10, Map.of("c", Quantity.of(2)), List.of()))
                    : List.of(
                            new CounterConsumption("s0", Map.of("c", Quantity.of(2)), List.of()),
                            new CounterConsumption("s1", Map.of("c", Quantity.of(1)), List.of()));
            devices.add(device("d" + i, Map.of("index", new Attribute((long) i)), counters));
        }
        List<CounterSet> sets = List.of(
                new CounterSet("s0", Map.of("c", Quantity.of(4))), new CounterSet("s1", Map.of("c", Quantity.of(4))));
        String index = "device.attributes[\"" + DRIVER + "\"].index";

        // With a device of s0, one of the other devices fits; with a device of s1, both do.
        assertThat(decide(
                        List.of(slice("s", devices, List.of(), 2), slice("counters", List.of(), sets, 2)),
                        List.of(request("small", 1, index + " < 20"), request("large", 2, index + " >= 20")),
                        List.of()))
                .isInstanceOf(Decision.Fits.class);
    }
}
