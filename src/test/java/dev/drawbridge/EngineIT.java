package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the engine's jar with only its own dependencies: the example of its page compiles and runs. */
class EngineIT {

    /** dev.cel:cel, tools.jackson.core:jackson-core, org.jspecify:jspecify, and their dependencies. */
    private static final List<String> DEPENDENCIES =
            List.of("/dev/cel/", "/com/google/", "/org/antlr/", "/tools/jackson/core/jackson-core/", "/org/jspecify/");

    @TempDir
    private Path folder;

    @Test
    void exampleRunsWithEngineOnly() throws Exception {
        String page = Files.readString(Path.of("src/docs/library.md"));
        int begin = page.indexOf("```java\n") + "```java\n".length();
        Path source =
                Files.writeString(folder.resolve("Example.java"), page.substring(begin, page.indexOf("```", begin)));

        String printed = java("-Xlog:disable", "-cp", classPath(), source.toString(), "deploy/try/claim-template.yaml");

        assertThat(printed.lines().map(line -> line.replaceFirst("^(\\d+:\\d+): .*", "$1")))
                .containsExactly("10:11", "11:11", "12:11", "14:22", "15:27", "17:11", "27:21");
    }

    @Test
    void resourcesOfTheEngineAreInItsJar() throws Exception {
        Path source = Files.writeString(folder.resolve("Resources.java"), """
                import dev.drawbridge.document.*;
                import dev.drawbridge.explain.Manual;
                import java.util.Map;

                class Resources {
                    public static void main(String[] args) {
                        System.out.println(JsonReader.withPositions(ReadLimits.DEFAULT).read("[1".getBytes()));
                        System.out.println(new Manual(null, null, false).page("ResourceClaim", Map.of()).text());
                    }
                }
                """);

        assertThat(java("-Xlog:disable", "-cp", classPath(), source.toString()))
                .contains("']' is missing", "FIELDS:", "DESCRIPTION:");
    }

    private static String classPath() throws IOException {
        try (Stream<Path> built = Files.list(Path.of("target"))) {
            List<String> engine = built.map(Path::toString)
                    .filter(jar -> jar.matches("target/drawbridge-[^/]*-engine\\.jar"))
                    .toList();
            assertThat(engine).hasSize(1);
            Stream<String> dependencies = Arrays.stream(
                            System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(jar -> DEPENDENCIES.stream().anyMatch(jar::contains));
            return Stream.concat(engine.stream(), dependencies).collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        Arrays.stream(arguments))
                .toList();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
