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

    /** Reads the entry; fails if it is malformed. */
    private DriverRegistry read(String entry) throws IOException {
        Path read = Files.createDirectories(folder.resolve("read"));
        Files.writeString(read.resolve("entry.yaml"), entry);
        return DriverRegistry.builtIn().with(read);
    }

    @Test
    void goSourceIsRefused() {
        assertThatThrownBy(() -> entry("types.go", "package v1\n"))
                .hasMessageContaining("types.go: is Go source")
                .hasMessageContaining("controller-gen");
    }

    @Test
    void definitionMakesKindAndItsExamplesArePassedOver() throws IOException {
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

        assertThat(entry)
                .contains("required: [name]")
                .contains("pattern: \"^[a-z]+$\"")
                .doesNotContain("fir");
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
    void slicesShowDevices() throws IOException {
        String entry = entry("slices.yaml", """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceSlice
                spec:
                  driver: fpga.acme.com
                  devices:
                  - name: fpga-0
                    basic:
                      attributes: {family: {string: agilex}, resource.kubernetes.io/numaNode: {int: 0}}
                      capacity: {memory: {value: 8Gi}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                spec: {driver: other.acme.com, devices: [{name: other-0}]}
                """);

        assertThat(entry).endsWith("""
                nulls: unset
                devices:
                - deviceNames: [fpga-0]
                  attributes:
                  - {name: family, type: string, examples: [agilex]}
                  - {name: resource.kubernetes.io/numaNode, type: int}
                  capacity:
                  - {name: memory}
                """);
        read(entry);
    }

    @Test
    void filesWithoutFactsAboutDriverAreRefused() {
        assertThatThrownBy(() -> entry("class.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                spec: {selectors: [{cel: {expression: device.driver == "other.acme.com"}}]}
                """))
                .hasMessage("no CustomResourceDefinition, JSON Schema, slice or class of fpga.acme.com in these files");
    }
}
