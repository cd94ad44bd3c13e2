package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

/** The table of kinds in the documentation equals that generated from the rules. */
class SupportedKindsTest {

    private static final Path PAGE = Path.of("src/docs/support.md");

    /** {@code mvn test -Dtest=SupportedKindsTest -Ddrawbridge.docs=write} writes them. */
    @Test
    void kindsEqualTable() throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        Cli.run(new String[] {"version", "--kinds"}, out, out);
        String table = printed.toString(StandardCharsets.UTF_8).replaceFirst("(?s)^.*?\\n\\n", "");

        assertThat(table).contains("| v1 | 1.34–" + KubernetesRelease.NEWEST + " |");
        if (System.getProperty("drawbridge.docs", "").equals("write")) {
            String rows = "\\| version \\| releases \\|.*\n(\\|.*\n)*";
            Files.writeString(PAGE, Files.readString(PAGE).replaceFirst(rows, Matcher.quoteReplacement(table)));
        }
        assertThat(Files.readString(PAGE)).contains(table);
    }
}
