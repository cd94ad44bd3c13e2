package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check --kustomize} and {@code --helm}, with tools of the PATH that print what is expected of them. */
class PackagedRenderIT {

    private static final Path START =
            Path.of("target/drawbridge/bin/drawbridge").toAbsolutePath();
    private static final String WRONG =
            "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata:\n  name: %s\nspec:\n  nosuch: 1\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void tools() throws IOException {
        tool(
                "kustomize",
                "[ \"$1 $2\" = 'build overlays/a' ] || { echo 'no such overlay' >&2; exit 1; }\ncat <<'X'\n"
                        + WRONG.formatted("a") + "X\n");
        tool(
                "helm",
                "[ \"$*\" = 'template chart --values v.yaml' ] || exit 1\ncat <<'X'\n---\n# Source: chart/templates/b.yaml\n"
                        + WRONG.formatted("b") + "---\n# Source: chart/templates/c.yaml\n" + WRONG.formatted("c")
                        + "X\n");
    }

    private void tool(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void findingsNameTheOverlay() throws Exception {
        assertThat(check(1, "--kustomize", "overlays/a")).contains("overlays/a (kustomize):6:3: error: spec.nosuch");
    }

    @Test
    void findingsNameTheTemplate() throws Exception {
        assertThat(check(1, "--helm", "chart", "--values", "v.yaml"))
                .contains("chart/templates/b.yaml (helm):8:3: error: spec.nosuch")
                .contains("chart/templates/c.yaml (helm):8:3: error: spec.nosuch");
    }

    @Test
    void aToolThatFailsOrIsMissingIsNamedWithWhatItSaid() throws Exception {
        assertThat(check(2, "--kustomize", "nosuch")).contains("kustomize build nosuch: exit code 1: no such overlay");
        Files.delete(folder.resolve("helm"));
        assertThat(check(2, "--helm", "chart")).contains("helm is not on the PATH; install it");
    }

    private String check(int exitCode, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(START.toString(), "check"));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Tools of the machine that are called the same do not count.
        String others = Arrays.stream(System.getenv("PATH").split(":"))
                .filter(directory -> !Files.exists(Path.of(directory, "helm")))
                .collect(Collectors.joining(":"));
        builder.environment().put("PATH", folder + ":" + others);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
        return output;
    }
}
