package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.validation.Validator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** The webhook as a Spring Boot application. */
@SpringBootApplication
@EnableConfigurationProperties(DrawbridgeProperties.class)
public class WebhookApplication {

    /** Spring Boot's page about a failed start, in place of which {@link OneLineReporter} has one line. */
    private static final String FAILURE_PAGE = "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter";

    /** Serves until the process is told to stop; arguments are settings, {@code --name=value}. */
    public static void run(String... args) {
        for (String arg : args) {
            if (!arg.startsWith("--")) {
                System.err.println("drawbridge: cannot start: serve takes settings as --name=value, not " + arg);
                System.exit(2);
            }
        }
        // The settings turn it off once they are read; a setting that cannot be read comes before that.
        LoggingSystem.get(WebhookApplication.class.getClassLoader()).setLogLevel(FAILURE_PAGE, LogLevel.OFF);
        SpringApplication.run(WebhookApplication.class, args);
    }

    @Bean
    AdmissionHandler admissionHandler(DrawbridgeProperties properties) {
        return new AdmissionHandler(
                Math.toIntExact(properties.maxBodySize().toBytes()),
                new Validator(),
                properties.mode(),
                properties.kubernetes().judge(),
                properties.kubernetes().gates());
    }

    @Bean
    FilterRegistrationBean<BodyFilter> bodyFilter(DrawbridgeProperties properties, StatusWriter statuses) {
        BodyFilter filter =
                new BodyFilter(Math.toIntExact(properties.maxBodySize().toBytes()), statuses);
        FilterRegistrationBean<BodyFilter> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(AdmissionController.PATH);
        return registration;
    }
}
