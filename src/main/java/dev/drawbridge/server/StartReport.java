package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** What a person who has started the webhook wants to know. */
@Component
class StartReport {

    /** A review with mistakes, in the repository. */
    private static final Path EXAMPLE = Path.of("deploy/try/denied-review.json");

    private final DrawbridgeProperties properties;

    StartReport(DrawbridgeProperties properties) {
        this.properties = properties;
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        if (event.getApplicationContext() instanceof WebServerApplicationContext context
                && context.getWebServer() != null) {
            System.out.println(report(context.getWebServer().getPort()));
        }
    }

    String report(int port) {
        CertificateDirectory certificates = new CertificateDirectory(
                properties.tls().directory().toAbsolutePath().normalize());
        String url = "https://localhost:" + port + AdmissionController.PATH;
        String release = properties.kubernetes().release();
        String rules = release == null
                ? "of the newest Kubernetes release that serves the object's version (drawbridge.kubernetes.release)"
                : "of Kubernetes " + release;
        boolean hasCa = Files.exists(certificates.caCertificate());
        String ca = hasCa ? certificates.caCertificate().toString() : "none beside the certificate; ask who made it";
        String trust = hasCa ? "--cacert " + certificates.caCertificate() : "--cacert CA.crt";
        String review = Files.exists(EXAMPLE) ? EXAMPLE.toString() : "REVIEW.json";
        return String.join(
                System.lineSeparator(),
                "Drawbridge listens on " + url,
                "  rules        " + rules,
                "  mode         " + properties.mode().name().toLowerCase(Locale.ROOT),
                "  certificate  " + certificates.certificate() + ", until " + expiry(certificates),
                "  CA           " + ca,
                "  try it       curl " + trust + " -H 'Content-Type: application/json' --data-binary @" + review + " "
                        + url);
    }

    private static String expiry(CertificateDirectory certificates) {
        try {
            return certificates.expiry().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
