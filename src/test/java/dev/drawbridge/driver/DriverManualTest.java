package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drawbridge.explain.Page;
import org.junit.jupiter.api.Test;

/** Tests of {@code explain} for driver parameters. */
class DriverManualTest {

    private final DriverManual manual = new DriverManual(DriverRegistry.builtIn(), "gpu.nvidia.com", false);

    @Test
    void fieldPageHasTypeRulesAndFields() {
        Page page = manual.page("GpuConfig.sharing");

        assertThat(page.header()).containsEntry("FIELD", "sharing <object>").containsKey("SOURCE");
        assertThat(page.sections().get(1).lines())
                .contains("strategy: MPS needs the feature gate MPSSupport of the driver [driverGate]")
                .contains("mpsConfig.defaultActiveThreadPercentage: must be between 0 and 100 [driverParameters]");
        assertThat(page.fields())
                .extracting(Page.Field::path)
                .containsExactly("strategy", "timeSlicingConfig", "mpsConfig");
        assertThat(page.fields().get(0).rules())
                .containsExactly(
                        "is required [driverParameters]", "must be one of TimeSlicing, MPS [driverParameters]");
        assertThat(manual.page("gpuconfig.sharing.mpsConfig.defaultPerDevicePinnedMemoryLimit.0")
                        .header())
                .containsEntry("FIELD", "sharing.mpsConfig.defaultPerDevicePinnedMemoryLimit.0 <map[string]Quantity>");
    }

    @Test
    void unknownNameIsReportedWithSuggestion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> manual.page("GpuConfig.sharing.strateg"))
                .withMessage("GpuConfig has no field \"sharing.strateg\"; did you mean strategy?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> manual.page("GpuConf"))
                .withMessageStartingWith("driver gpu.nvidia.com has no kind \"GpuConf\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DriverManual(DriverRegistry.builtIn(), "gpu.nvidia.co", false))
                .withMessageEndingWith("; did you mean gpu.nvidia.com?");
    }

    @Test
    void devicesAreExplainedWithTheirAttributesAndClasses() {
        Page page = manual.page("device");

        assertThat(page.header()).containsEntry("DRIVER", "gpu.nvidia.com 0.5").containsEntry("SERVES", "containers");
        assertThat(page.sections())
                .extracting(Page.Section::title)
                .containsExactly("ATTRIBUTES", "CAPACITY", "TAINTS", "CLASSES");
        assertThat(page.text())
                .contains("device.attributes[\"gpu.nvidia.com\"].cudaComputeCapability <version>")
                .doesNotContain("parentIndex");
        assertThat(manual.page("device.memory").text()).contains("device.capacity[\"gpu.nvidia.com\"].memory");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> manual.page("device.prodcutName"))
                .withMessage("devices of gpu.nvidia.com have no attribute or capacity \"prodcutName\"; did you mean"
                        + " productName?");
    }

    @Test
    void driverPageListsKindsAndDevices() {
        String text = new DriverManual(DriverRegistry.builtIn(), "gpu.nvidia.com", false)
                .page()
                .text();

        assertThat(text)
                .contains("GpuConfig resource.nvidia.com/v1beta1")
                .contains("drawbridge explain --driver gpu.nvidia.com device");
    }
}
