package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.validation.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of versions and feature gates of drivers. */
class DriverVersionsTest extends DriverTest {

    @Test
    void unknownGateGivesWarningWithItsName() {
        String parameters = NVIDIA.formatted("{strategy: MPS}");

        Verdict unknown = validate(DriverRegistry.builtIn(), "gpu.nvidia.com", parameters);
        assertThat(unknown.errors()).isEmpty();
        assertThat(unknown.warnings())
                .extracting(FieldError::detail)
                .containsExactly("MPS needs the feature gate MPSSupport of the driver;"
                        + " --driver-gates gpu.nvidia.com:MPSSupport=true declares that it is on");

        DriverRegistry off = DriverRegistry.builtIn().with(DriverGates.UNKNOWN.with("gpu.nvidia.com:MPSSupport=false"));
        assertThat(validate(off, "gpu.nvidia.com", parameters).errors()).hasSize(1);
        DriverRegistry on = DriverRegistry.builtIn().with(DriverGates.UNKNOWN.with("gpu.nvidia.com:MPSSupport=true"));
        assertThat(validate(on, "gpu.nvidia.com", parameters)).isEqualTo(Verdict.Allowed.NOTHING);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            25.3    => GpuConfig, sharing: {strategy: MPS}                              =>
            25.3.2  => ComputeDomainChannelConfig, domainID: a, allocationMode: All     => allocationMode: unknown field of ComputeDomainChannelConfig; it exists since 25.8 of the driver, not in 25.3
            v25.8.1 => ComputeDomainChannelConfig, domainID: a, allocationMode: All     =>
            25.8    => VfioDeviceConfig                                                 => resource.nvidia.com/v1beta1 VfioDeviceConfig is not a kind of gpu.nvidia.com 25.8; it exists since 25.12
            25.12   => VfioDeviceConfig                                                 =>
            25.12   => VfioDeviceConfig, iommu: {backendPolicy: LegacyOnly}             => iommu: unknown field of VfioDeviceConfig; it exists since 0.4 of the driver, not in 25.12
            0.4     => VfioDeviceConfig, iommu: {backendPolicy: LegacyOnly}             =>
            0.4     => GpuConfig, sharing: {strategy: MPS, mpsConfig: {multiUser: true}} => multiUser: unknown field of GpuConfig; it exists since 0.5 of the driver, not in 0.4
            0.5     => GpuConfig, sharing: {strategy: MPS, mpsConfig: {multiUser: true}} =>
            """)
    void driverVersionsAcceptTheirFields(String version, String parameters, @Nullable String error) {
        DriverRegistry registry = DriverRegistry.builtIn()
                .withVersions(List.of("gpu.nvidia.com=" + version))
                .with(DriverGates.UNKNOWN.with("gpu.nvidia.com:MPSSupport=true"));

        List<String> errors = errors(validate(
                registry, "gpu.nvidia.com", "{apiVersion: resource.nvidia.com/v1beta1, kind: " + parameters + "}"));

        if (error == null) {
            assertThat(errors).isEmpty();
        } else {
            assertThat(errors).singleElement().asString().contains(error);
        }
    }

    @Test
    void driverGatesDependOnVersion() {
        DriverRegistry old = DriverRegistry.builtIn().withVersions(List.of("gpu.nvidia.com=25.3"));

        assertThat(validate(old, "gpu.nvidia.com", NVIDIA.formatted("{strategy: MPS}")))
                .isEqualTo(Verdict.Allowed.NOTHING);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            gpu.nvidia.com      => expected DRIVER=VERSION, found "gpu.nvidia.com"
            gpu.nvidia.com=24.1 => gpu.nvidia.com: unknown version "24.1"; known versions: 25.3, 25.8, 25.12, 0.4, 0.5
            gpu.nvidea.com=25.3 => no schema for driver "gpu.nvidea.com"; did you mean gpu.nvidia.com?
            gpu.amd.com=1       => gpu.amd.com: its entry does not distinguish versions
            """)
    void rejectsUnknownVersion(String text, String message) {
        assertThatThrownBy(() -> DriverRegistry.builtIn().withVersions(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            {properties: {a: {type: string, since: "9"}}}                    => schema.properties.a.since: "9" is not in versions, which has []
            {properties: {a.b/c: {type: string, since: "9"}}}                => schema.properties.a.b/c.since: "9" is not in versions, which has []
            {properties: {a.properties: {not: {since: "9"}}}}                => schema.properties.a.properties.not.since: allowed only for a field, a kind or a rule
            {properties: {a: {items: {type: string, since: "9"}}}}           => schema.properties.a.items.since: allowed only for a field, a kind or a rule
            """)
    void versionsAreListedAndShownNextToFields(String schema, String message) {
        assertThatThrownBy(() -> own(schema)).hasMessageContaining(message);
    }
}
