package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.YamlReader;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverRegistryTest {

    private static final String NVIDIA = "{apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig, sharing: %s}";
    private static final String OWN = """
            apiVersion: drawbridge.dev/v1
            kind: DriverParameters
            drivers: [fpga.acme.com, '*.lab.acme.com']
            kinds:
            - apiVersion: fpga.acme.com/v1
              kind: Bitstream
              schema: %s
            """;

    @TempDir
    private Path folder;

    private static Value value(String yaml) {
        return ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(yaml.getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();
    }

    private static DriverFindings validate(DriverRegistry registry, String driver, String parameters) {
        return registry.validate(driver, value(parameters), FieldPath.of("parameters"));
    }

    private static List<String> errors(DriverFindings findings) {
        return findings.errors().stream()
                .map(error -> error.path() + ": " + error.message())
                .toList();
    }

    private DriverRegistry own(String schema) throws IOException {
        Files.writeString(folder.resolve("acme.yaml"), OWN.formatted(schema));
        return DriverRegistry.builtIn().with(folder);
    }

    private List<String> own(String schema, String fields) throws IOException {
        return errors(validate(
                own(schema), "fpga.acme.com", "{apiVersion: fpga.acme.com/v1, kind: Bitstream, " + fields + "}"));
    }

    @Test
    void aTypoInParametersIsFoundAtItsPlace() {
        DriverFindings found = validate(
                DriverRegistry.builtIn(),
                "gpu.nvidia.com",
                NVIDIA.formatted("{strategy: TimeSlicing, timeSlicingConfig: {intervall: Long}}"));

        assertThat(errors(found))
                .containsExactly(
                        "parameters.sharing.timeSlicingConfig.intervall: unknown field of GpuConfig; did you mean interval?"
                                + " (gpu.nvidia.com)");
        assertThat(found.errors().get(0).position()).isNotNull();
    }

    @Test
    void aGateThatIsNotKnownMakesAWarningThatNamesIt() {
        String parameters = NVIDIA.formatted("{strategy: MPS}");

        DriverFindings unknown = validate(DriverRegistry.builtIn(), "gpu.nvidia.com", parameters);
        assertThat(unknown.errors()).isEmpty();
        assertThat(unknown.warnings())
                .extracting(FieldError::detail)
                .containsExactly("MPS needs the feature gate MPSSupport of the driver;"
                        + " --driver-gates gpu.nvidia.com:MPSSupport=true says that it is on");

        DriverRegistry off = DriverRegistry.builtIn().with(DriverGates.UNKNOWN.with("gpu.nvidia.com:MPSSupport=false"));
        assertThat(validate(off, "gpu.nvidia.com", parameters).errors()).hasSize(1);
        DriverRegistry on = DriverRegistry.builtIn().with(DriverGates.UNKNOWN.with("gpu.nvidia.com:MPSSupport=true"));
        assertThat(validate(on, "gpu.nvidia.com", parameters)).isEqualTo(DriverFindings.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            25.3    => GpuConfig, sharing: {strategy: MPS}                              =>
            25.3.2  => ComputeDomainChannelConfig, domainID: a, allocationMode: All     => allocationMode: unknown field of ComputeDomainChannelConfig in version 25.3 of the driver; it exists since 25.8
            v25.8.1 => ComputeDomainChannelConfig, domainID: a, allocationMode: All     =>
            25.8    => VfioDeviceConfig                                                 => resource.nvidia.com/v1beta1 VfioDeviceConfig is no kind of gpu.nvidia.com 25.8; it exists since 25.12
            25.12   => VfioDeviceConfig                                                 =>
            25.12   => VfioDeviceConfig, iommu: {backendPolicy: LegacyOnly}             => iommu: unknown field of VfioDeviceConfig in version 25.12 of the driver; it exists since 0.4
            0.4     => VfioDeviceConfig, iommu: {backendPolicy: LegacyOnly}             =>
            0.4     => GpuConfig, sharing: {strategy: MPS, mpsConfig: {multiUser: true}} => multiUser: unknown field of GpuConfig in version 0.4 of the driver; it exists since main
            main    => GpuConfig, sharing: {strategy: MPS, mpsConfig: {multiUser: true}} =>
            """)
    void versionsOfADriverTakeWhatTheyKnow(String version, String parameters, @Nullable String error) {
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
    void gatesOfADriverBeginWithTheVersionThatHasThem() {
        DriverRegistry old = DriverRegistry.builtIn().withVersions(List.of("gpu.nvidia.com=25.3"));

        assertThat(validate(old, "gpu.nvidia.com", NVIDIA.formatted("{strategy: MPS}")))
                .isEqualTo(DriverFindings.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            gpu.nvidia.com      => expected DRIVER=VERSION, found "gpu.nvidia.com"
            gpu.nvidia.com=24.1 => gpu.nvidia.com: no version "24.1" is known; known versions: 25.3, 25.8, 25.12, 0.4, main
            gpu.nvidea.com=25.3 => no schema for driver "gpu.nvidea.com"; did you mean gpu.nvidia.com?
            dra.net=1           => dra.net: its versions are not distinguished
            """)
    void aVersionThatIsNotKnownIsRefused(String text, String message) {
        assertThatThrownBy(() -> DriverRegistry.builtIn().withVersions(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            {properties: {a: {type: string, since: "9"}}}                    => schema.properties.a.since: "9" is not in versions, which has []
            {properties: {a: {items: {type: string, since: "9"}}}}           => schema.properties.a.items.since: must be next to a field, a kind or a rule
            """)
    void aVersionIsListedAndStandsNextToAField(String schema, String message) {
        assertThatThrownBy(() -> own(schema)).hasMessageContaining(message);
    }

    private static ObjectValue object(String yaml) {
        return (ObjectValue) ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(yaml.getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();
    }

    private static final String CNI = """
            spec:
              devices:
                requests:
                - {name: a, exactly: {deviceClassName: cni.networking.x-k8s.io%s}}
                - {name: b, exactly: {deviceClassName: gpu.example.org, count: 8}}
                config: [%s]
            """;
    private static final String CNI_CONFIG =
            "{requests: [%s], opaque: {driver: cni.dra.networking.x-k8s.io, parameters: {apiVersion: cni.networking.x-k8s.io/v1alpha1, kind: CNIConfig}}}";

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            ''                    => a   => ''   =>
            , count: 1            => a   => ''   =>
            , count: 2            => a   => ''   => exactly.count: 2: must be 1 (cni.dra.networking.x-k8s.io)
            , allocationMode: All => a   => ''   => exactly.allocationMode: "All": must be ExactCount (cni.dra.networking.x-k8s.io)
            ''                    => a   => a    => exactly: must have one configuration; the driver takes exactly one for each request (cni.dra.networking.x-k8s.io)
            ''                    => 'a, b' => '' => exactly: must have a configuration of its own; name this request alone in its requests (cni.dra.networking.x-k8s.io)
            """)
    void aDriversRulesAboutARequestAreChecked(String request, String requests, String more, @Nullable String error) {
        String configs = CNI_CONFIG.formatted(requests) + (more.isEmpty() ? "" : ", " + CNI_CONFIG.formatted(more));
        DriverFindings found =
                DriverRegistry.builtIn().validateObject("ResourceClaim", object(CNI.formatted(request, configs)), null);

        List<String> ofFirst = errors(found).stream()
                .filter(text -> text.startsWith("spec.devices.requests[0]"))
                .toList();
        if (error == null) {
            assertThat(ofFirst).isEmpty();
            assertThat(found.warnings()).isEmpty();
        } else {
            assertThat(ofFirst).containsExactly("spec.devices.requests[0]." + error);
        }
        assertThat(found.warnings()).hasSize(more.isEmpty() ? 0 : 1);
    }

    @Test
    void aRequestWithoutAConfigurationThatItsDriverDemandsIsAWarning() {
        ObjectValue claim = object(CNI.formatted("", ""));

        DriverFindings found = DriverRegistry.builtIn().validateObject("ResourceClaim", claim, null);

        assertThat(found.errors()).isEmpty();
        assertThat(found.warnings())
                .extracting(FieldError::detail)
                .containsExactly(
                        "needs a configuration, unless its class has one; the driver takes exactly one for each"
                                + " request (cni.dra.networking.x-k8s.io)");
        assertThat(DriverRegistry.builtIn().validateObject("ResourceClaim", claim, claim))
                .isEqualTo(DriverFindings.NONE);
    }

    @Test
    void theClassesThatAreBuiltInAreThoseOfTheEntries() {
        assertThat(DriverRegistry.builtIn().entries())
                .flatExtracting(DriverEntry::deviceClasses)
                .containsExactlyElementsOf(DriverRegistry.BUILT_IN_CLASSES);
    }

    @Test
    void whatADriverWritesIntoTheStatusIsCheckedWhereItHasASchema() throws IOException {
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

        assertThat(errors(registry.validateStatus("ResourceClaim", claim, null)))
                .containsExactly(
                        "status.allocation.devices.config[0].opaque.parameters.serial: 1: expected string, found a number (fpga.acme.com)",
                        "status.devices[0].data.seriel: unknown field of these parameters; did you mean serial? (fpga.acme.com)");
        assertThat(registry.validateStatus("ResourceClaim", claim, claim)).isEqualTo(DriverFindings.NONE);
    }

    @Test
    void amdsConfigurationHasNoFields() {
        String parameters = "{apiVersion: gpu.resource.amd.com/v1alpha1, kind: GpuConfig%s}";

        assertThat(errors(validate(DriverRegistry.builtIn(), "gpu.amd.com", parameters.formatted(""))))
                .isEmpty();
        assertThat(errors(validate(DriverRegistry.builtIn(), "gpu.amd.com", parameters.formatted(", sharing: {}"))))
                .containsExactly("parameters.sharing: unknown field of GpuConfig (gpu.amd.com)");
    }

    @Test
    void aDriverThatNobodyKnowsIsNotJudgedUnlessThatIsAsked() {
        assertThat(validate(DriverRegistry.builtIn(), "nobody.example.org", "{x: 1}"))
                .isEqualTo(DriverFindings.NONE);
        assertThat(errors(validate(DriverRegistry.builtIn().strict(), "nobody.example.org", "{x: 1}")))
                .containsExactly("parameters: no schema for driver nobody.example.org; name its folder with --drivers");
    }

    @Test
    void dranetsParametersHaveNoKind() {
        assertThat(
                        errors(
                                validate(
                                        DriverRegistry.builtIn(),
                                        "dra.net",
                                        "{interface: {name: net0, mtu: 9, addresses: [10.0.0.1]}, routes: [{destination: 0.0.0.0/0}]}")))
                .hasSize(3)
                .anyMatch(error -> error.startsWith("parameters.interface.mtu: 9: must be at least 68"))
                .anyMatch(error -> error.startsWith("parameters.interface.addresses[0]: \"10.0.0.1\""))
                .anyMatch(error ->
                        error.startsWith("parameters.routes[0].gateway: is required for routes of universe scope"));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            {properties: {a: {type: integer, minimum: 1, maximum: 3}}}           => a: 4          => must be at most 3
            {properties: {a: {type: integer}}}                                   => a: 1.5        => expected integer, found
            {properties: {a: {type: string, pattern: '^x+$'}}}                   => a: z          => must match ^x+$
            {properties: {a: {type: string, maxLength: 1}}}                      => a: zz         => must be no more than 1 characters
            {properties: {a: {enum: [b, 2]}}}                                    => a: c          => supported values: "b", 2
            {properties: {a: {type: array, maxItems: 1, items: {type: string}}}} => a: [b, c]     => must be no more than 1 items
            {properties: {a: {type: array, uniqueItems: true}}}                  => a: [b, b]     => must be unique
            {properties: {a: {type: array, items: {type: string}}}}              => a: [1]        => expected string
            {required: [b], properties: {b: {}}}                                 => apiVersion: x => is no kind of
            {required: [b], properties: {a: {}, b: {}}}                          => a: 1          => is required
            {properties: {a: {oneOf: [{type: string}, {minLength: 2}]}}}         => a: bb         => matches 2
            {properties: {a: {anyOf: [{type: string}, {type: boolean}]}}}        => a: 1          => must match one of 2
            {properties: {a: {not: {const: 1}}}}                                 => a: 1          => must not be this
            {properties: {a: {multipleOf: 4}}}                                   => a: 6          => must be a multiple of 4
            {properties: {a: {exclusiveMinimum: 0}}}                             => a: 0          => must be greater than 0
            {properties: {a: {type: string, format: cidr}}}                      => a: x          => must
            {properties: {a: {format: quantity}}}                                => a: x          => must be a quantity
            {properties: {a: {type: string}}}                                    => a: null       => expected string, found null
            {properties: {a: {$ref: '#/$defs/s'}}, $defs: {s: {type: boolean}}}  => a: 1          => expected boolean
            {properties: {a: false}}                                             => a: 1          => must not be this
            {properties: {a: {allOf: [true, {type: string}]}}}                   => a: 1          => expected string
            {properties: {a: {type: object, maxProperties: 1}}}                  => a: {b: 1, c: 2} => must be no more than 1 fields
            """)
    void aSchemaOfAUserIsApplied(String schema, String fields, String message) throws IOException {
        String parameters = fields.contains("apiVersion")
                ? "{apiVersion: x, kind: Bitstream}"
                : "{apiVersion: fpga.acme.com/v1, kind: Bitstream, " + fields + "}";

        assertThat(errors(validate(own(schema), "fpga.acme.com", parameters)))
                .singleElement()
                .asString()
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "multipleOf: 4, 1e999999999, no more than 40 characters",
        "minimum: 4, 1e99999999999, no more than 40 characters",
        "maximum: 4, 111111111111111111111111111111111111111111, no more than 40 characters",
        "type: integer, 1e99999999999, expected integer"
    })
    void numbersThatCostTooMuchAreRefused(String keyword, String number, String message) throws IOException {
        String json = "{\"apiVersion\": \"fpga.acme.com/v1\", \"kind\": \"Bitstream\", \"a\": " + number + "}";
        Document parameters =
                (Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(json.getBytes(StandardCharsets.UTF_8));

        assertThat(errors(own("{properties: {a: {" + keyword + "}}}")
                        .validate("fpga.acme.com", parameters.value(), FieldPath.of("parameters"))))
                .singleElement()
                .asString()
                .contains(message);
    }

    @Test
    void rulesInCelAreEvaluatedWhereTheSchemaIsMet() throws IOException {
        String schema = "{properties: {a: {type: integer}, b: {type: integer}},"
                + " x-kubernetes-validations: [{rule: self.a < self.b, message: a must be below b, fieldPath: .a}]}";

        assertThat(own(schema, "a: 1, b: 2")).isEmpty();
        assertThat(own(schema, "a: 2, b: 2")).containsExactly("parameters.a: 2: a must be below b (fpga.acme.com)");
        assertThat(own(schema, "a: x, b: 2")).hasSize(1);
    }

    @Test
    void aNameWithAStarIsOfAllDriversOfItsDomain() throws IOException {
        assertThat(errors(validate(
                        own("{properties: {}}"),
                        "x.lab.acme.com",
                        "{apiVersion: fpga.acme.com/v1, kind: Bitstream, a: 1}")))
                .hasSize(1);
    }

    @Test
    void aCustomResourceDefinitionIsASchema() throws IOException {
        Files.writeString(folder.resolve("crd.yaml"), """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: x, annotations: {drawbridge.dev/drivers: 'a.acme.com, b.acme.com'}}
                spec:
                  group: acme.com
                  names: {kind: Settings}
                  versions:
                  - name: v1
                    schema: {openAPIV3Schema: {type: object, properties: {active: {type: boolean}}}}
                """);

        assertThat(errors(validate(
                        DriverRegistry.builtIn().with(folder),
                        "b.acme.com",
                        "{apiVersion: acme.com/v1, kind: Settings, active: 1}")))
                .singleElement()
                .asString()
                .startsWith("parameters.active: 1: expected boolean");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{properties: {a: {$ref: '#/definitions/gone'}}}",
                "{properties: {a: {$ref: '#/$defs/s'}}, $defs: {s: {properties: {a: {$ref: '#/$defs/s'}}}}}",
                "{properties: {a: {pattern: '(?=x)'}}}",
                "{if: {}, then: {}}",
                "{maxLength: '5'}",
                "{required: name}",
                "{required: [1]}",
                "{type: text}",
                "{enum: []}",
                "{enum: x}",
                "{minimum: 1e99999}",
                "{maxItems: -1}",
                "{properties: []}",
                "{uniqueItems: 'true'}",
                "{properties: {a: {$ref: '#/$defs/s', type: string}}, $defs: {s: {}}}",
                "{x-kubernetes-validations: [{rule: 'self.'}]}",
                "[]"
            })
    void aSchemaThatCannotBeAppliedIsNamed(String schema) {
        assertThatThrownBy(() -> own(schema))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("acme.yaml: kinds[0].schema");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            nulls: unsett                              => 3:8: nulls: "unsett": supported values: "unset"
            otherKinds: alowed                         => 3:13: otherKinds: "alowed": supported values: "allowed"
            gates: {A: 'yes'}                          => 3:12: gates[A]: "yes": expected boolean, found
            gatess: {A: true}                          => 3:1: gatess: unknown field of DriverParameters; did you mean gates?
            drivers: [Acme]                            => 3:11: drivers[0]: "Acme": must match
            drivers: []                                => 3:10: drivers: must have at least 1 items
            examples: [{error: [a]}]                   => 3:13: examples[0].error: unknown field of DriverParameters
            kinds: [{kind: A, schema: {}}]             => 3:9: kinds[0]: apiVersion and kind are required
            kinds: [{kind: A, apiVersion: b}]          => 3:9: kinds[0].schema: is required
            """)
    void aMistakeInTheHeaderOfAFileIsNamedWithItsPlace(String line, String message) throws IOException {
        String header = "apiVersion: drawbridge.dev/v1\nkind: DriverParameters\n" + line + "\n";
        String rest = (line.startsWith("drivers") ? "" : "drivers: [a.acme.com]\n")
                + (line.startsWith("kinds") ? "" : "kinds: [{apiVersion: a/v1, kind: A, schema: {}}]\n");
        Files.writeString(folder.resolve("acme.yaml"), header + rest);

        assertThatThrownBy(() -> DriverRegistry.builtIn().with(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("acme.yaml: " + message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{apiVersion: drawbridge.dev/v2, kind: DriverParameters, drivers: [a.b], kinds: []}",
                "{apiVersion: drawbridge.dev/v1, kind: Driver, drivers: [a.b], kinds: []}",
                "{kind: CustomResourceDefinition}",
                "{kind: CustomResourceDefinition, metadata: {annotations: {drawbridge.dev/drivers: a.b}}}"
            })
    void aFileThatIsNoEntryIsRefused(String file) throws IOException {
        Files.writeString(folder.resolve("acme.yaml"), file);

        assertThatThrownBy(() -> DriverRegistry.builtIn().with(folder)).isInstanceOf(IOException.class);
    }

    @Test
    void duplicatesAreFoundFarIntoAList() throws IOException {
        String numbers = IntStream.range(0, 2_000).mapToObj(Integer::toString).collect(Collectors.joining(", "));

        assertThat(own("{properties: {a: {uniqueItems: true}}}", "a: [" + numbers + ", 1999]"))
                .containsExactly("parameters.a[2000]: 1999: must be unique (fpga.acme.com)");
        assertThat(own("{properties: {a: {uniqueItems: true}}}", "a: [" + "1, ".repeat(7_000) + "1]"))
                .hasSize(1);
    }

    @Test
    void parametersThatAreMadeToCostEnd() throws IOException {
        String deep = "{b: ".repeat(500) + "1" + "}".repeat(500);
        assertThat(own("{properties: {a: {}}}", "a: " + deep)).isEmpty();
        assertThat(own("{properties: {a: {pattern: '^(x+x+)+y$'}}}", "a: " + "x".repeat(9000)))
                .hasSize(1);
    }

    @Test
    void configurationsThatAreStoredAreNotJudgedAgain() {
        String claim =
                "{spec: {devices: {config: [{opaque: {driver: gpu.nvidia.com, parameters: {kind: X, apiVersion: y}}}]}}}";
        ObjectValue object = (ObjectValue) value(claim);

        assertThat(DriverRegistry.builtIn()
                        .validateObject("ResourceClaim", object, null)
                        .errors())
                .extracting(error -> error.path().toString())
                .containsExactly("spec.devices.config[0].opaque.parameters");
        assertThat(DriverRegistry.builtIn().validateObject("ResourceClaim", object, object))
                .isEqualTo(DriverFindings.NONE);
    }

    @Test
    void theRulesOfTheBuiltInDriversCompile() {
        DriverGates gates = new DriverGates(
                Map.of("gpu.nvidia.com", Map.of("MPSSupport", true, "TimeSlicingSettings", true)), true);
        DriverRegistry registry = DriverRegistry.builtIn().with(gates);

        for (String sharing : List.of(
                "{strategy: TimeSlicing, timeSlicingConfig: {interval: Long}}",
                "{strategy: MPS, mpsConfig: {defaultActiveThreadPercentage: 100, multiUser: true}}")) {
            assertThat(validate(registry, "gpu.nvidia.com", NVIDIA.formatted(sharing)))
                    .isEqualTo(DriverFindings.NONE);
        }
        assertThat(
                        validate(
                                registry,
                                "gpu.example.com",
                                "{apiVersion: gpu.resource.example.com/v1alpha1, kind: GpuConfig,"
                                        + " sharing: {strategy: SpacePartitioning, spacePartitioningConfig: {partitionCount: 2}}}"))
                .isEqualTo(DriverFindings.NONE);
    }
}
