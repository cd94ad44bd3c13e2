package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadlineTest {

    @ParameterizedTest
    @CsvSource({
        "timeout=10s,10000",
        "timeout=500ms,500",
        ",10000",
        "timeout=never,10000",
        "timeout=9999s,30000",
        "timeout=0s,1",
        "a=b&timeout=5s&c=d,5000",
        "notimeout=5s,10000"
    })
    void deadlineFollowsTimeoutOfApiServer(String query, long millis) {
        assertThat(Deadline.ofQuery(query).leftMillis()).isBetween(Math.max(1, millis - 2000), millis);
    }

    @Test
    void deadlineExpires() {
        assertThat(Deadline.ofQuery("timeout=0s").isOver()).isTrue();
        assertThat(Deadline.ofQuery("timeout=10s").isOver()).isFalse();
    }
}
