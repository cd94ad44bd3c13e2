package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the program that compares verdicts: its arguments, output and exit codes. */
class ConformanceCommandTest {

    private static final Path OWN = Path.of("src/test/resources/conformance/own.jsonl");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... words) {
        return ConformanceCommand.run(List.of(words), new PrintWriter(out, true), new PrintWriter(err, true));
    }

    @Test
    void printsTableOfOneRelease() {
        assertThat(run("--release", "1.29", OWN.toString())).isZero();
        assertThat(out.toString()).contains("release", "1.29").doesNotContain("1.30   ");
    }

    @Test
    void differenceFailsAndIsShown() throws IOException {
        Path turned = folder.resolve("turned.jsonl");
        Files.writeString(turned, Files.readString(OWN).replace("FieldValueForbidden", "FieldValueRequired"));

        assertThat(run(turned.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).doesNotContain("own-");
        assertThat(run("--show", "1", turned.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString().lines().filter(line -> line.contains("own-"))).hasSize(1);
    }

    @Test
    void decisionsAreCounted() {
        assertThat(run("--decide", "src/test/resources/proof/fit.jsonl.gz")).isZero();
        assertThat(out.toString().lines().skip(1)).isNotEmpty().allMatch(line -> line.matches("\\S+( +\\d+){4}"));
    }

    @Test
    void invalidArgumentsAreUsageErrors() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(run("--relaese", "1.29", OWN.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(run(folder.resolve("none").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("a FILE of recorded verdicts is missing")
                .contains("did you mean --release?")
                .contains("none: cannot be read");
    }

    @Test
    void helpNamesScript() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: src/test/conformance.sh [OPTION...] FILE...\n");
    }
}
