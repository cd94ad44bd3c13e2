package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The server: its ports, its certificate, how it ends, and what is checked now and then. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(ServerConfiguration.class);

    private static final long WATCH_MILLIS = 500;
    private static final int MANAGEMENT_THREADS = 2;
    private static final int MANAGEMENT_TIMEOUT_MILLIS = 10_000;

    @Bean
    DefaultSslBundleRegistry sslBundleRegistry() {
        return new DefaultSslBundleRegistry();
    }

    /** In managed mode the directory has a certificate once this exists. */
    @Bean
    CertificateSource certificateSource(DrawbridgeProperties properties) {
        return properties.tls().mode() == DrawbridgeProperties.TlsMode.MANAGED
                ? SharedCertificates.started(properties)
                : CertificateSource.FILES;
    }

    @Bean
    Certificates certificates(
            DrawbridgeProperties properties,
            DefaultSslBundleRegistry bundles,
            MeterRegistry registry,
            CertificateSource source) {
        Certificates certificates =
                new Certificates(new CertificateDirectory(properties.tls().directory()), bundles, clients(properties));
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
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat(
            WebhookContext context, Draining draining, Certificates certificates, DrawbridgeProperties properties) {
        return factory -> {
            Integer port = properties.managementPort();
            if (port != null) {
                Connector management = managementConnector(port, context);
                factory.addAdditionalConnectors(management);
                factory.addEngineValves(new ManagementValve(management));
            }
            Ssl tls = Objects.requireNonNull(factory.getSsl());
            if (properties.tls().clientCa() != null) {
                tls.setClientAuth(Ssl.ClientAuth.NEED);
            } else if (tls.getClientAuth() != null && tls.getClientAuth() != Ssl.ClientAuth.NONE) {
                throw new InvalidSetting(
                        "server.ssl.client-auth: set drawbridge.tls.client-ca instead, which says whose clients may call");
            }
            factory.setProtocol(WebhookProtocol.class.getName());
            factory.addConnectorCustomizers(
                    connector -> ((WebhookProtocol) connector.getProtocolHandler()).bound(context.connections()));
            factory.addContextCustomizers(tomcat ->
                    ((StandardHost) tomcat.getParent()).setErrorReportValveClass(StatusValve.class.getName()));
            factory.addEngineValves(new ClosingValve(draining));
        };
    }

    private static Connector managementConnector(int port, WebhookContext context) {
        Connector connector = new Connector(WebhookProtocol.class.getName());
        connector.setPort(port);
        WebhookProtocol protocol = (WebhookProtocol) connector.getProtocolHandler();
        protocol.bound(context.connections());
        protocol.setMaxThreads(MANAGEMENT_THREADS);
        protocol.setMinSpareThreads(1);
        protocol.setConnectionTimeout(MANAGEMENT_TIMEOUT_MILLIS);
        protocol.setMaxSwallowSize(0);
        return connector;
    }

    /** What is checked now and then: the certificate's files, connections and bodies that take too long. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService watch(WebhookContext context, Certificates certificates) {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "watch");
            thread.setDaemon(true);
            return thread;
        });
        for (Runnable work :
                new Runnable[] {certificates::refresh, context.connections()::closeOverdue, context.large()::evictSlow
                }) {
            Future<?> unused = watch.scheduleWithFixedDelay(
                    () -> attempt(work), WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
        }
        return watch;
    }

    /** A failure is said, and does not end the watch. */
    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("the watch failed", e);
        }
    }
}
