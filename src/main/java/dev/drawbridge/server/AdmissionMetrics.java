package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.ReviewedObject;
import dev.drawbridge.field.Origin;
import dev.drawbridge.validation.ResourceApi;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The meters of reviews. {@code drawbridge.reviews}: number and duration of reviews, by kind, operation and outcome
 * (allowed, denied, would_deny, malformed, too_large, failed). {@code drawbridge.broken.rules}: number of reviews whose
 * object breaks a rule, by kind, operation, outcome and rule. No label contains text of the request, so clients cannot
 * create time series.
 */
final class AdmissionMetrics {

    private static final String OTHER = "other";
    private static final Set<String> OPERATIONS = Set.of("CREATE", "UPDATE", "DELETE", "CONNECT");

    private final Meter.MeterProvider<Timer> reviews;

    /** A cache, since a lookup in the registry takes a fortieth of a small review. */
    private final Map<Tags, Timer> timers = new ConcurrentHashMap<>();

    private final Meter.MeterProvider<Counter> rules;

    private final MeterRegistry registry;

    AdmissionMetrics(MeterRegistry registry) {
        this.registry = registry;
        reviews = Timer.builder("drawbridge.reviews")
                .description("AdmissionReviews answered")
                .withRegistry(registry);
        rules = Counter.builder("drawbridge.broken.rules")
                .description("AdmissionReviews whose object violates the rule")
                .withRegistry(registry);
    }

    /** Adds the meters of the process once the server is ready: they take a twentieth of the time to readiness. */
    @Scheduled(initialDelay = 1_000)
    void addProcessMetrics() {
        List.of(
                        new JvmInfoMetrics(),
                        new JvmMemoryMetrics(),
                        new JvmGcMetrics(),
                        new JvmThreadMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics(),
                        new FileDescriptorMetrics())
                .forEach(metrics -> metrics.bindTo(registry));
    }

    void answered(Answered answered, long nanos) {
        ReviewedObject object = answered.object();
        Tags tags = tags(
                ResourceApi.isKind(object.kind()) ? object.kind() : OTHER,
                OPERATIONS.contains(object.operation()) ? object.operation() : OTHER,
                answered.decision().name().toLowerCase(Locale.ROOT));
        timers.computeIfAbsent(tags, reviews::withTags).record(nanos, TimeUnit.NANOSECONDS);
        for (Origin rule : answered.rules()) {
            rules.withTags(tags.and("rule", rule.toString())).increment();
        }
    }

    /** Counts a call without an answer to its review: malformed, too_large, or failed, by a bug or a timeout. */
    void unanswered(String outcome, long nanos) {
        reviews.withTags(tags(OTHER, OTHER, outcome)).record(nanos, TimeUnit.NANOSECONDS);
    }

    private static Tags tags(String kind, String operation, String outcome) {
        return Tags.of("kind", kind, "operation", operation, "outcome", outcome);
    }
}
