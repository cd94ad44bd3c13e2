package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code src/test/conformance.sh} with the packaged product. */
class ConformanceScriptIT {

    private static final Path RESOURCES = Path.of("src/test/resources").toAbsolutePath();

    @TempDir
    private Path folder;

    private String run(int exitCode, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of("src/test/conformance.sh").toAbsolutePath().toString()));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
        return output;
    }

    @Test
    void comparesVerdicts() throws Exception {
        assertThat(run(0, RESOURCES.resolve("conformance/own.jsonl").toString()))
                .startsWith("release  group ")
                .contains("\nall ");
    }

    @Test
    void printsDecisions() throws Exception {
        assertThat(run(0, "--decide", RESOURCES.resolve("proof/fit.jsonl.gz").toString()))
                .startsWith("question ");
    }

    @Test
    void invalidArgumentIsUsageError() throws Exception {
        assertThat(run(2)).contains("a FILE of recorded verdicts is missing");
    }
}
