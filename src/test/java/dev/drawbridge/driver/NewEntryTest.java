package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code drivers init}: entries generated from a driver's files. */
class NewEntryTest {

    private static final String FPGA = "fpga.acme.com";

    @TempDir
    private Path folder;

    private String entry(String file, String text) throws IOException {
        return new NewEntry(FPGA)
                .add(Files.writeString(folder.resolve(file), text))
                .text();
    }

    /** The entry can be read, and its examples have no errors. */
    private DriverRegistry read(String entry) throws IOException {
        Path read = Files.createDirectories(folder.resolve("read"));
        Files.writeString(read.resolve("entry.yaml"), entry);
        DriverRegistry registry = DriverRegistry.builtIn().with(read);
        for (DriverEntry one : registry.entriesOfFiles()) {
            assertThat(one.examples())
                    .allSatisfy(example -> assertThat(registry.validate(FPGA, example.parameters(), example.path())
                                    .errors())
                            .isEmpty());
        }
        return registry;
    }

    @Test
    void goTypesBecomeSchemasWithTheirMarkers() throws IOException {
        String entry = entry("types.go", """
                package v1

                const (
                	GroupName = "fpga.acme.com"
                	Version   = "v1"
                )

                // Mode of a region.
                type Mode string

                const (
                	ModeShared    Mode = "Shared"
                	ModeExclusive Mode = "Exclusive"
                )

                type Common struct {
                	Name string `json:"name"` // the name
                }

                /* A block
                   comment. */
                type Bitstream struct {
                	metav1.TypeMeta `json:",inline"`
                	Common          `json:",inline"`

                	// Mode says how
                	// it is shared.
                	// +required
                	Mode *Mode `json:"mode"`
                	Slots []uint32 `json:"slots,omitempty"`
                	// +kubebuilder:validation:Minimum=1
                	// +kubebuilder:validation:Maximum=8
                	Count  int64                        `json:"count,omitempty"`
                	Memory map[string]resource.Quantity `json:"memory,omitempty"`
                	Other  foo.Bar                      `json:"other,omitempty"`
                	Hidden string                       `json:"-"`
                	cached bool
                }

                func (b *Bitstream) Validate() error { return nil }
                """);

        assertThat(entry).endsWith("""
                kinds:
                - apiVersion: fpga.acme.com/v1
                  kind: Bitstream
                  schema:
                    type: object
                    required: [mode]
                    properties:
                      name: {type: string}
                      mode: {type: string, enum: [Shared, Exclusive], description: Mode says how it is shared.}
                      slots:
                        type: array
                        items: {type: integer, minimum: 0}
                      count: {type: integer, minimum: 1, maximum: 8}
                      memory:
                        type: object
                        additionalProperties: {format: quantity}
                      other:
                        x-kubernetes-preserve-unknown-fields: true
                        description: "Go type foo.Bar, not supported by drivers init"
                """);
        read(entry);
    }

    @Test
    void unsupportedGoTypesAreReported() {
        assertThatThrownBy(() -> entry("types.go", "type A struct {\n\tB string\n}\n"))
                .hasMessageContaining("no struct embeds metav1.TypeMeta");
        assertThatThrownBy(() -> entry("own.go", """
                const GroupName = "a.b"
                const Version = "v1"
                type A struct {
                	metav1.TypeMeta
                	Next *A
                }
                """)).hasMessageContaining("is the type recursive?");
    }

    /** Each level doubles the fields; 2^30 fields are not generated. */
    @Test
    void explosiveGoTypesAreRefused() {
        StringBuilder text = new StringBuilder("""
                const GroupName = "a.b"
                const Version = "v1"
                type A struct {
                	metav1.TypeMeta
                	F T0
                }
                """);
        for (int i = 0; i < 30; i++) {
            text.append("type T%d struct {\n\tA T%d\n\tB T%d\n}\n".formatted(i, i + 1, i + 1));
        }

        assertThatThrownBy(() -> entry("types.go", text.toString())).hasMessageContaining("10000 parts");
        assertThatThrownBy(() -> entry("types.go", text.toString().replace("F T0", "F " + "[]".repeat(99) + "int")))
                .hasMessageContaining("more than 32 levels");
    }

    @Test
    void definitionAndItsExamplesMakeOneKind() throws IOException {
        String entry = entry("all.yaml", """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                spec:
                  group: fpga.acme.com
                  names: {kind: Bitstream}
                  versions:
                  - name: v1
                    schema:
                      openAPIV3Schema:
                        type: object
                        required: [kind, name]
                        properties:
                          apiVersion: {type: string}
                          kind: {type: string}
                          name: {type: string, pattern: '^[a-z]+$'}
                ---
                apiVersion: fpga.acme.com/v1
                kind: Bitstream
                name: fir
                """);

        assertThat(entry).contains("required: [name]").contains("pattern: \"^[a-z]+$\"");
        assertThat(read(entry).entriesOfFiles().get(0).parameters().kinds()).hasSize(1);
    }

    @Test
    void jsonSchemaWithoutAKindIsTypeless() throws IOException {
        String entry = entry("schema.json", """
                {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Options", "type": "object",
                 "properties": {"mtu": {"type": "integer", "minimum": 68}}}
                """);

        assertThat(entry).contains("kind: Options", "typeless: true", "minimum: 68");
        read(entry);
    }

    @Test
    void examplesInClaimsShowTypesAndSlicesShowDevices() throws IOException {
        String entry = entry("claim.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                spec:
                  devices:
                    config:
                    - opaque:
                        driver: fpga.acme.com
                        parameters: {apiVersion: fpga.acme.com/v1, kind: Bitstream, slots: [1], ratio: 1}
                    - opaque:
                        driver: fpga.acme.com
                        parameters: {apiVersion: fpga.acme.com/v1, kind: Bitstream, ratio: 0.5}
                    - opaque: {driver: other.acme.com, parameters: {apiVersion: v1, kind: Other}}
                ---
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceSlice
                spec:
                  driver: fpga.acme.com
                  devices:
                  - name: fpga-0
                    basic:
                      attributes: {family: {string: agilex}, resource.kubernetes.io/numaNode: {int: 0}}
                      capacity: {memory: {value: 8Gi}}
                """);

        assertThat(entry).contains("""
                    properties:
                      slots:
                        type: array
                        items: {type: integer}
                      ratio: {type: number}
                devices:
                - deviceNames: [fpga-0]
                  attributes:
                  - {name: family, type: string, examples: [agilex]}
                  - {name: resource.kubernetes.io/numaNode, type: int}
                  capacity:
                  - {name: memory}
                examples:
                """).doesNotContain("Other");
        read(entry);
    }

    @Test
    void filesWithoutFactsAboutDriverAreRefused() {
        assertThatThrownBy(() -> entry("class.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                spec: {selectors: [{cel: {expression: device.driver == "other.acme.com"}}]}
                """))
                .hasMessage("no parameters, slices or classes of fpga.acme.com in these files");
    }
}
