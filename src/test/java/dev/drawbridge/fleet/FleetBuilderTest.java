package dev.drawbridge.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of building a fleet from objects of a cluster. */
class FleetBuilderTest {

    private static final String SLICE =
            "{'metadata':{'name':'s'},'spec':{'driver':'d','nodeName':'n','devices':[{'name':'a','count':2},{"
                    + "'name':'b'}]}}";

    private final FleetBuilder fleet = new FleetBuilder("default");

    private static ObjectValue json(String text) {
        byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return (ObjectValue)
                ((Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(bytes)).value();
    }

    private void add(String kind, String version, String object) {
        fleet.add("resource.k8s.io/" + version, kind, json(object));
    }

    @Test
    void countExpandsToDevicesAndNodeToPool() {
        add("ResourceSlice", "v1", SLICE);

        assertThat(fleet.build().slices().get(0).devices())
                .extracting(device -> device.id().toString())
                .containsExactly("d/n/a-0", "d/n/a-1", "d/n/b");
        assertThat(fleet.build().nodes()).extracting(Node::name).containsExactly("n");
    }

    @Test
    void rereadRuleReplacesItself() {
        add("ResourceSlice", "v1", SLICE);
        for (String device : List.of("a-0", "b")) {
            add(
                    "DeviceTaintRule",
                    "v1",
                    "{'metadata':{'name':'r'},'spec':{'deviceSelector':{'device':'" + device
                            + "'},'taint':{'key':'k','effect':'NoSchedule'}}}");
        }

        assertThat(fleet.build().taintRules()).singleElement().satisfies(rule -> {
            assertThat(rule.selector()).isNotNull();
            assertThat(rule.selector().device()).isEqualTo("b");
        });
    }

    @Test
    void informingTaintLeavesDeviceFree() {
        add(
                "ResourceSlice",
                "v1",
                "{'metadata':{'name':'s'},'spec':{'driver':'d','nodeName':'n','devices':["
                        + "{'name':'informed','taints':[{'key':'k','effect':'None'}]},"
                        + "{'name':'tainted','taints':[{'key':'k','effect':'NoExecute'}]},"
                        + "{'name':'taken','taints':[{'key':'k','effect':'NoSchedule'}]},"
                        + "{'name':'broken'}]}}");
        add(
                "ResourceClaim",
                "v1",
                "{'metadata':{'name':'c'},'status':{'allocation':{'devices':{'results':["
                        + "{'driver':'d','pool':'n','device':'taken'},{'driver':'d','pool':'n','device':'broken'}]}},"
                        + "'devices':[{'driver':'d','pool':'n','device':'broken','conditions':["
                        + "{'type':'Ready','status':'False'}]}]}}");

        Fleet built = fleet.build();
        DeviceStates states = new DeviceStates(built);
        assertThat(built.slices().get(0).devices())
                .extracting(device -> states.of(device.id()))
                .containsExactly(DeviceState.FREE, DeviceState.TAINTED, DeviceState.TAKEN, DeviceState.UNHEALTHY);
    }

    @Test
    void onlyNodeObjectsAreNodesIfThereAreSome() {
        String slice = "{'metadata':{'name':'%1$s'},'spec':{'driver':'d','nodeName':'%1$s','devices':[{'name':'a'}]}}";
        add("ResourceSlice", "v1", slice.formatted("gone"));

        assertThat(fleet.build().nodes()).extracting(Node::name).containsExactly("gone");
        assertThat(fleet.build().knowsNodes()).isFalse();

        fleet.add("v1", "Node", json("{'metadata':{'name':'n'}}"));
        add("ResourceSlice", "v1", slice.formatted("n"));
        add(
                "ResourceSlice",
                "v1",
                "{'metadata':{'name':'far'},'spec':{'driver':'d','pool':{'name':'far'},'nodeSelector':"
                        + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'zone','operator':'Exists'}]}]},"
                        + "'devices':[{'name':'a'}]}}");

        assertThat(fleet.build().nodes()).extracting(Node::name).containsExactly("n");
        assertThat(states("gone", "n", "far"))
                .containsExactly(DeviceState.UNREACHABLE, DeviceState.FREE, DeviceState.UNREACHABLE);
        assertThat(FleetSummary.of(fleet.build()).tables().get(0).rows())
                .containsExactly(List.of("d", 3, 1, 3, 0, 1, 2, 0, 0));
    }

    @Test
    void countersInUseBlockOtherDevices() {
        String device = "{'name':'%s','consumesCounters':[{'counterSet':'%s','counters':{'memory':{'value':'%s'}}}]}";
        add(
                "ResourceSlice",
                "v1",
                "{'metadata':{'name':'c'},'spec':{'driver':'d','nodeName':'n','pool':{'name':'n',"
                        + "'resourceSliceCount':2},"
                        + "'sharedCounters':[{'name':'s','counters':{'memory':{'value':'80Gi'}}}]}}");
        add(
                "ResourceSlice",
                "v1",
                "{'metadata':{'name':'d'},'spec':{'driver':'d','nodeName':'n','pool':{'name':'n',"
                        + "'resourceSliceCount':2},'devices':["
                        + device.formatted("whole", "s", "80Gi") + "," + device.formatted("part", "s", "10Gi") + ","
                        + device.formatted("half", "s", "40Gi") + "]}}");
        claim("c1", "part");

        assertThat(statesOf("n", "whole", "part", "half"))
                .containsExactly(DeviceState.BLOCKED, DeviceState.TAKEN, DeviceState.FREE);

        claim("c2", "whole");

        assertThat(statesOf("n", "half")).as("overdrawn").containsExactly(DeviceState.BLOCKED);
        assertThat(new SharedCounters(
                                PoolState.of(fleet.build()).get(0),
                                fleet.build().takenDevices())
                        .all())
                .extracting(use -> use.used().text(), use -> use.users().size())
                .containsExactly(tuple("90Gi", 2));

        add(
                "ResourceSlice",
                "v1",
                "{'metadata':{'name':'d'},'spec':{'driver':'d','nodeName':'n','pool':{'name':'n',"
                        + "'resourceSliceCount':2},'devices':[" + device.formatted("half", "t", "40Gi") + "]}}");

        assertThat(PoolState.of(fleet.build()).get(0).problem()).isEqualTo("invalid: counter set t not found");
        assertThat(statesOf("n", "half")).containsExactly(DeviceState.INCOMPLETE);
    }

    private void claim(String name, String device) {
        add(
                "ResourceClaim",
                "v1",
                "{'metadata':{'name':'" + name + "'},'status':{'allocation':{'devices':{'results':["
                        + "{'driver':'d','pool':'n','device':'" + device + "'}]}}}}");
    }

    private List<DeviceState> states(String... pools) {
        DeviceStates states = new DeviceStates(fleet.build());
        return Stream.of(pools)
                .map(pool -> states.of(new DeviceId("d", pool, "a")))
                .toList();
    }

    private List<DeviceState> statesOf(String pool, String... devices) {
        DeviceStates states = new DeviceStates(fleet.build());
        return Stream.of(devices)
                .map(device -> states.of(new DeviceId("d", pool, device)))
                .toList();
    }
}
