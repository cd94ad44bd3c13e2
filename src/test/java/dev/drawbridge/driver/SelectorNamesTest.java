package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of findings about unknown names in selectors, constraints and capacities. */
class SelectorNamesTest extends DriverTest {

    private static final String CLAIM = """
            spec:
              devices:
                requests:
                - name: device
                  exactly:
                    deviceClassName: %s
                    selectors:
                    - cel:
                        expression: |-
                          %s
            """;

    private static List<String> warnings(DriverRegistry registry, String kind, String object) {
        return new SelectorNames(registry, registry.classes(), ShownDevices.NONE)
                .of(kind, object(object), null).stream()
                        .peek(warning -> assertThat(warning.origin()).isEqualTo(Origin.DEVICE_ATTRIBUTE))
                        .map(FieldError::detail)
                        .toList();
    }

    private static List<String> selector(DriverRegistry registry, String className, String expression) {
        return warnings(registry, "ResourceClaim", CLAIM.formatted(className, expression));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].prodcutName == "x"                        => devices of gpu.nvidia.com have no attribute gpu.nvidia.com/prodcutName; did you mean device.attributes["gpu.nvidia.com"].productName?
            gpu.nvidia.com => device.attributes["nvidia.com"].productName == "x"                            => devices of gpu.nvidia.com have no attribute nvidia.com/productName; did you mean device.attributes["gpu.nvidia.com"].productName?
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].pcieRoot == "x"                           => devices of gpu.nvidia.com have no attribute gpu.nvidia.com/pcieRoot; did you mean device.attributes["resource.kubernetes.io"].pcieRoot?
            mig.nvidia.com => device.attributes["gpu.nvidia.com"].memory.isGreaterThan(quantity("9Gi"))     => devices of gpu.nvidia.com have no attribute gpu.nvidia.com/memory; did you mean device.capacity["gpu.nvidia.com"].memory?
            gpu.nvidia.com => device.capacity["gpu.nvidia.com"].productName == "x"                          => devices of gpu.nvidia.com have no capacity gpu.nvidia.com/productName; did you mean device.attributes["gpu.nvidia.com"].productName?
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].migEnabled                                => the catalogue of gpu.nvidia.com 0.5 does not have attribute gpu.nvidia.com/migEnabled; drawbridge explain --driver gpu.nvidia.com device lists them
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].cudaComputeCapability == "9.0"            => gpu.nvidia.com/cudaComputeCapability is a version, not a string; compare it with semver("9.0.0")
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].driverVersion.startsWith("580")           => gpu.nvidia.com/driverVersion is a version, not a string; compare it with semver("1.2.3"), or use isGreaterThan, isLessThan or compareTo
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].cudaComputeCapability >= 9                => gpu.nvidia.com/cudaComputeCapability is a version, not an int; write device.attributes["gpu.nvidia.com"].cudaComputeCapability.compareTo(semver("9.0.0")) >= 0
            mine           => 8.0 < device.attributes["gpu.nvidia.com"].cudaComputeCapability               => gpu.nvidia.com/cudaComputeCapability is a version, not an int; write device.attributes["gpu.nvidia.com"].cudaComputeCapability.compareTo(semver("8.0.0")) > 0
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].iommuFDEnabled == "true"                  => gpu.nvidia.com/iommuFDEnabled is a bool, not a string; write true without quotes
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].type == "migs"                            => no device has gpu.nvidia.com/type "migs"; did you mean "mig"?
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].architecture in ["hopper", "blackwell"]   => no device has gpu.nvidia.com/architecture "hopper"; did you mean "Hopper"?
            gpu.intel.com  => device.attributes["gpu.intel.com"].family == "Flex"                           => no device has gpu.intel.com/family "Flex"; did you mean "Data Center Flex"?
            gpu.nvidia.com => device.driver == "gpu.nvida.com"                                              => no device of the class belongs to driver gpu.nvida.com; did you mean gpu.nvidia.com?
            gpu.nvidia.com => device.driver == "nvidia.com"                                                 => no device of the class belongs to driver nvidia.com; did you mean gpu.nvidia.com?
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].index < 2                                 => devices of gpu.nvidia.com 0.5 have no attribute gpu.nvidia.com/index; it exists until 25.3
            mine           => device.driver == "gpu.nvida.com"                                              => unknown driver gpu.nvida.com; did you mean gpu.nvidia.com?
            mine           => device.driver == "gpu.nvidia.com" && device.attributes["gpu.nvidia.com"].size => the catalogue of gpu.nvidia.com 0.5 does not have attribute gpu.nvidia.com/size; drawbridge explain --driver gpu.nvidia.com device lists them
            """)
    void unknownDeviceNameIsWarningWithSuggestion(String className, String expression, String warning) {
        assertThat(selector(DriverRegistry.builtIn(), className, expression)).containsExactly(warning);
    }

    /** No findings for open sets, unknown drivers, other versions, and optional parts of an expression. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].productName.lowerAscii().matches('^.*a100.*$')
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].productName == "NVIDIA H300"
            gpu.nvidia.com => device.capacity["gpu.nvidia.com"].memorySlice3 == quantity("1")
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].cudaComputeCapability.major() >= 9
            gpu.nvidia.com => device.attributes["resource.kubernetes.io"].numaNode == 0
            gpu.nvidia.com => device.driver != "gpu.nvidia.com" || device.attributes["gpu.amd.com"].family == "AI"
            gpu.nvidia.com => device.attributes["gpu.nvidia.com"].?nvlinkDomain.orValue("") == ""
            mine           => device.attributes["gpu.nvidia.com"].prodcutName == "x"
            mine           => device.driver == "gpu.arm.com"
            gpu.nvidia.com => device.attributes["gpu.nvidia.com/type"].mig == "a"
            mine           => device.driver == "dra.net" && device.attributes["dra.net"].cloudNetwork == "x"
            mine           => device.driver == "gpu.example.org" && device.attributes["gpu.example.org"].x
            gpu.example.com => device.attributes["gpu.example.com"].nvlink
            """)
    void possiblyValidUseIsNotReported(String className, String expression) {
        assertThat(selector(DriverRegistry.builtIn(), className, expression)).isEmpty();
    }

    @Test
    void versionDecidesWhichNamesThereAre() {
        String index = "device.attributes[\"gpu.nvidia.com\"].index == 0";
        String later = "device.attributes[\"gpu.nvidia.com\"].tensorCores == 0";
        DriverRegistry known = DriverRegistry.builtIn().withVersions(List.of("gpu.nvidia.com=25.8"));
        DriverRegistry newer = DriverRegistry.builtIn().withVersions(List.of("gpu.nvidia.com=0.6.1"));

        assertThat(selector(known, "gpu.nvidia.com", index))
                .containsExactly(
                        "devices of gpu.nvidia.com 25.8 have no attribute gpu.nvidia.com/index; it exists until 25.3");
        assertThat(selector(newer, "gpu.nvidia.com", later)).isEmpty();
    }

    @Test
    void fleetCountsBeforeTheCatalogue() {
        String claim = CLAIM.formatted("gpu.nvidia.com", "device.attributes[\"gpu.nvidia.com\"].nvlinkDomain == \"a\"");
        DriverRegistry registry = DriverRegistry.builtIn();
        ShownDevices same =
                new ShownDevices(Map.of("gpu.nvidia.com", Set.of(new DeviceName(false, "gpu.nvidia.com", "uuid"))));
        ShownDevices others = new ShownDevices(
                Map.of("gpu.nvidia.com", Set.of(new DeviceName(false, "gpu.nvidia.com", "nvlinkDomain"))));

        assertThat(new SelectorNames(registry, registry.classes(), same).of("ResourceClaim", object(claim), null))
                .hasSize(1);
        assertThat(new SelectorNames(registry, registry.classes(), others).of("ResourceClaim", object(claim), null))
                .isEmpty();
    }

    @Test
    void constraintNamesAnAttributeOfAllItsRequests() {
        String claim = """
                spec:
                  devices:
                    requests:
                    - name: gpu
                      exactly: {deviceClassName: gpu.nvidia.com}
                    - name: either
                      firstAvailable:
                      - {name: a, deviceClassName: gpu.nvidia.com}
                      - {name: b, deviceClassName: gpu.amd.com}
                    - name: nic
                      exactly: {deviceClassName: dranet}
                    constraints:
                    - {requests: [gpu, nic], matchAttribute: resource.kubernetes.io/pcieRoot}
                    - {requests: [gpu, nic], matchAttribute: gpu.nvidia.com/pcieRoot}
                    - {requests: [either], matchAttribute: gpu.amd.com/numaNode}
                    - {requests: [either], matchAttribute: gpu.amd.com/nuwaNode}
                """;

        assertThat(warnings(DriverRegistry.builtIn(), "ResourceClaim", claim))
                .containsExactly(
                        "devices of gpu.nvidia.com have no attribute gpu.nvidia.com/pcieRoot; did you mean"
                                + " resource.kubernetes.io/pcieRoot?",
                        "devices of gpu.amd.com have no attribute gpu.amd.com/nuwaNode; did you mean"
                                + " gpu.amd.com/numaNode?");
    }

    @Test
    void requestedCapacityIsOneOfTheDevice() {
        String template = """
                spec:
                  spec:
                    devices:
                      requests:
                      - name: cpus
                        exactly:
                          deviceClassName: dra.cpu
                          capacity: {requests: {dra.cpu/cpu: "4", dra.cpu/cpus: "4", cpu: "4"}}
                """;

        assertThat(warnings(DriverRegistry.builtIn(), "ResourceClaimTemplate", template))
                .containsExactly("devices of dra.cpu have no capacity dra.cpu/cpus; did you mean dra.cpu/cpu?");
    }

    @Test
    void oldVersionsAndClassesAreChecked() {
        String old =
                "{spec: {devices: {requests: [{name: a, deviceClassName: gpu.amd.com, selectors: [{cel: {expression:"
                        + " 'device.attributes[\"gpu.amd.com\"].typ == \"amdgpu\"'}}]}]}}}";
        String ofClass = "{metadata: {name: a}, spec: {selectors: [{cel: {expression: 'device.driver =="
                + " \"gpu.amd.com\"'}}, {cel: {expression: 'device.attributes[\"gpu.amd.com\"].typ == \"amdgpu\"'}}]}}";
        String warning = "devices of gpu.amd.com have no attribute gpu.amd.com/typ; did you mean"
                + " device.attributes[\"gpu.amd.com\"].type?";

        assertThat(warnings(DriverRegistry.builtIn(), "ResourceClaim", old)).containsExactly(warning);
        assertThat(warnings(DriverRegistry.builtIn(), "DeviceClass", ofClass)).containsExactly(warning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[null]", "[[]]", "[{cel: null}]", "[{cel: {expression: 1}}]", "{}", "[{cel: {expression: '('}}]"
            })
    void malformedSelectorsAreLeftToTheOtherRules(String selectors) {
        String claim = "{spec: {devices: {constraints: [null, {matchAttribute: 1}], requests: [null, {name: a, exactly:"
                + " {deviceClassName: gpu.nvidia.com, capacity: {requests: []}, selectors: " + selectors + "}}]}}}";

        assertThat(warnings(DriverRegistry.builtIn(), "ResourceClaim", claim)).isEmpty();
    }

    @Test
    void storedNamesAreNotCheckedAgain() {
        String claim = CLAIM.formatted("gpu.nvidia.com", "device.attributes[\"gpu.nvidia.com\"].typ == \"gpu\"");
        DriverRegistry registry = DriverRegistry.builtIn();

        assertThat(new SelectorNames(registry, registry.classes(), ShownDevices.NONE)
                        .of("ResourceClaim", object(claim), object(claim)))
                .isEmpty();
    }

    @Test
    void fileDescribesTheDevicesOfADriver() throws IOException {
        Files.writeString(folder.resolve("acme.yaml"), """
                apiVersion: drawbridge.dev/v1
                kind: DriverParameters
                drivers: [fpga.acme.com]
                devices:
                - attributes: [{name: slots, type: int}]
                  classes: [{name: acme}]
                """);
        DriverRegistry registry = DriverRegistry.builtIn().with(folder);

        assertThat(selector(registry, "acme", "device.attributes[\"fpga.acme.com\"].slot == 1"))
                .containsExactly("devices of fpga.acme.com have no attribute fpga.acme.com/slot; did you mean"
                        + " device.attributes[\"fpga.acme.com\"].slots?");
    }
}
