package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.validation.Validator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** The webhook as a Spring Boot application. */
@SpringBootApplication
@EnableConfigurationProperties(DrawbridgeProperties.class)
public class WebhookApplication {

    /** Serves until the process is told to stop. */
    public static void run(String... args) {
        SpringApplication.run(WebhookApplication.class, args);
    }

    @Bean
    AdmissionHandler admissionHandler(DrawbridgeProperties properties) {
        return new AdmissionHandler(
                Math.toIntExact(properties.maxBodySize().toBytes()),
                new Validator(),
                properties.mode(),
                properties.kubernetes().judge());
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
