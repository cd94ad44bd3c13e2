package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.FleetRules;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.validation.Validator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** The parts of the webhook, and what they are made of. */
@Configuration(proxyBeanMethods = false)
@Import({
    AdmissionMetrics.class,
    Connections.class,
    Draining.class,
    DriverSchemas.class,
    ReviewThreads.class,
    Reviews.class,
    StartReport.class,
    StatusErrors.class,
    WebhookHandler.class,
    WebhookServer.class
})
class WebhookConfiguration {

    /** The part of the heap that the values of one large review may take. */
    private static final int HEAP_SHARE = 5;

    private static final Logger LOG = LoggerFactory.getLogger(WebhookConfiguration.class);

    private static final long CERTIFICATES_MILLIS = 500;
    private static final long CONNECTIONS_MILLIS = 100;
    private static final long DRIVERS_MILLIS = 1_000;
    private static final long ACCEPTING_MILLIS = 5_000;

    /** In managed mode the directory has a certificate once this exists. */
    @Bean
    AutoCloseable certificateSource(DrawbridgeProperties properties, MeterRegistry registry) {
        return properties.tls().mode() == DrawbridgeProperties.TlsMode.MANAGED
                ? SharedCertificates.started(properties, registry)
                : () -> {};
    }

    @Bean
    Certificates certificates(
            DrawbridgeProperties properties,
            MeterRegistry registry,
            @Qualifier("certificateSource") AutoCloseable source) {
        Certificates certificates =
                new Certificates(new CertificateDirectory(properties.tls().directory()), clients(properties));
        Gauge.builder(
                        "drawbridge.certificate.expiry",
                        () -> certificates.expiry().getEpochSecond())
                .description("When the serving certificate ends, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
        return certificates;
    }

    /** The authorities of clients; null where a client needs no certificate. */
    private static @Nullable KeyStore clients(DrawbridgeProperties properties) {
        Path clientCa = properties.tls().clientCa();
        if (clientCa == null) {
            return null;
        }
        if (properties.managementPort() == null) {
            throw new InvalidSetting(
                    "drawbridge.tls.client-ca: set drawbridge.management-port, too: probes have no certificate");
        }
        try {
            return Authorities.in(clientCa);
        } catch (IOException e) {
            throw new InvalidSetting("drawbridge.tls.client-ca: " + e.getMessage(), e);
        }
    }

    /** What is checked now and then: the certificate's files, connections and bodies that take too long. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService watch(
            Certificates certificates,
            Connections connections,
            ReviewThreads threads,
            DriverSchemas drivers,
            WebhookServer server) {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "watch");
            thread.setDaemon(true);
            return thread;
        });
        every(watch, CERTIFICATES_MILLIS, certificates::refresh);
        every(watch, CERTIFICATES_MILLIS, threads::evictSlow);
        every(watch, CONNECTIONS_MILLIS, connections::closeStale);
        every(watch, DRIVERS_MILLIS, drivers::refresh);
        every(watch, ACCEPTING_MILLIS, server::checkAccepting);
        return watch;
    }

    private static void every(ScheduledExecutorService watch, long millis, Runnable work) {
        Future<?> unused = watch.scheduleWithFixedDelay(() -> attempt(work), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** A failure is logged, and does not end the watch. */
    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("the watch failed", e);
        }
    }

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
                .description("Whether mistakes are denied: 0 in warn mode, and while the release is unknown")
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

    /**
     * Health as JSON, metrics as they are. Spring MVC's own set-up, which nothing else here needs, would be made at the
     * start.
     */
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
