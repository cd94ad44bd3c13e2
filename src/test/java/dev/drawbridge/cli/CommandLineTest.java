package dev.drawbridge.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
