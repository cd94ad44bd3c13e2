package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the packaged {@code drawbridge fit} and {@code fleet}. */
class PackagedFitIT {

    private static final String FLEET = "deploy/try/fit/fleet.yaml";
    private static final String DUMP = "deploy/try/cluster.yaml";

    private static String run(int exitCode, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Distribution.LAUNCHER.toString()));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
        return output;
    }

    @Test
    void readmeContainsOutputOfFit() throws Exception {
        String output = run(1, "fit", "--fleet", "model:8xh100:4", "deploy/try/fit/train.yaml");

        assertThat(Files.readString(Path.of("README.md"))).contains(output);
    }

    @Test
    void readmeShowsAnswersAboutDump() throws Exception {
        assertThat(Files.readString(Path.of("README.md")))
                .contains(run(1, "why", "pod/train", "-n", "ml", "--from", DUMP))
                .contains(run(1, "doctor", "--from", DUMP));
    }

    @Test
    void programsReadJson() throws Exception {
        assertThat(run(1, "fit", "--fleet", FLEET, "deploy/try/fit/train.yaml", "-o", "json"))
                .contains("\"answer\" : \"never\"", "\"answer\" : \"error\"");
    }

    @Test
    void printsFleet() throws Exception {
        assertThat(run(0, "fleet", FLEET)).contains("gpu.nvidia.com  12     12     96       6      90    0");
    }

    @Test
    void missingFleetOrFileIsUsageError() throws Exception {
        assertThat(run(2, "fit", "deploy/try/fit/train.yaml"))
                .contains("--from PATH, --cluster or --context NAME is missing");
        assertThat(run(2, "fit", "--fleet", "nosuch.yaml", "x.yaml")).contains("nosuch.yaml");
        assertThat(run(2, "fit", "--kubernetes", "1.33", "--fleet", FLEET, "deploy/try/fit/train.yaml"))
                .contains("the schedulers of 1.34 to ");
    }

    @Test
    void settingsNamePodTemplates(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve(".drawbridge.yaml"), "podTemplates: ['example.org/Training spec.workers[].pod']\n");
        Files.writeString(folder.resolve("training.yaml"), """
                apiVersion: example.org/v1
                kind: Training
                metadata: {name: train, namespace: ml}
                spec:
                  workers:
                  - pod:
                      containers: [{name: c, resources: {limits: {deviceclass.resource.kubernetes.io/nosuch: 1}}}]
                """);
        Process process = new ProcessBuilder(
                        Distribution.LAUNCHER.toString(),
                        "fit",
                        "--fleet",
                        Path.of(FLEET).toAbsolutePath().toString(),
                        "training.yaml")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();

        assertThat(process.inputReader().lines().toList())
                .anySatisfy(line -> assertThat(line).contains("Training ml/train"));
    }
}
