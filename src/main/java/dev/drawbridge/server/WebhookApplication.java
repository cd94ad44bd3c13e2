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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.jvm.JvmMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.system.SystemMetricsAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The webhook as a Spring Boot application. What it needs of Spring Boot is named: to look through all that there is takes longer than to start.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    ConfigurationPropertiesAutoConfiguration.class,
    PropertyPlaceholderAutoConfiguration.class,
    LifecycleAutoConfiguration.class,
    ApplicationAvailabilityAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    EndpointAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    JacksonEndpointAutoConfiguration.class,
    HealthContributorRegistryAutoConfiguration.class,
    HealthEndpointAutoConfiguration.class,
    AvailabilityProbesAutoConfiguration.class,
    WebMvcHealthEndpointExtensionAutoConfiguration.class,
    MetricsAutoConfiguration.class,
    CompositeMeterRegistryAutoConfiguration.class,
    PrometheusMetricsExportAutoConfiguration.class,
    JvmMetricsAutoConfiguration.class,
    SystemMetricsAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    TomcatServletManagementContextAutoConfiguration.class
})
@EnableConfigurationProperties(DrawbridgeProperties.class)
public class WebhookApplication {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookApplication.class);

    /** Spring Boot's page about a failed start, replaced by one line of {@link OneLineReporter}. */
    private static final String FAILURE_PAGE = "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter";

    private static final int FAILED = 1;
    private static final int BAD_SETTING = 2;

    /** The part of the heap that the values of one large review may take. */
    private static final int HEAP_SHARE = 5;

    /** A heap of this size holds one large review and all else; a larger one holds more. */
    private static final long HEAP_OF_ONE = 256L * 1024 * 1024;

    private static final int MAX_LARGE_SLOTS = 3;

    /** How many medium reviews are validated at the same time, and how many costly ones; the other threads are for small ones. */
    private static final int SLOTS = 2;

    private static final long WATCH_MILLIS = 500;
    private static final int MANAGEMENT_THREADS = 2;
    private static final int MANAGEMENT_TIMEOUT_MILLIS = 10_000;

    /**
     * Serves until the process is terminated; arguments are settings, {@code --name=value}.
     *
     * @return the process's exit code; 0 where the webhook serves
     */
    public static int run(String... args) {
        // The settings turn it off once they are read; a setting that cannot be read comes before that.
        LoggingSystem.get(WebhookApplication.class.getClassLoader()).setLogLevel(FAILURE_PAGE, LogLevel.OFF);
        try {
            ServeArguments.check(args);
        } catch (InvalidSetting e) {
            OneLineReporter.say(String.valueOf(e.getMessage()));
            return BAD_SETTING;
        }
        try {
            main(args);
            return 0;
        } catch (RuntimeException e) {
            return isBadSetting(e) ? BAD_SETTING : FAILED;
        }
    }

    /** Serves, or throws: what Spring's ahead-of-time processing calls when Drawbridge is built. */
    public static void main(String... args) {
        start(new SpringApplication(WebhookApplication.class), args);
    }

    static ConfigurableApplicationContext start(SpringApplication application, String... args) {
        // What was generated at the build is found by this name.
        application.setMainApplicationClass(WebhookApplication.class);
        return application.run(args);
    }

    /** Spring Boot has reported it, in one line where it has an analysis of it. */
    private static boolean isBadSetting(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSetting
                    || cause instanceof BindException
                    || cause instanceof InvalidConfigurationPropertyValueException) {
                return true;
            }
        }
        return false;
    }

    /** Metrics and health that few clients read are made on the first request; our own are there from the start. */
    @Bean
    static LazyInitializationExcludeFilter ownBeans() {
        return LazyInitializationExcludeFilter.forBeanTypes(
                Certificates.class, Draining.class, StartReport.class, ScheduledExecutorService.class);
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
            if (properties.tls().clientCa() != null) {
                Objects.requireNonNull(factory.getSsl()).setClientAuth(Ssl.ClientAuth.NEED);
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
