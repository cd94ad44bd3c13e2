package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The server: its ports, its certificate, how it ends, and what is checked now and then. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(ServerConfiguration.class);

    private static final long CERTIFICATES_MILLIS = 500;
    private static final long CONNECTIONS_MILLIS = 100;
    private static final long DRIVERS_MILLIS = 1_000;
    private static final long ACCEPTING_MILLIS = 5_000;

    /** In managed mode the directory has a certificate once this exists. */
    @Bean
    CertificateSource certificateSource(DrawbridgeProperties properties, MeterRegistry registry) {
        return properties.tls().mode() == DrawbridgeProperties.TlsMode.MANAGED
                ? SharedCertificates.started(properties, registry)
                : CertificateSource.FILES;
    }

    @Bean
    Certificates certificates(DrawbridgeProperties properties, MeterRegistry registry, CertificateSource source) {
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

    @Bean
    Draining draining(ApplicationContext context, DrawbridgeProperties properties) {
        return new Draining(context, properties.drainPeriod());
    }

    @Bean
    WebhookServer webhookServer(
            DrawbridgeProperties properties,
            Certificates certificates,
            Connections connections,
            WebhookHandler handler,
            StatusErrors errors,
            ApplicationContext context) {
        return new WebhookServer(properties, certificates, connections, handler, errors, context);
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
}
