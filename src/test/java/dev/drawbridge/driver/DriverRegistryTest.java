package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the validation of parameters and status by the built-in entries. */
class DriverRegistryTest extends DriverTest {

    @Test
    void typoInParametersHasPosition() {
        Verdict found = validate(
                DriverRegistry.builtIn(),
                "gpu.nvidia.com",
                NVIDIA.formatted("{strategy: TimeSlicing, timeSlicingConfig: {intervall: Long}}"));

        assertThat(errors(found))
                .containsExactly(
                        "parameters.sharing.timeSlicingConfig.intervall: unknown field of GpuConfig; did you mean"
                                + " interval?"
                                + " (gpu.nvidia.com)");
        assertThat(found.errors().get(0).position()).isNotNull();
    }

    @Test
    void statusDataIsCheckedIfDriverHasSchema() throws IOException {
        Files.writeString(folder.resolve("acme.yaml"), """
                apiVersion: drawbridge.dev/v1
                kind: DriverParameters
                drivers: [fpga.acme.com]
                kinds:
                - {typeless: true, status: true, schema: {type: object, properties: {serial: {type: string}}}}
                """);
        ObjectValue claim = object("""
                status:
                  allocation: {devices: {config: [{opaque: {driver: fpga.acme.com, parameters: {serial: 1}}}]}}
                  devices:
                  - {driver: fpga.acme.com, data: {serial: a, seriel: b}}
                  - {driver: gpu.nvidia.com, data: {anything: b}}
                """);
        DriverRegistry registry = DriverRegistry.builtIn().with(folder);

        assertThat(errors(new ObjectParameters(registry, claim, null).ofStatus("ResourceClaim")))
                .containsExactly(
                        "status.allocation.devices.config[0].opaque.parameters.serial: 1: expected a string, found a"
                                + " number; put it in quotes (fpga.acme.com)",
                        "status.devices[0].data.seriel: unknown field of these parameters; remove it: serial is set"
                                + " already (fpga.acme.com)");
        assertThat(new ObjectParameters(registry, claim, claim).ofStatus("ResourceClaim"))
                .isEqualTo(Verdict.Allowed.NOTHING);
    }

    @Test
    void amdsConfigurationHasNoFields() {
        String parameters = "{apiVersion: gpu.resource.amd.com/v1alpha1, kind: GpuConfig%s}";

        assertThat(errors(validate(DriverRegistry.builtIn(), "gpu.amd.com", parameters.formatted(""))))
                .isEmpty();
        assertThat(errors(validate(DriverRegistry.builtIn(), "gpu.amd.com", parameters.formatted(", sharing: {}"))))
                .containsExactly(
                        "parameters.sharing: unknown field of GpuConfig; remove it or fix the name (gpu.amd.com)");
    }

    @Test
    void unknownDriverIsCheckedOnlyIfStrict() {
        assertThat(validate(DriverRegistry.builtIn(), "nobody.example.org", "{x: 1}"))
                .isEqualTo(Verdict.Allowed.NOTHING);
        assertThat(errors(validate(DriverRegistry.builtIn().strict(), "nobody.example.org", "{x: 1}")))
                .containsExactly("parameters: no schema for driver nobody.example.org; name its folder with --drivers");
    }

    @Test
    void dranetsParametersHaveNoKind() {
        assertThat(errors(validate(
                        DriverRegistry.builtIn(),
                        "dra.net",
                        "{interface: {name: net0, mtu: 9, addresses: [10.0.0.1]}, routes:"
                                + " [{destination: 0.0.0.0/0}]}")))
                .hasSize(3)
                .anyMatch(error -> error.startsWith("parameters.interface.mtu: 9: must be greater than or equal to 68"))
                .anyMatch(error -> error.startsWith("parameters.interface.addresses[0]: \"10.0.0.1\""))
                .anyMatch(error ->
                        error.startsWith("parameters.routes[0].gateway: is required for routes of universe scope"));
    }

    @Test
    void rulesOfBuiltInDriversCompile() {
        DriverGates gates = new DriverGates(
                Map.of("gpu.nvidia.com", Map.of("MPSSupport", true, "TimeSlicingSettings", true)), true);
        DriverRegistry registry = DriverRegistry.builtIn().with(gates);

        for (String sharing : List.of(
                "{strategy: TimeSlicing, timeSlicingConfig: {interval: Long}}",
                "{strategy: MPS, mpsConfig: {defaultActiveThreadPercentage: 100, multiUser: true}}")) {
            assertThat(validate(registry, "gpu.nvidia.com", NVIDIA.formatted(sharing)))
                    .isEqualTo(Verdict.Allowed.NOTHING);
        }
        assertThat(validate(
                        registry,
                        "gpu.example.com",
                        "{apiVersion: gpu.resource.example.com/v1alpha1, kind: GpuConfig,"
                                + " sharing: {strategy: SpacePartitioning, spacePartitioningConfig:"
                                + " {partitionCount: 2}}}"))
                .isEqualTo(Verdict.Allowed.NOTHING);
    }
}
