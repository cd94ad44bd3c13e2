package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.FleetRules;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.validation.Validator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import tools.jackson.databind.json.JsonMapper;

/** How a review is answered: the rules, the servlets, the metrics. */
@Configuration(proxyBeanMethods = false)
class ReviewConfiguration {

    /** The part of the heap that the values of one large review may take. */
    private static final int HEAP_SHARE = 5;

    /** A heap of this size holds one large review and all else; a larger one holds more. */
    private static final long HEAP_OF_ONE = 256L * 1024 * 1024;

    private static final int MAX_LARGE_SLOTS = 3;

    /** How many medium reviews are validated at the same time, and how many costly ones; the other threads are for small ones. */
    private static final int SLOTS = 2;

    /** A {@link ClusterRelease} is closed with the context. */
    @Bean
    Supplier<RulesInForce> rules(DrawbridgeProperties properties, Environment environment, MeterRegistry registry) {
        DrawbridgeProperties.Kubernetes settings = properties.kubernetes();
        RulesInForce fixed = new RulesInForce(settings.validate(), properties.mode());
        Supplier<RulesInForce> rules = settings.followsCluster()
                ? new ClusterRelease(
                        settings.version(environment::getProperty), properties.mode(), settings.refreshInterval())
                : () -> fixed;
        Gauge.builder("drawbridge.enforcing", () -> rules.get().mode() == Mode.ENFORCE ? 1 : 0)
                .description(
                        "Whether objects that break a rule are denied: 0 in warn mode, and while the release is unknown")
                .register(registry);
        return rules;
    }

    @Bean
    AdmissionHandler admissionHandler(DrawbridgeProperties properties, Supplier<RulesInForce> rules, FleetRules fleet) {
        return new AdmissionHandler(
                Math.toIntExact(properties.maxBodySize().toBytes()),
                Runtime.getRuntime().maxMemory() / HEAP_SHARE,
                new Validator(),
                rules,
                properties.kubernetes().gates(),
                new DriverSchemas(properties.drivers()),
                fleet);
    }

    /** Without the option the client's classes are not loaded, and the server makes no call. */
    @Bean
    FleetRules fleetRules(DrawbridgeProperties properties, Supplier<RulesInForce> rules) {
        return properties.fleet().enabled()
                ? new ClusterFleet(
                                properties.fleet(),
                                properties.kubernetes().kubeconfig(),
                                rules,
                                properties.kubernetes().gates())
                        .start()
                : FleetRules.NONE;
    }

    @Bean
    AdmissionMetrics admissionMetrics(MeterRegistry registry) {
        return new AdmissionMetrics(registry);
    }

    @Bean
    StartReport startReport(DrawbridgeProperties properties, Certificates certificates) {
        return new StartReport(properties, certificates);
    }

    @Bean
    WebhookContext webhookContext(AdmissionHandler handler, AdmissionMetrics metrics) {
        JsonMapper json = JsonMapper.builder().build();
        StatusWriter statuses = new StatusWriter(json);
        StatusValve.writingWith(statuses);
        long heap = Runtime.getRuntime().maxMemory();
        Map<ReviewSize, ReviewQueue> queues = new EnumMap<>(ReviewSize.class);
        queues.put(ReviewSize.MEDIUM, new ReviewQueue(SLOTS));
        queues.put(ReviewSize.COSTLY, new ReviewQueue(SLOTS));
        queues.put(ReviewSize.LARGE, new ReviewQueue((int) Math.max(1, Math.min(MAX_LARGE_SLOTS, heap / HEAP_OF_ONE))));
        return new WebhookContext(new Reviews(handler, metrics, json, statuses), queues, Connections.forHeap(heap));
    }

    @Bean
    ServletRegistrationBean<ReviewServlet> reviews(WebhookContext context, DrawbridgeProperties properties) {
        ReviewServlet servlet = new ReviewServlet(
                context, Math.toIntExact(properties.maxBodySize().toBytes()));
        ServletRegistrationBean<ReviewServlet> registration =
                new ServletRegistrationBean<>(servlet, ReviewServlet.PATH);
        registration.setLoadOnStartup(1);
        return registration;
    }

    @Bean
    ServletRegistrationBean<ProbeServlet> probes(ApplicationAvailability availability) {
        return new ServletRegistrationBean<>(
                new ProbeServlet(availability), ProbeServlet.LIVENESS, ProbeServlet.READINESS);
    }

    @Bean
    FilterRegistrationBean<OtherRequests> otherRequests(WebhookContext context) {
        return new FilterRegistrationBean<>(new OtherRequests(context));
    }

    /** Health as JSON, metrics as they are. Spring MVC's own set-up, which nothing else here needs, would be made at the start. */
    @Bean
    RequestMappingHandlerAdapter endpoints(EndpointJsonMapper json) {
        RequestMappingHandlerAdapter adapter = new RequestMappingHandlerAdapter();
        adapter.setMessageConverters(List.of(
                new ByteArrayHttpMessageConverter(),
                new StringHttpMessageConverter(),
                new JacksonJsonHttpMessageConverter(json.get())));
        return adapter;
    }
}
