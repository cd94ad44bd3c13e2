package dev.drawbridge.fit.cause;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FitCauseTest {

    /** A cause about the whole workload names nothing, and still has its sentences. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "COMBINATION",
                "REQUESTS",
                "NO_NODES",
                "TIME",
                "POOLS_INVALID",
                "NODES_UNKNOWN",
                "RESOURCES_UNKNOWN"
            })
    void causeWithoutValuesHasSentences(FitCause.Kind kind) {
        FitCause cause = kind.cause();

        assertThat(cause.subject()).isEmpty();
        assertThat(cause.text()).isEqualTo(cause.toString());
        assertThat(cause.inClaim()).isEqualTo(cause.text());
    }
}
