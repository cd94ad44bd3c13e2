package dev.drawbridge.server;

import java.net.BindException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyServletManagementContextAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;

/**
 * The webhook as a Spring Boot application. It names the auto-configurations it needs: finding them by scanning takes
 * longer than the rest of the start.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
// @formatter:off
@ImportAutoConfiguration({
    ConfigurationPropertiesAutoConfiguration.class, PropertyPlaceholderAutoConfiguration.class,
    LifecycleAutoConfiguration.class, ApplicationAvailabilityAutoConfiguration.class,
    JettyServletWebServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
    EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class, JacksonEndpointAutoConfiguration.class,
    HealthContributorRegistryAutoConfiguration.class, HealthEndpointAutoConfiguration.class,
    AvailabilityProbesAutoConfiguration.class, WebMvcHealthEndpointExtensionAutoConfiguration.class,
    MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
    PrometheusMetricsExportAutoConfiguration.class, ManagementContextAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class, JettyServletManagementContextAutoConfiguration.class})
// @formatter:on
@Import(WebhookConfiguration.class)
@EnableConfigurationProperties(DrawbridgeProperties.class)
public class WebhookApplication {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookApplication.class);

    /** Spring Boot's own reports about a failed start; the application's settings disable them, too. */
    private static final List<String> REPORTS = List.of(
            "org.springframework.boot.SpringApplication",
            "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter");

    private static final int FAILED = 1;
    private static final int BAD_SETTING = 2;

    /**
     * Serves until the process is terminated; arguments are settings, {@code --name=value}. A setting that prevents
     * the start is one line on standard error.
     *
     * @return the process's exit code; 0 if the webhook serves
     */
    public static int run(String... args) {
        LoggingSystem logging = LoggingSystem.get(WebhookApplication.class.getClassLoader());
        REPORTS.forEach(report -> logging.setLogLevel(report, LogLevel.OFF));
        try {
            Settings.checkArguments(args);
            Settings.checkProcess(
                    System.getenv().keySet(), System.getProperties().stringPropertyNames());
            main(args);
            return 0;
        } catch (RuntimeException e) {
            String invalid = SettingErrors.message(e);
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
            if (invalid == null && !(cause instanceof BindException)) {
                LOG.error("the start failed", e);
            }
            String why = invalid != null ? invalid : String.valueOf(cause.getMessage());
            System.err.println(("drawbridge: cannot start: " + why).strip().replaceAll("\\s+", " "));
            return invalid != null ? BAD_SETTING : FAILED;
        }
    }

    /** Serves, or throws; the entry point of Spring's ahead-of-time processing at build time. */
    public static void main(String... args) {
        start(new SpringApplication(WebhookApplication.class), args);
    }

    static ConfigurableApplicationContext start(SpringApplication application, String... args) {
        // The classes generated at build time are found by this name.
        application.setMainApplicationClass(WebhookApplication.class);
        return application.run(args);
    }

    /** Beans that no other bean needs; all others are created lazily. */
    @Bean
    static LazyInitializationExcludeFilter ownBeans() {
        return LazyInitializationExcludeFilter.forBeanTypes(Draining.class, StartReport.class);
    }
}
