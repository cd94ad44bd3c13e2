package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.WebhookCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The certificate of a webhook that was given none: made before the server starts and kept in {@code
 * drawbridge.tls.directory}. In the default directory, which is ours alone, it is made anew in its last days.
 */
final class EmbeddedCertificates implements EnvironmentPostProcessor, Ordered {

    private static final List<String> HOSTS = List.of("localhost", "127.0.0.1", "::1");
    private static final Duration VALIDITY = Duration.ofDays(365);
    private static final Duration LAST_DAYS = Duration.ofDays(30);

    /**
     * After the settings of files, environment and command line are there; a bad one stops the start here, before
     * anything runs. A bad pair does where it is served.
     */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        DrawbridgeProperties.Tls tls = DrawbridgeProperties.of(environment).tls();
        if (tls.mode() == DrawbridgeProperties.TlsMode.MANAGED) {
            return;
        }
        Path directory = tls.directory();
        CertificateDirectory certificates = new CertificateDirectory(directory);
        boolean isDefault = directory.equals(Path.of(DrawbridgeProperties.Tls.DIRECTORY));
        try {
            if (certificates.isEmpty() || isDefault && !certificates.lasts(Instant.now(), LAST_DAYS)) {
                certificates.write(WebhookCertificates.generate(HOSTS, Instant.now(), VALIDITY));
            }
        } catch (IOException e) {
            throw InvalidSetting.ofCertificates(certificates, e);
        }
    }
}
