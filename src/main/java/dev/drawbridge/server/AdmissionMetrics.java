package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * {@code drawbridge.reviews}: how many reviews and how long each took, by operation and outcome (allowed, denied, malformed, too_large,
 * failed). No tag comes from the request but its operation, so a client cannot make up time series.
 */
final class AdmissionMetrics {

    private static final String NAME = "drawbridge.reviews";
    private static final String OTHER = "other";
    private static final Set<String> OPERATIONS = Set.of("CREATE", "UPDATE", "DELETE", "CONNECT");

    private final MeterRegistry registry;
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();

    AdmissionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void answered(Answered answered, long nanos) {
        String operation = answered.object().operation();
        record(OPERATIONS.contains(operation) ? operation : OTHER, answered.allowed() ? "allowed" : "denied", nanos);
    }

    void malformed() {
        record(OTHER, "malformed", 0);
    }

    void tooLarge() {
        record(OTHER, "too_large", 0);
    }

    /** A call that was answered with a failure: a bug, or time that ran out. */
    void failed() {
        record(OTHER, "failed", 0);
    }

    private void record(String operation, String outcome, long nanos) {
        timers.computeIfAbsent(operation + ' ' + outcome, key -> timer(operation, outcome))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(String operation, String outcome) {
        return Timer.builder(NAME)
                .description("AdmissionReviews answered")
                .tag("operation", operation)
                .tag("outcome", outcome)
                .register(registry);
    }
}
