package dev.drawbridge.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code mvn -Pfuzz -DskipTests verify}: fuzzes one target after the other with Jazzer, from its seeds. Fails if one
 * has a finding; its input and its trace are in {@code target/fuzz/NAME}. Arguments: SECONDS for each, and the names
 * of targets, such as {@code YamlFuzzer} (default: all).
 */
final class FuzzRun {

    private static final Path OUTPUT = Path.of("target/fuzz");

    /** Longer than any input takes, with the instrumentation, on a busy machine. */
    private static final int SECONDS_PER_INPUT = 60;

    private FuzzRun() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> chosen = Arrays.asList(arguments).subList(1, arguments.length);
        List<String> targets = Fuzzers.names();
        List<String> unknown = new ArrayList<>(chosen);
        unknown.removeIf(name -> targets.stream().anyMatch(target -> target.endsWith("." + name)));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("no targets named " + unknown + "; there are " + targets);
        }
        List<String> failed = new ArrayList<>();
        for (String name : targets) {
            String simple = name.substring(name.lastIndexOf('.') + 1);
            if (chosen.isEmpty() || chosen.contains(simple)) {
                int code = run(name, Files.createDirectories(OUTPUT.resolve(simple)), arguments[0]);
                System.out.println(simple + ": " + (code == 0 ? "no finding" : "exit code " + code));
                if (code != 0) {
                    failed.add(simple);
                }
            }
        }
        if (!failed.isEmpty()) {
            throw new IllegalStateException("findings of " + failed + "; see " + OUTPUT);
        }
    }

    private static int run(String name, Path output, String seconds) throws IOException, InterruptedException {
        Path corpus = Files.createDirectories(output.resolve("corpus"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + name,
                        "--instrumentation_includes=dev.drawbridge.**",
                        // Files are opened on purpose: that is what these targets read.
                        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.FilePathTraversal",
                        "--reproducer_path=" + output,
                        "-artifact_prefix=" + output + "/",
                        "-max_total_time=" + seconds,
                        "-timeout=" + SECONDS_PER_INPUT,
                        "-rss_limit_mb=4096",
                        corpus.toString(),
                        Fuzzers.seeds(name).toString())
                .redirectErrorStream(true)
                .redirectOutput(output.resolve("log.txt").toFile())
                .start();
        return process.waitFor();
    }
}
