package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.FleetRules;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.validation.Validator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.availability.ApplicationAvailability;
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
    DriverSchemas driverSchemas(DrawbridgeProperties properties) {
        return new DriverSchemas(properties.drivers());
    }

    @Bean
    AdmissionHandler admissionHandler(
            DrawbridgeProperties properties, Supplier<RulesInForce> rules, DriverSchemas drivers, FleetRules fleet) {
        return new AdmissionHandler(
                Math.toIntExact(properties.maxBodySize().toBytes()),
                Runtime.getRuntime().maxMemory() / HEAP_SHARE,
                new Validator(),
                rules,
                properties.kubernetes().gates(),
                drivers,
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
    StatusWriter statusWriter() {
        return new StatusWriter(JsonMapper.builder().build());
    }

    @Bean
    StatusErrors statusErrors(StatusWriter statuses) {
        return new StatusErrors(statuses);
    }

    @Bean
    Reviews reviews(AdmissionHandler handler, AdmissionMetrics metrics, StatusWriter statuses) {
        return new Reviews(handler, metrics, JsonMapper.builder().build(), statuses);
    }

    @Bean
    ReviewThreads reviewThreads() {
        return new ReviewThreads(Runtime.getRuntime().maxMemory());
    }

    @Bean
    Connections connections() {
        return Connections.forHeap(Runtime.getRuntime().maxMemory());
    }

    @Bean
    WebhookHandler webhookHandler(
            DrawbridgeProperties properties,
            Reviews reviews,
            ReviewThreads threads,
            Connections connections,
            Draining draining,
            ApplicationAvailability availability) {
        return new WebhookHandler(properties, reviews, threads, connections, draining, availability);
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
