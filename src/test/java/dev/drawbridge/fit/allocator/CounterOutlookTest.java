package dev.drawbridge.fit.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Fleets;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of whether counters suffice for devices that are still needed: GPUs with 7 and with 8 slices, of which a
 * small device takes 1 (kinds 0 and 2) and a large one 4 (kinds 1 and 3); only the first has memory.
 */
class CounterOutlookTest {

    private static final String POOL = """
            {'metadata':{'name':'%s'},'spec':{'driver':'d','nodeName':'n',
            'pool':{'name':'p','generation':1,'resourceSliceCount':2},%s}}""";

    private static final String COUNTERS = """
            'sharedCounters':[{'name':'g0','counters':{'slices':{'value':'7'},'memory':{'value':'80'}}},
            {'name':'g1','counters':{'slices':{'value':'8'}}}]""";

    private static String device(String name, String set, int slices, int memory) {
        return "{'name':'" + name + "','consumesCounters':[{'counterSet':'" + set + "','counters':{'slices':{'value':'"
                + slices + "'}" + (memory == 0 ? "" : ",'memory':{'value':'" + memory + "'}") + "}}]}";
    }

    private static Slice slice(String name, String spec) {
        byte[] bytes = POOL.formatted(name, spec).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return Slice.of((ObjectValue)
                ((Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(bytes)).value());
    }

    private static BitSet kinds(String numbers) {
        BitSet kinds = new BitSet();
        for (String number : numbers.split("\\+", -1)) {
            kinds.set(Integer.parseInt(number));
        }
        return kinds;
    }

    /**
     * @param needed the kinds that each device may be of
     * @param taken the slices of the first GPU that the search has taken
     */
    @ParameterizedTest
    @CsvSource({
        "0 0 0 0 0 0 0,                 0, true",
        "0 0 0 0 0 0 0 0,               0, false",
        "0 0 0 0 0 0 0,                 1, false",
        "1,                             3, true",
        "1,                             4, false",
        "1 1,                           0, false",
        "1 3 3,                         0, true",
        "1 3 3 3,                       0, false",
        // Each device takes its least: all of both GPUs together.
        "0+2 0+2 0+2 0+2 0+2 0+2 0+2 0+2, 0, true",
        "1+3 1+3 1+3,                   0, true",
        "1+3 1+3 1+3 1+3,               0, false",
        "0+1+2+3 0+1+2+3 0+1+2+3 1+3 1+3 1+3,         0, true",
        "0+1+2+3 0+1+2+3 0+1+2+3 1+3 1+3 1+3,         1, false",
        "0+1+2+3 0+1+2+3 0+1+2+3 0+1+2+3 1+3 1+3 1+3, 0, false"
    })
    void devicesTakeNoMoreThanCountersHave(String needed, int taken, boolean areEnough) {
        Node node = Fleets.node("n", Map.of(), List.of(), List.of());
        String devices = "'devices':["
                + String.join(
                        ",",
                        device("small-0", "g0", 1, 10),
                        device("large-0", "g0", 4, 40),
                        device("small-1", "g1", 1, 0),
                        device("large-1", "g1", 4, 0))
                + "]";
        KubernetesRelease release = KubernetesRelease.K8S_1_37;
        FeatureGates gates = FeatureGates.defaults(release);
        Fleet fleet = Fleets.of(
                List.of(node), Map.of(), List.of(slice("counters", COUNTERS), slice("devices", devices)), List.of());
        AllocatorInputs inputs = AllocatorInputs.of(fleet, release, gates, record -> record);
        Pool pool = new Pools(inputs.version(), fleet.slices()).of(node).get(0);
        Slice own = pool.slices().get(0);
        List<Candidate> examples = new ArrayList<>();
        IntStream.range(0, own.devices().size())
                .forEach(i -> examples.add(new Candidate(i, own.devices().get(i), own, pool, i, false)));
        Counters counters = new Counters(inputs);
        CounterId slices = new CounterId(counters.set(examples.get(0), "g0"), "slices");

        CounterOutlook outlook = new CounterOutlook(counters, examples);

        assertThat(outlook.areEnough(
                        List.of(needed.split(" ", -1)).stream()
                                .map(CounterOutlookTest::kinds)
                                .toList(),
                        taken == 0 ? Map.of() : Map.of(slices, Quantity.of(taken))))
                .isEqualTo(areEnough);
    }
}
