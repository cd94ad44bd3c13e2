package dev.drawbridge.driver;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The validation of parameters as YAML by a registry. */
abstract class DriverTest {

    static final String NVIDIA = "{apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig, sharing: %s}";

    static final String OWN = """
            apiVersion: drawbridge.dev/v1
            kind: DriverParameters
            drivers: [fpga.acme.com, '*.lab.acme.com']
            kinds:
            - apiVersion: fpga.acme.com/v1
              kind: Bitstream
              schema: %s
            """;

    @TempDir
    Path folder;

    static Value value(String yaml) {
        return ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(yaml.getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();
    }

    static Verdict validate(DriverRegistry registry, String driver, String parameters) {
        return registry.parameters(driver).validate(value(parameters), FieldPath.of("parameters"));
    }

    static List<String> errors(Verdict findings) {
        return findings.errors().stream()
                .map(error -> error.path() + ": " + error.message())
                .toList();
    }

    DriverRegistry own(String schema) throws IOException {
        Files.writeString(folder.resolve("acme.yaml"), OWN.formatted(schema));
        return DriverRegistry.builtIn().with(folder);
    }

    List<String> own(String schema, String fields) throws IOException {
        return errors(validate(
                own(schema), "fpga.acme.com", "{apiVersion: fpga.acme.com/v1, kind: Bitstream, " + fields + "}"));
    }

    static ObjectValue object(String yaml) {
        return (ObjectValue) ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(yaml.getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();
    }
}
