package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.FleetRules;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.validation.Validator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** The beans of the webhook. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
// @formatter:off
@Import({
    AdmissionMetrics.class, Connections.class, Draining.class, DriverSchemas.class, ReviewThreads.class,
    Reviews.class, StartReport.class, StatusErrors.class, WebhookHandler.class, WebhookServer.class})
// @formatter:on
class WebhookConfiguration {

    /** The divisor of the heap that the values of one large review may take. */
    private static final int HEAP_SHARE = 5;

    private static final int SCHEDULER_THREADS = 4;

    /** The replicas of a Kubernetes cluster create their certificate before the server reads it; others have files. */
    @Bean
    AutoCloseable certificateSource(DrawbridgeProperties properties, MeterRegistry registry) {
        if (properties.tls().mode() == DrawbridgeProperties.TlsMode.MANAGED) {
            return SharedCertificates.started(properties, registry);
        }
        Certificates.makeIfMissing(properties.tls().directory());
        return () -> {};
    }

    @Bean
    Certificates certificates(
            DrawbridgeProperties properties,
            MeterRegistry registry,
            @Qualifier("certificateSource") AutoCloseable source) {
        Certificates certificates =
                new Certificates(new CertificateDirectory(properties.tls().directory()), clientAuthorities(properties));
        Gauge.builder(
                        "drawbridge.certificate.expiry",
                        () -> certificates.expiry().getEpochSecond())
                .description("Expiry of the serving certificate, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
        return certificates;
    }

    private static @Nullable KeyStore clientAuthorities(DrawbridgeProperties properties) {
        Path file = properties.tls().clientCa();
        if (file == null) {
            return null;
        }
        if (properties.managementPort() == null) {
            throw new InvalidSetting(
                    "drawbridge.tls.client-ca: also set drawbridge.management-port: probes have no client certificate");
        }
        try {
            return new PemSslStoreBundle(null, PemSslStoreDetails.forCertificate("file:" + file)).getTrustStore();
        } catch (IllegalStateException | UncheckedIOException e) {
            throw new InvalidSetting(
                    "drawbridge.tls.client-ca: " + file + " holds no certificates: " + e.getMessage(), e);
        }
    }

    /** Runs {@code @Scheduled} methods; some wait for the API server, which must not delay others. */
    @Bean
    ThreadPoolTaskScheduler taskScheduler() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setPoolSize(SCHEDULER_THREADS);
        scheduler.setThreadNamePrefix("scheduled-");
        scheduler.setDaemon(true);
        // While requests are drained, connections and certificates are still checked.
        scheduler.setAcceptTasksAfterContextClose(true);
        return scheduler;
    }

    @Bean
    Supplier<RulesInForce> rules(DrawbridgeProperties properties, MeterRegistry registry) {
        DrawbridgeProperties.Kubernetes settings = properties.kubernetes();
        RulesInForce fixed = new RulesInForce(settings.validate(), properties.mode());
        Supplier<RulesInForce> rules = settings.followsCluster()
                ? new ClusterRelease(settings.kubeconfig(), properties.mode(), settings.refreshInterval())
                : () -> fixed;
        Gauge.builder("drawbridge.enforcing", () -> rules.get().mode() == Mode.ENFORCE ? 1 : 0)
                .description("Whether mistakes are denied: 0 in warn mode or while the release is unknown")
                .register(registry);
        return rules;
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
                fleet,
                properties.workloads().enabled());
    }

    /** If the option is off, the client's classes are not loaded, and the server makes no calls. */
    @Bean
    FleetRules fleetRules(DrawbridgeProperties properties, Supplier<RulesInForce> rules, MeterRegistry registry) {
        DrawbridgeProperties.Kubernetes cluster = properties.kubernetes();
        return properties.fleet().enabled()
                ? new ClusterFleet(
                        properties.fleet(), cluster.kubeconfig(), rules, cluster.gates(), new FleetMetrics(registry))
                : FleetRules.NONE;
    }

    /** Writes health as JSON, and metrics as text. Avoids Spring MVC's own configuration, which nothing else needs. */
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
