package dev.drawbridge.cli;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A manifest from a repository, with all that {@code check} does about one: findings, SARIF, fixes, migration. */
public final class CheckFuzzer {

    private CheckFuzzer() {}

    /** Checks a file. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) throws IOException {
        Path file = Files.createTempFile("manifest", ".yaml");
        try {
            Files.write(file, data.consumeRemainingAsBytes());
            run("check", file.toString(), "-o", "sarif", "--debug");
            run("migrate", file.toString(), "--debug");
            run("check", file.toString(), "--fix", "unsafe", "--debug");
        } finally {
            Files.delete(file);
        }
    }

    private static void run(String... words) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        if (Cli.run(words, out, out) > ExitCode.USAGE) {
            throw new IllegalStateException(List.of(words) + ": " + printed.toString(StandardCharsets.UTF_8));
        }
    }
}
