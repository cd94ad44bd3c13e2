package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(OutputCaptureExtension.class)
class FailedCallsTest {

    private final FailedCalls failed = new FailedCalls(new StatusWriter(JsonMapper.shared()));

    @Test
    void aBugOrALackOfMemoryIsAFailedCallAndItsMessageStaysOutOfTheLog(CapturedOutput output) {
        for (Throwable bug : new Throwable[] {new IllegalStateException("secret"), new OutOfMemoryError("secret")}) {
            ResponseEntity<byte[]> response = failed.bug(new RuntimeException("secret", bug));

            assertThat(response.getStatusCode().value()).isEqualTo(500);
            assertThat(new String(response.getBody())).contains("InternalError").doesNotContain("secret");
        }
        assertThat(output.getAll())
                .contains("OutOfMemoryError")
                .contains("FailedCallsTest")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({"10s,10000", "500ms,500", ",10000", "never,10000", "9999s,30000", "0s,1"})
    void theDeadlineIsTheApiServers(String timeout, long millis) {
        assertThat(Deadline.from(timeout).leftMillis()).isBetween(Math.max(1, millis - 2000), millis);
    }

    @Test
    void aDeadlineEnds() {
        assertThat(Deadline.from("0s").isOver()).isTrue();
        assertThat(Deadline.from("10s").isOver()).isFalse();
    }
}
