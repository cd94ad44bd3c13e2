package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of expressions at the depth limit of Go's parser, 249 levels, and beyond, in newly started processes. */
class DeepExpressionsTest {

    private static final int PROCESSES = 4;

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: %s}
            spec:
              selectors:
              - cel:
                  expression: '%s'
            """;

    private static Map<String, String> forms(int levels) {
        Map<String, String> forms = new TreeMap<>();
        forms.put("maps", "[1].map(a, ".repeat(levels) + "[]" + ")".repeat(levels) + " == []");
        forms.put("tests", "[1].exists(a, ".repeat(levels) + "true" + ")".repeat(levels));
        forms.put("brackets", "(".repeat(levels) + "true" + ")".repeat(levels));
        forms.put("lists", "[".repeat(levels) + "1" + "]".repeat(levels) + " == []");
        forms.put("objects", "{1: ".repeat(levels) + "1" + "}".repeat(levels) + " == {}");
        forms.put("choices", "true ? false : ".repeat(levels) + "true");
        forms.put("sums", "1 + ".repeat(levels) + "1 == 1");
        forms.put("calls", "string(".repeat(levels) + "\"a\"" + ")".repeat(levels) + " == \"a\"");
        return forms;
    }

    private static String check(Path folder) throws IOException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.drawbridge.Main",
                "check",
                "--kubernetes",
                "1.34",
                folder.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + output;
    }

    @Test
    void expressionOf250LevelsIsTooDeepAndOneOf249IsNot(@TempDir Path folder) throws Exception {
        areChecked(PROCESSES, folder);
    }

    /** The compiler of the process decides how much stack a level takes, so processes differ. */
    @Test
    @Tag("siege")
    void manyProcessesCheckDeepExpressions(@TempDir Path folder) throws Exception {
        areChecked(40, folder);
    }

    private static void areChecked(int processes, Path folder) throws Exception {
        for (int levels : new int[] {249, 250}) {
            for (Map.Entry<String, String> form : forms(levels).entrySet()) {
                String name = form.getKey() + "-" + levels;
                Files.writeString(folder.resolve(name + ".yaml"), CLASS.formatted(name, form.getValue()));
            }
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<String>> outputs = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            outputs.add(pool.submit(() -> check(folder)));
        }
        pool.shutdown();

        for (Future<String> future : outputs) {
            String output = future.get();
            assertThat(output)
                    .startsWith("1 ")
                    .contains(forms(1).size() + " errors")
                    .doesNotContain("unreadable");
            assertThat(output.lines().filter(line -> line.contains(": error: ")))
                    .allMatch(line -> line.contains("recursion limit"));
        }
    }
}
