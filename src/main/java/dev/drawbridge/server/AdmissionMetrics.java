package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * {@code drawbridge.reviews}: how many reviews and how long each took to judge, by operation and outcome (allowed, denied,
 * malformed). No tag comes from the request but its operation, so a client cannot make up time series.
 */
@Component
final class AdmissionMetrics {

    private static final String NAME = "drawbridge.reviews";
    private static final Set<String> OPERATIONS = Set.of("CREATE", "UPDATE", "DELETE", "CONNECT");

    private final MeterRegistry registry;

    AdmissionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void answered(Answered answered, long nanos) {
        String operation = answered.object().operation();
        timer(OPERATIONS.contains(operation) ? operation : "other", answered.allowed() ? "allowed" : "denied")
                .record(Duration.ofNanos(nanos));
    }

    void malformed() {
        timer("other", "malformed").record(Duration.ZERO);
    }

    private Timer timer(String operation, String outcome) {
        return Timer.builder(NAME)
                .description("AdmissionReviews answered")
                .tag("operation", operation)
                .tag("outcome", outcome)
                .register(registry);
    }
}
