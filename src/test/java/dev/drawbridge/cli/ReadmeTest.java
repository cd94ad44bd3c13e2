package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the README prints from the table is what the table says. */
class ReadmeTest {

    @Test
    void kindsAreThoseOfTheTable() throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        Cli.run(new String[] {"version", "--kinds"}, out, out);
        String table = printed.toString(StandardCharsets.UTF_8).replaceFirst("(?s)^.*?\\n\\n", "");

        assertThat(table).contains("| v1 | 1.34–1.37 |");
        assertThat(Files.readString(Path.of("README.md"))).contains(table);
    }
}
