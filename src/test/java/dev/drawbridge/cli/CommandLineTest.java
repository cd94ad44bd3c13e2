package dev.drawbridge.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** A base class for tests that run commands with a temporary folder of files. */
abstract class CommandLineTest {

    static final String CLAIM = """
        apiVersion: resource.k8s.io/v1alpha2
        kind: ResourceClaim
        metadata:
          name: a
        spec:
          resourceClassName: gpu.example.com
        """;

    /** A claim with an unknown field. */
    static final String WRONG = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: gpu
            spec:
              colour: red
            """;

    private static final Pattern FINDING = Pattern.compile(
            "(?m)^(.*?: (?:error|warning): )(.*?)( \\[fixable[^]]*])?\n" + "  (\\S.*?) (\\[[^] ]*(?:, [^]]*)?])$");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    int run(String... args) {
        return Cli.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    /** The output, with the two lines of a finding joined by {@link #joined}. */
    String out() {
        return joined(out.toString(StandardCharsets.UTF_8));
    }

    /** Text in which each finding is one line: {@code place: severity: path: message [rule] [fixable] (object)}. */
    static String joined(String text) {
        return FINDING.matcher(text).replaceAll(found -> {
            String[] subject = found.group(4).split(" in ", 2);
            boolean isObject = subject[0].matches("[A-Z]\\w+ .*|case.*");
            String path = isObject ? "" : subject[0] + ": ";
            String object = isObject ? found.group(4) : subject.length > 1 ? subject[1] : "";
            String message = path.isEmpty() ? found.group(2) : found.group(2).replaceFirst("^.*?: ", "");
            return Matcher.quoteReplacement(found.group(1) + path + message + " " + found.group(5)
                    + (found.group(3) == null ? "" : found.group(3))
                    + (object.isEmpty() ? "" : " (" + object.replace(" (Kubernetes", "; Kubernetes") + ")"));
        });
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
