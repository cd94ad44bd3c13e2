package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of {@code check --add-suppressions}, {@code --settings}, and comments with an end. */
class SuppressionRunTest extends CommandLineTest {

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec:
              selectors:
              - cel:
                  expression: |
                    true &&
                    device.drver == "a"
              - cel: {expression: "true &&
                    device.drver"}
              colour: red
            """;

    @Test
    void commentsSuppressWhatWasFoundAndChangeNothingElse() throws IOException {
        Path file = write("a.yaml", CLASS);

        assertThat(run("check", "--add-suppressions", "--diff", file.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(Files.readString(file)).isEqualTo(CLASS);
        assertThat(err())
                .contains("a.yaml:12: would suppress unknownField", "3 findings to suppress in 1 file; each comment");
        assertThat(run("check", "--add-suppressions", file.toString())).isZero();
        assertThat(Files.readString(file))
                .contains("      # drawbridge: ignore=cel TODO: reason\n      expression: |\n        true &&\n")
                .contains("  # drawbridge: ignore=unknownField TODO: reason\n  colour: red\n");
        assertThat(run("check", file.toString())).isZero();
        assertThat(err()).contains("3 findings suppressed in 1 file").endsWith("no findings; 3 suppressed\n");
    }

    @Test
    void linesEndAsThoseOfTheFile() throws IOException {
        Path file = write("a.yaml", CLASS.replace("\n", "\r\n"));

        assertThat(run("check", "--add-suppressions", file.toString())).isZero();
        assertThat(Files.readString(file)).contains("TODO: reason\r\n").doesNotContainPattern("[^\r]\n");
        assertThat(run("check", file.toString())).isZero();
    }

    @Test
    void commentDoesNotStartABlock() throws IOException {
        Path file = write("a.yaml", CLASS.replace("spec:\n", "spec:\n# such as: |\n"));

        assertThat(run("check", "--add-suppressions", file.toString())).isZero();
        assertThat(run("check", file.toString())).as(out()).isZero();
    }

    @Test
    void jsonHasNoComments() throws IOException {
        String text = "{\"apiVersion\": \"resource.k8s.io/v1\", \"kind\": \"DeviceClass\",\n\"metadata\":"
                + " {\"name\": \"a\"},\n\"spec\": {\"colour\": 1}}\n";
        Path file = write("a.json", text);

        assertThat(run("check", "--add-suppressions", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(Files.readString(file)).isEqualTo(text);
        assertThat(err()).contains("a.json:3: no comment can be written above unknownField", "1 not");
    }

    @Test
    void endOfACommentIsADate() throws IOException {
        String comment = "  # drawbridge: ignore=unknownField until=DATE we know\n  colour";

        String text = WRONG.replace("  colour", comment);
        run("check", write("over.yaml", text.replace("DATE", "2020-02-29")).toString());
        assertThat(out())
                .contains("over.yaml:7:3: warning: spec.colour: unknown field", "; was suppressed until 2020-02-29 [");
        run("check", write("later.yaml", text.replace("DATE", "9999-12-31")).toString());
        assertThat(out()).doesNotContain("later.yaml");
        run("check", write("bad.yaml", text.replace("DATE", "2027-02-30")).toString());
        assertThat(out())
                .contains("bad.yaml:7:3: error: spec.colour: unknown field")
                .contains("bad.yaml:6:3: warning: nothing is suppressed: until=2027-02-30 must be a date");
    }

    @Test
    void settingsAreThoseInForce() throws IOException {
        assertThat(run("check", "--settings", "--kubernetes", "1.36", "a", "-f", "b"))
                .isZero();
        assertThat(out())
                .containsPattern("kubernetes +1\\.36 +--kubernetes\n")
                .containsPattern("paths +b, a +the command line\n")
                .containsPattern("fleet +none +default\n");
    }

    @Test
    void wrongSettingsArePrinted() {
        assertThat(run("check", "--settings", "--kubernetes", "soon", "--from", "nothing.yaml"))
                .as(err())
                .isZero();
        assertThat(out()).containsPattern("kubernetes +soon +--kubernetes\n").containsPattern("fleet +nothing.yaml");
    }
}
