package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadlineTest {

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
