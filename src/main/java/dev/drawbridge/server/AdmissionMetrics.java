package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.ReviewedObject;
import dev.drawbridge.field.Origin;
import dev.drawbridge.validation.Validator;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Two meters. {@code drawbridge.reviews}: how many reviews and how long each took, by kind, operation and outcome (allowed, denied,
 * would_deny, malformed, too_large, failed). {@code drawbridge.broken.rules}: how many reviews had an object that breaks a rule, by kind,
 * operation, outcome and rule. No label has a value of the request's own, so a client cannot make up time series.
 */
final class AdmissionMetrics {

    private static final String REVIEWS = "drawbridge.reviews";
    private static final String RULES = "drawbridge.broken.rules";
    private static final String OTHER = "other";
    private static final Set<String> OPERATIONS = Set.of("CREATE", "UPDATE", "DELETE", "CONNECT");

    private final MeterRegistry registry;
    private final Map<Labels, Timer> timers = new ConcurrentHashMap<>();
    private final Map<RuleLabels, Counter> counters = new ConcurrentHashMap<>();

    private record Labels(String kind, String operation, String outcome) {}

    private record RuleLabels(Labels review, Origin rule) {}

    AdmissionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void answered(Answered answered, long nanos) {
        ReviewedObject object = answered.object();
        Labels labels = new Labels(
                Validator.isKind(object.kind()) ? object.kind() : OTHER,
                OPERATIONS.contains(object.operation()) ? object.operation() : OTHER,
                answered.decision().name().toLowerCase(Locale.ROOT));
        record(labels, nanos);
        for (Origin rule : answered.rules()) {
            counters.computeIfAbsent(new RuleLabels(labels, rule), this::counter)
                    .increment();
        }
    }

    /**
     * A call without a review's answer.
     *
     * @param outcome malformed, too_large, or failed: a bug, or time that ran out
     */
    void unanswered(String outcome, long nanos) {
        record(new Labels(OTHER, OTHER, outcome), nanos);
    }

    private void record(Labels labels, long nanos) {
        timers.computeIfAbsent(labels, this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Labels labels) {
        return Timer.builder(REVIEWS)
                .description("AdmissionReviews answered")
                .tag("kind", labels.kind)
                .tag("operation", labels.operation)
                .tag("outcome", labels.outcome)
                .register(registry);
    }

    private Counter counter(RuleLabels labels) {
        return Counter.builder(RULES)
                .description("AdmissionReviews whose object breaks the rule")
                .tag("kind", labels.review.kind)
                .tag("operation", labels.review.operation)
                .tag("outcome", labels.review.outcome)
                .tag("rule", labels.rule.toString())
                .register(registry);
    }
}
