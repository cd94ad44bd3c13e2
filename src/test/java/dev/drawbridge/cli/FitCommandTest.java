package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of the output options of {@code fit}. */
class FitCommandTest extends CommandLineTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: gpus
            spec:
              devices:
                requests:
                - name: gpu
                  exactly:
                    deviceClassName: gpu.nvidia.com
                    count: 9
            """;

    @Test
    void quietOmitsOnlyTheSummary() throws IOException {
        assertThat(fit()).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("gpus").doesNotContain("\u001b");
        assertThat(err()).isNotEmpty();
        String answer = out();
        int summary = err().length();

        assertThat(fit("-q")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).isEqualTo(answer + answer);
        assertThat(err()).hasSize(summary);
    }

    @Test
    void answerIsColoredOnRequestOnly() throws IOException {
        assertThat(fit("--color=always")).isEqualTo(ExitCode.FINDINGS);
        String colored = out();
        assertThat(colored).contains("\u001b[31m", "\u001b[0m");

        assertThat(fit("--no-color")).isEqualTo(ExitCode.FINDINGS);
        String plain = out().substring(colored.length());
        assertThat(colored.replaceAll("\u001b\\[\\d*m", "")).isEqualTo(plain);
    }

    private int fit(String... options) throws IOException {
        Path claim = write("claim.yaml", CLAIM);
        String[] args = new String[options.length + 4];
        args[0] = "fit";
        args[1] = "--fleet";
        args[2] = "model:8xh100";
        args[3] = claim.toString();
        System.arraycopy(options, 0, args, 4, options.length);
        return run(args);
    }
}
