package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.gitops.SampleRepository;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the packaged local check and merge gate, started like by a user. */
class PackagedCheckIT {

    private static final Path DISTRIBUTION = Path.of("target/drawbridge").toAbsolutePath();
    private static final Path SAMPLES = DISTRIBUTION.resolve("share/samples");
    private static final String CLAIM =
            Path.of("deploy/try/before/claim.yaml").toAbsolutePath().toString();

    /** A copy of the distribution that the tests share, with the archive that the first check has created. */
    @TempDir
    private static Path shared;

    private static String first;

    private Path folder = shared;

    @BeforeAll
    static void copyAndCheck() throws Exception {
        for (String part : List.of("bin", "lib", "share/samples", "share/fleet")) {
            copy(part);
        }
        first = new PackagedCheckIT().check(shared, "", CLAIM);
    }

    @Test
    void firstCheckCreatesArchiveForLaterStarts() throws Exception {
        assertThat(first).contains("1 DRA object checked");
        assertThat(archives()).singleElement().asString().startsWith("check-");
        assertThat(check(folder, "-Xlog:class+load", CLAIM))
                .contains("dev.drawbridge.cli.Cli source: shared objects file");
        assertThat(archives()).hasSize(1);
    }

    /**
     * Each would cost more than the check itself: the first time zone, and the first hash of a record. Later Javas load
     * all classes of an archive at once.
     */
    @Test
    @EnabledForJreRange(max = JRE.JAVA_23)
    void checkWithoutFindingsLoadsNeitherTimeZonesNorHashesOfRecords(@TempDir Path input) throws Exception {
        Path claim = Files.writeString(input.resolve("claim.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: gpu, namespace: team-a}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}}
                """);

        assertThat(check(folder, "-Xlog:class+load", claim.toString()))
                .contains("1 DRA object checked")
                .doesNotContain("java.time.zone.TzdbZoneRulesProvider ", "java.lang.runtime.ObjectMethods ");
    }

    @Test
    void languageServerStartsWithSameArchive() throws Exception {
        Process server = run(folder, "-Xlog:class+load", "lsp");
        String initialize = """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}""";
        try (OutputStream in = server.getOutputStream()) {
            in.write("Content-Length: %d\r\n\r\n%s"
                    .formatted(initialize.length(), initialize)
                    .getBytes(StandardCharsets.UTF_8));
        }
        assertThat(output(server))
                .contains("org.eclipse.lsp4j.InitializeResult source: shared objects file")
                .contains("\"serverInfo\"");
        assertThat(archives()).hasSize(1);
    }

    @Test
    void gateOfCopyCreatesItsOwnArchive(@TempDir Path other, @TempDir Path repository) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            // The archive is last, so that it is newer than its inputs.
            for (Path file : files.sorted(Comparator.comparing(PackagedCheckIT::isArchive))
                    .toList()) {
                Path copy = other.resolve(folder.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        folder = other;
        folder.resolve("bin/drawbridge").toFile().setExecutable(true);
        SampleRepository.make(repository, SAMPLES);
        List<String> before = state(repository);

        assertThat(check(repository, "", "--base", "HEAD")).contains("checked in 3 files");
        assertThat(state(repository)).isEqualTo(before);
        assertThat(archives()).singleElement().asString().startsWith("check-");
        assertThat(check(repository, "-Xlog:class+load", "--base", "HEAD"))
                .contains("org.eclipse.jgit.treewalk.TreeWalk source: shared objects file");
        assertThat(archives()).hasSize(1);
    }

    @Test
    void terminalOutputShowsLines(@TempDir Path input) throws Exception {
        Path manifest = Files.writeString(
                input.resolve("a.yaml"), "kind: DeviceClass\napiVersion: resource.k8s.io/v1\nmetadata: {name: A}\n");
        Path broken = Files.writeString(input.resolve("b.yaml"), "a: b\n  c: d\n");
        Process process =
                start(folder, "-Ddrawbridge.terminal=true", "--no-color", manifest.toString(), broken.toString());

        assertThat(output(process))
                .contains("    3 | metadata: {name: A}\n      |                  ^\n")
                .contains("    2 |   c: d\n      |    ^\n");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @Test
    void inputLargerThanMemoryHasHint(@TempDir Path input) throws Exception {
        Path large = Files.writeString(input.resolve("large.json"), "[" + "{\"a\":1},".repeat(1_000_000) + "1]");
        Process process = start(folder, "-Xmx32m", large.toString());

        assertThat(output(process)).contains("out of memory", "JAVA_OPTS=-Xmx2g");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    /** The files directly in a folder of the distribution, except archives of the startup training. */
    private static void copy(String part) throws IOException {
        Files.createDirectories(shared.resolve(part));
        try (Stream<Path> files = Files.list(DISTRIBUTION.resolve(part))) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(one -> !isArchive(one))
                    .toList()) {
                Files.copy(file, shared.resolve(part).resolve(file.getFileName()));
            }
        }
        shared.resolve("bin/drawbridge").toFile().setExecutable(true);
    }

    /** The files of Git, each with the time of its last change. */
    private static List<String> state(Path repository) throws IOException {
        List<String> state = new ArrayList<>();
        try (Stream<Path> files = Files.walk(repository.resolve(".git"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                state.add(file + " " + Files.getLastModifiedTime(file));
            }
        }
        return state;
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("lib"))) {
            return files.filter(PackagedCheckIT::isArchive)
                    .map(Path::getFileName)
                    .toList();
        }
    }

    private static boolean isArchive(Path file) {
        return file.toString().endsWith(".jsa") || file.toString().endsWith(".aot");
    }

    private String check(Path directory, String options, String... words) throws IOException, InterruptedException {
        Process process = start(directory, options, words);
        String output = output(process);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Process start(Path directory, String options, String... words) throws IOException {
        return run(
                directory,
                options,
                Stream.concat(Stream.of("check"), Stream.of(words)).toArray(String[]::new));
    }

    private Process run(Path directory, String options, String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(folder.resolve("bin/drawbridge").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS", options);
        // The environment of a Git hook.
        builder.environment().put("GIT_DIR", directory.resolve(".git").toString());
        builder.environment()
                .put("GIT_INDEX_FILE", directory.resolve(".git/index").toString());
        builder.environment()
                .put("GIT_OBJECT_DIRECTORY", directory.resolve(".git/objects").toString());
        return builder.start();
    }
}
