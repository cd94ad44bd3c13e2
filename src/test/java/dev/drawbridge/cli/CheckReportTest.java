package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of output formats and files. */
class CheckReportTest extends CommandLineTest {

    @Test
    void closedOutputIsError() throws IOException {
        String[] check = {"check", write("a.yaml", WRONG).toString()};
        PrintStream closed = new PrintStream(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("closed");
            }
        });
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

        assertThat(Cli.run(check, closed, nowhere)).isEqualTo(ExitCode.USAGE);
    }

    @Test
    @EnabledIf("hasFullDevice")
    void fullOutputIsError() throws IOException {
        assertThat(run("check", "-o", "json=/dev/full", write("a.yaml", WRONG).toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("/dev/full: cannot be written");
    }

    static boolean hasFullDevice() {
        return Files.exists(Path.of("/dev/full"));
    }

    @Test
    void skippedFilesAreInEveryReport() throws IOException {
        Path file = write("t.yaml", "a: {{ .Values.a }}\n");

        assertThat(run("check", "-o", "junit", file.toString())).isZero();
        assertThat(out()).contains("skipped=\"1\"").contains("<skipped message=");
        assertThat(run("check", "-o", "gitlab", file.toString())).isZero();
        assertThat(out()).contains("\"severity\" : \"info\"");
    }

    @Test
    void sarifHasRequiredProperties() throws IOException {
        Path file = write("t.yaml", "a: {{ .Values.a }}\n");
        Path wrong = write("a.yaml", WRONG);

        assertThat(run("check", "-o", "sarif", file.toString(), wrong.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        JsonNode sarif = JsonMapper.shared().readTree(out().substring(out().indexOf('{')));
        assertThat(sarif.at("/runs/0/invocations/0/toolExecutionNotifications/0/message/text")
                        .asString())
                .contains("t.yaml");
        assertThat(sarif.at("/runs/0/tool/driver/informationUri").asString()).startsWith("https://");
        JsonNode rule = sarif.at("/runs/0/tool/driver/rules/0");
        RuleText text = Origin.named(rule.at("/id").asString()).orElseThrow().text();
        assertThat(rule.at("/shortDescription/text").asString()).isEqualTo(text.meaning());
        assertThat(rule.at("/fullDescription/text").asString()).contains(text.why());
        assertThat(rule.at("/help/text").asString()).contains("Why: " + text.why(), "Fix: " + text.fix());
        assertThat(rule.at("/defaultConfiguration/level").asString()).isEqualTo("error");
        JsonNode result = sarif.at("/runs/0/results/0");
        assertThat(result.at("/partialFingerprints")
                        .properties()
                        .iterator()
                        .next()
                        .getValue()
                        .asString())
                .hasSize(64);
        assertThat(result.has("baselineState")).isFalse();
        assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asString())
                .startsWith("file:///");
    }

    @Test
    void noTableWithoutObjects() throws IOException {
        Path file = write("a.yaml", "apiVersion: v1\nkind: Pod\n");

        assertThat(run("check", "--kubernetes", "1.33..1.37", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
    }

    @Test
    void findingContainsObject() throws IOException {
        assertThat(run("check", write("a.yaml", WRONG).toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("[UnknownField, unknownField] (DeviceClass gpu)");
    }
}
