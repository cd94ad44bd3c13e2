package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.event.EventListener;

/** Logs what a user needs to know after starting the webhook. */
class StartReport {

    /** A review with mistakes, in the repository. */
    private static final Path EXAMPLE = Path.of("deploy/try/denied-review.json");

    private final DrawbridgeProperties properties;

    private final Certificates certificates;

    StartReport(DrawbridgeProperties properties, Certificates certificates) {
        this.properties = properties;
        this.certificates = certificates;
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        if (event.getApplicationContext() instanceof WebServerApplicationContext context
                && context.getWebServer() != null) {
            System.out.println(report(context.getWebServer().getPort(), certificates.expiry()));
        }
    }

    String report(int port, Instant expiry) {
        CertificateDirectory files = new CertificateDirectory(
                properties.tls().directory().toAbsolutePath().normalize());
        String url = "https://localhost:" + port + WebhookHandler.REVIEWS;
        String release = properties.kubernetes().release();
        String rules = release == null
                ? "of the newest Kubernetes release that serves the object's version (drawbridge.kubernetes.release)"
                : properties.kubernetes().followsCluster()
                        ? "of the cluster's Kubernetes release; nothing is denied until it is known"
                        : "of Kubernetes " + release;
        boolean hasCa = Files.exists(files.caCertificate());
        String ca =
                hasCa ? files.caCertificate().toString() : "not found next to the certificate; get it from the issuer";
        String trust = hasCa ? "--cacert " + files.caCertificate() : "--cacert CA.crt";
        String review = Files.exists(EXAMPLE) ? EXAMPLE.toString() : "REVIEW.json";
        return String.join(
                System.lineSeparator(),
                "Drawbridge listens on " + url,
                "  rules        " + rules,
                "  mode         " + properties.mode().name().toLowerCase(Locale.ROOT),
                "  certificate  " + files.certificate() + ", until " + expiry,
                "  CA           " + ca,
                "  try it       curl " + trust + " -H 'Content-Type: application/json' --data-binary @" + review + " "
                        + url);
    }
}
