package dev.drawbridge.fit.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Fleets;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of decisions that depend on feature gates; recorded fleets have only the gates that they use. The answers are
 * those of {@code k8s.io/dynamic-resource-allocation} 0.34.9 to 0.38.0-beta.0.
 */
class AllocatorGatesTest {

    private static final Node NODE = Fleets.node("n", Map.of(), List.of(), List.of());

    private static ObjectValue json(String text) {
        byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return (ObjectValue)
                ((Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(bytes)).value();
    }

    private static String decide(String release, FeatureGates gates, String selector, int slices, String... devices) {
        DeviceClass gpu = DeviceClass.of(
                json("{'metadata':{'name':'gpu'},'spec':{'selectors':[{'cel':{'expression':'" + selector + "'}}]}}"));
        Slice slice = Slice.of(json("{'metadata':{'name':'s'},'spec':{'driver':'d','nodeName':'n','pool':{'name':'p',"
                + "'generation':1,'resourceSliceCount':" + slices + "},'devices':[" + String.join(",", devices)
                + "]}}"));
        Claim claim = Claim.of(json("{'metadata':{'name':'c'},'spec':{'devices':{'requests':[{'name':'r','exactly':"
                + "{'deviceClassName':'gpu','allocationMode':'ExactCount','count':1}}]}}}"));
        Fleet fleet = Fleets.of(List.of(NODE), Map.of("gpu", gpu), List.of(slice), List.of());
        Decision decision = new Allocator(
                        fleet, KubernetesRelease.parse(release).orElseThrow(), gates)
                .decide(NODE, List.of(claim), Duration.ofMinutes(10));
        return decision instanceof Decision.Fits ? "fits" : decision instanceof Decision.Fails ? "error" : "no";
    }

    private static FeatureGates gates(String release, String settings) {
        return GateSettings.parse(settings).in(KubernetesRelease.parse(release).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "1.36,'',{'strings':['a']},error",
        "1.36,DRAListTypeAttributes=true,{'strings':['a']},fits",
        "1.37,'',{'strings':['a']},fits",
        "1.35,'',{'strings':['a']},error",
        "1.37,'',{},error",
        "1.37,DRAListTypeAttributes=true,{},error",
        "1.38,'',{},fits",
        "1.34,'',{'string':'a'},fits"
    })
    void unreadableAttributeEndsSearch(String release, String settings, String attribute, String expected) {
        String device = "{'name':'a','attributes':{'model':" + attribute + "}}";

        assertThat(decide(release, gates(release, settings), "true", 1, device)).isEqualTo(expected);
    }

    /** An expression that could do without the attribute fails, too. */
    @ParameterizedTest
    @CsvSource({
        "has(device.attributes[\"d\"].model),error",
        "device.attributes[\"d\"].?model.orValue(\"a\") == \"a\",error",
        "device.attributes[\"d\"].other == \"x\",fits"
    })
    void unreadableAttributeIsErrorWhereItIsRead(String selector, String expected) {
        String device = "{'name':'a','attributes':{'model':{},'other':{'string':'x'}}}";

        assertThat(decide("1.38", FeatureGates.NONE, selector.replace("\"", "\\'"), 1, device))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1.34,fits", "1.35,no", "1.36,fits"})
    void expressionReadsSharingIndependentOfGates(String release, String expected) {
        String device = "{'name':'a','allowMultipleAllocations':true}";

        assertThat(decide(release, gates(release, ""), "device.allowMultipleAllocations", 1, device))
                .isEqualTo(expected);
        assertThat(decide(release, gates(release, ""), "!device.allowMultipleAllocations", 1, "{'name':'a'}"))
                .isEqualTo("fits");
    }

    @ParameterizedTest
    @CsvSource({"1.34,fits", "1.35,no", "1.36,no"})
    void onlyOldestReleaseUsesDevicesOfIncompletePool(String release, String expected) {
        assertThat(decide(release, FeatureGates.NONE, "true", 2, "{'name':'a'}"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1.34,error", "1.35,error", "1.37,error"})
    void duplicateDeviceInvalidatesPool(String release, String expected) {
        assertThat(decide(release, FeatureGates.NONE, "true", 1, "{'name':'a'}", "{'name':'a'}"))
                .isEqualTo(expected);
    }
}
