package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged local check, started as a user starts it. */
class PackagedCheckIT {

    private static final Path DISTRIBUTION = Path.of("target/drawbridge").toAbsolutePath();
    private static final Path CLAIM = Path.of("deploy/try/before/claim.yaml").toAbsolutePath();

    @TempDir
    private Path folder;

    @Test
    void theFirstCheckLeavesAnArchiveFromWhichTheNextOnesStart() throws Exception {
        for (String part : List.of("bin", "lib", "share/samples")) {
            copy(part);
        }

        assertThat(check("")).contains("1 DRA object checked");
        assertThat(archives()).hasSize(1);
        assertThat(check("-Xlog:class+load")).contains("dev.drawbridge.cli.Cli source: shared objects file");
        assertThat(archives()).hasSize(1);
    }

    /** The files right in a folder of the distribution, but for archives that were made before. */
    private void copy(String part) throws IOException {
        Files.createDirectories(folder.resolve(part));
        try (Stream<Path> files = Files.list(DISTRIBUTION.resolve(part))) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(one -> !isArchive(one))
                    .toList()) {
                Files.copy(file, folder.resolve(part).resolve(file.getFileName()));
            }
        }
        folder.resolve("bin/drawbridge").toFile().setExecutable(true);
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("lib"))) {
            return files.filter(PackagedCheckIT::isArchive).toList();
        }
    }

    private static boolean isArchive(Path file) {
        return file.getFileName().toString().startsWith("classes-");
    }

    private String check(String options) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        folder.resolve("bin/drawbridge").toString(), "check", CLAIM.toString())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS", options);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
