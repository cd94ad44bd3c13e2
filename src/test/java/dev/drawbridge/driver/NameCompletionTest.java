package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of the completion of names. */
class NameCompletionTest {

    private static final NameCompletion CATALOGUE =
            new NameCompletion(DriverRegistry.builtIn(), ShownDevices.NONE, List.of());

    private static final NameCompletion FLEET = new NameCompletion(
            DriverRegistry.builtIn(),
            new ShownDevices(Map.of(
                    "gpu.nvidia.com",
                    Set.of(
                            new DeviceName(false, "gpu.nvidia.com", "color"),
                            new DeviceName(true, "gpu.nvidia.com", "memory")))),
            List.of("fast-gpu"));

    @Test
    void selectorIsCompletedByTheNameOfAnAttribute() {
        NameCompletion.Completion completion = CATALOGUE.of("      expression: device.productN");
        assertThat(completion.typed()).isEqualTo("device.productN");
        assertThat(completion.names()).contains("device.attributes[\"gpu.nvidia.com\"].productName");
    }

    @Test
    void selectorIsCompletedByItsBeginning() {
        NameCompletion.Completion completion = CATALOGUE.of("x && device.capacity['gpu.nvidia.com'].m");
        assertThat(completion.typed()).isEqualTo("device.capacity['gpu.nvidia.com'].m");
        assertThat(completion.names()).contains("device.capacity[\"gpu.nvidia.com\"].memory");
    }

    @Test
    void selectorInDoubleQuotesGetsSingleOnes() {
        assertThat(CATALOGUE.of("- expression: \"device.productN").names())
                .contains("device.attributes['gpu.nvidia.com'].productName");
    }

    @Test
    void classesDriversAndConstraintsAreCompleted() {
        assertThat(CATALOGUE.of("  deviceClassName: mig.").names()).contains("mig.nvidia.com");
        assertThat(CATALOGUE.of("  - driver: gpu.nv").names()).contains("gpu.nvidia.com");
        assertThat(CATALOGUE.of("  - matchAttribute: gpu.nvidia.com/productN").names())
                .containsExactly("gpu.nvidia.com/productName");
    }

    @Test
    void namesOfFleetReplaceBuiltInNames() {
        assertThat(FLEET.of("deviceClassName: ").names()).containsExactly("fast-gpu");
        assertThat(FLEET.of("expression: device.color").names())
                .containsExactly("device.attributes[\"gpu.nvidia.com\"].color");
        assertThat(FLEET.of("expression: device.productN").names()).isEmpty();
        assertThat(FLEET.of("- driver: ").names()).containsExactly("gpu.nvidia.com");
    }

    @Test
    void endOfALongLineIsCompleted() {
        assertThat(FLEET.of("device.".repeat(100_000) + " device.color").names())
                .hasSize(1);
    }

    @Test
    void otherLinesAreNotCompleted() {
        assertThat(CATALOGUE.of("metadata:").names()).isEmpty();
        assertThat(CATALOGUE.of("mydevice.mem").names()).isEmpty();
    }
}
