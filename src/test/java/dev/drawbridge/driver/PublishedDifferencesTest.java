package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of comparing entries with slices and classes of a cluster in the same folder. */
class PublishedDifferencesTest {

    private static final String SLICES = """
            apiVersion: v1
            kind: List
            items:
            - apiVersion: resource.k8s.io/v1
              kind: ResourceSlice
              metadata: {name: a}
              spec:
                driver: fpga.acme.com
                devices:
                - name: fpga-0
                  attributes: {family: {string: agilex}, slots: {int: 2}}
                  capacity: {memory: {value: 1Gi}}
            - apiVersion: resource.k8s.io/v1
              kind: DeviceClass
              metadata: {name: fpga.acme.com}
              spec: {selectors: [{cel: {expression: device.driver == "fpga.acme.com"}}]}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeEntry() throws IOException {
        Files.writeString(folder.resolve("entry.yaml"), """
                apiVersion: drawbridge.dev/v1
                kind: DriverParameters
                drivers: [fpga.acme.com]
                versions: ["1.0", "1.1"]
                devices:
                - attributes:
                  - {name: family, type: string, enum: [agilex, stratix]}
                  - {name: slots, type: int}
                  - {name: legacy, type: int, until: "1.0"}
                  capacity: [{name: memory}]
                  classes: [{name: fpga.acme.com, expressions: ['device.driver == "fpga.acme.com"']}]
                """);
    }

    private PublishedDifferences with(String slices) throws IOException {
        Files.writeString(folder.resolve("slices.yaml"), slices);
        return PublishedDifferences.of(DriverRegistry.builtIn().with(folder), folder);
    }

    @Test
    void publishedAsDeclaredHasNoDifferences() throws IOException {
        PublishedDifferences same = with(SLICES);

        assertThat(same.errors()).isEmpty();
        assertThat(same.warnings()).isEmpty();
        assertThat(same.slices()).isOne();
        assertThat(same.classes()).isOne();
    }

    @Test
    void undeclaredNameIsErrorAndUnpublishedNameIsWarning() throws IOException {
        PublishedDifferences renamed = with(SLICES.replace("slots:", "slot:").replace("memory:", "mem:"));

        assertThat(renamed.errors())
                .containsExactly(
                        "fpga.acme.com: device fpga-0: attribute fpga.acme.com/slot is published, but not declared",
                        "fpga.acme.com: device fpga-0: capacity fpga.acme.com/mem is published, but not declared");
        assertThat(renamed.warnings())
                .containsExactly(
                        "fpga.acme.com: attribute fpga.acme.com/slots is declared, but no device has it",
                        "fpga.acme.com: capacity fpga.acme.com/memory is declared, but no device has it");
    }

    @Test
    void undeclaredTypeAndValueAreErrors() throws IOException {
        PublishedDifferences other =
                with(SLICES.replace("{string: agilex}", "{string: arria}").replace("{int: 2}", "{string: two}"));

        assertThat(other.errors())
                .containsExactly(
                        "fpga.acme.com: device fpga-0: attribute fpga.acme.com/family: value arria is published, but"
                                + " not in enum",
                        "fpga.acme.com: device fpga-0: attribute fpga.acme.com/slots is declared as int, published as"
                                + " string");
    }

    @Test
    void differentClassIsError() throws IOException {
        assertThat(with(SLICES.replace("name: fpga.acme.com}", "name: fpga}")).errors())
                .containsExactly("fpga.acme.com: DeviceClass fpga is not declared");
        assertThat(with(SLICES.replace(
                                "device.driver == \"fpga.acme.com\"", "'device.driver == \"fpga.acme.com\" && true'"))
                        .errors())
                .singleElement()
                .asString()
                .contains("has the selectors");
    }
}
