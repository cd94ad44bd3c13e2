package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.report.JsonTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Tests of driver parameters as JSON Schema. */
class ParameterJsonSchemaTest extends DriverTest {

    private static String json(DriverRegistry registry, String driver) {
        StringWriter out = new StringWriter();
        JsonTree.write(new DriverManual(registry, driver, false).schema(null, true), new PrintWriter(out));
        return out.toString().replaceAll("\\s+", "");
    }

    @Test
    void kindIsStrictAndHasItsHeader() throws IOException {
        String schema =
                "{type: object, required: [a], properties: {a: {type: number, minimum: 0.5}, m: {format: quantity}}}";

        assertThat(json(own(schema), "fpga.acme.com")).isEqualTo("""
                {
                  "$schema": "http://json-schema.org/draft-07/schema#",
                  "title": "Parameters of fpga.acme.com",
                  "type": "object",
                  "properties": {
                    "apiVersion": {"enum": ["fpga.acme.com/v1"]},
                    "kind": {"enum": ["Bitstream"]},
                    "a": {
                      "description": "is required [driverParameters]; must be greater than or equal to 0.5 [driverParameters]",
                      "type": ["number"],
                      "minimum": 0.5
                    },
                    "m": {"type": ["string", "number"]}
                  },
                  "additionalProperties": false,
                  "required": ["apiVersion", "kind", "a"]
                }
                """.replaceAll("\\s+", ""));
    }

    @Test
    void kindsOfADriverAreAlternatives() {
        assertThat(json(DriverRegistry.builtIn(), "gpu.amd.com"))
                .contains("\"anyOf\":[", "\"enum\":[\"GpuConfig\"]", "\"enum\":[\"VfioDeviceConfig\"]");
    }

    @Test
    void driverWithoutParametersAndUnknownKindAreRefused() {
        DriverRegistry registry = DriverRegistry.builtIn();

        assertThatThrownBy(() -> new DriverManual(registry, "gpu.intel.com", false).schema(null, true))
                .hasMessage("gpu.intel.com has no known parameters");
        assertThatThrownBy(() -> new DriverManual(registry, "gpu.amd.com", false).schema("Gpu", true))
                .hasMessage("driver gpu.amd.com has no kind \"Gpu\"; it has GpuConfig, VfioDeviceConfig");
    }
}
