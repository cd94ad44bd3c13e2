package dev.drawbridge.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
                .extracting(device -> states.of(device, true))
                .containsExactly(DeviceState.FREE, DeviceState.TAINTED, DeviceState.TAKEN, DeviceState.UNHEALTHY);
        assertThat(states.of(built.slices().get(0).devices().get(0), false)).isEqualTo(DeviceState.INCOMPLETE);
    }
}
