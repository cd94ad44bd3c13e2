package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fleet.FleetModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the example fleets. */
class FleetModelsTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a}
            spec:
              devices:
                requests:
                - name: devices
                  exactly: {deviceClassName: %s, count: %d}
            """;

    @TempDir
    private Path folder;

    private static String run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Cli.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return CommandLineTest.joined(out.toString(StandardCharsets.UTF_8));
    }

    private String claim(String deviceClass, int count) throws IOException {
        return Files.writeString(folder.resolve("claim.yaml"), CLAIM.formatted(deviceClass, count))
                .toString();
    }

    /** Each model has a node on which exactly this number of devices of the class fits. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            8xh100,      gpu.nvidia.com,  8
            8xa100,      gpu.nvidia.com,  8
            4xt4,        gpu.nvidia.com,  4
            gb200-nvl72, gpu.nvidia.com,  4
            gb300-nvl72, gpu.nvidia.com,  4
            dranet-h100, dranet,         16
            dranet-a3,   dranet,          8
            efa-a100,    dranet,          4
            mi300x,      gpu.amd.com,     8
            gaudi3,      gaudi.intel.com, 8
            tpu-v5e,     tpu.google.com,  8
            tpu-v6e,     tpu.google.com,  8
            trn2,        neuron.aws.com, 16
            example,     gpu.example.com, 8
            """)
    void devicesOfAModelCanBeAllocated(String model, String deviceClass, int devices) throws IOException {
        assertThat(run("fit", "--fleet", "model:" + model, claim(deviceClass, devices)))
                .contains("fits");
        assertThat(run("fit", "--fleet", "model:" + model, claim(deviceClass, devices + 1)))
                .contains("never fits");
    }

    @Test
    void modelsAreRepeatedAndMixed() {
        assertThat(run("fleet", "model:8xh100:4", "model:gb200-nvl72", "-o", "json"))
                .contains("22 nodes, 140 devices");
    }

    @Test
    void modelsAreListed() {
        assertThat(run("fleet", "--models"))
                .contains("model:8xh100", "model:gb200-nvl72")
                .doesNotContain("https:");
        assertThat(run("fleet", "--models", "-o", "wide")).contains("https://github.com/kubernetes-sigs/dranet/");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            model:8xh10      => model:8xh10: unknown model "8xh10"; did you mean 8xh100?; drawbridge fleet --models lists them
            model:8xh100:x   => model:8xh100:x: expected a number from 1 to 5000 after the name, found "x"
            model:8xh100:0   => model:8xh100:0: expected a number from 1 to 5000 after the name, found "0"
            model:gb200-nvl72:278 => model:gb200-nvl72:278: expected a number from 1 to 277 after the name, found "278"
            """)
    void unknownModelHasSuggestion(String path, String error) {
        assertThat(run("fleet", path)).contains(error);
    }

    @Test
    void modelsAreValidManifests() throws IOException {
        for (FleetModel model : FleetModel.all()) {
            Files.writeString(
                    folder.resolve(model.name() + ".yaml"),
                    FleetModel.manifests("model:" + model.name()).get(0));
        }

        assertThat(run("check", "--ignore", "twin", folder.toString())).contains("no findings");
    }

    @Test
    void checkAcceptsExampleFleet() throws IOException {
        String claim = claim("gpu.nvidia.com", 9);

        assertThat(run("check", "--fleet", "model:8xh100", claim))
                .contains("exactly.count: never fits this fleet (1 node)");
    }
}
