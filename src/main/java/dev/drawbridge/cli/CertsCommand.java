package dev.drawbridge.cli;

import dev.drawbridge.admission.WebhookRegistration;
import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.WebhookCertificates;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.BlockYaml;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Makes an authority and a serving certificate for the webhook's Service, and what registers them in a cluster. */
final class CertsCommand {

    private static final int DAYS = 365;
    private static final int MAX_DAYS = 3650;

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        String service = arguments.text("service", "drawbridge");
        String namespace = arguments.text("namespace", "drawbridge");
        int days = arguments.number("days", 1, MAX_DAYS, DAYS);
        Path folder = arguments.path("out");
        if (folder == null) {
            throw new UsageException("--out DIR is missing");
        }
        List<String> hosts = WebhookCertificates.hosts(service, namespace, arguments.texts("host"));
        WebhookCertificates certificates = WebhookCertificates.generate(hosts, Instant.now(), Duration.ofDays(days));
        CertificateDirectory directory = new CertificateDirectory(folder);
        Path secret = folder.resolve("secret.yaml");
        Path configuration = folder.resolve("webhook-configuration.yaml");
        try {
            directory.write(certificates);
            CertificateDirectory.writePrivate(secret, yaml(secret(service, namespace, certificates)));
            WebhookRegistration registration = new WebhookRegistration();
            String caBundle = base64(certificates.caCertificate());
            Files.writeString(
                    configuration,
                    yaml(
                            arguments.has("workloads")
                                    ? registration.withWorkloads(service, namespace, caBundle)
                                    : registration.configuration(service, namespace, caBundle)));
        } catch (IOException e) {
            throw new InputException("cannot write to " + folder + ": " + e, e);
        }
        for (Path file :
                List.of(directory.caCertificate(), directory.certificate(), directory.key(), secret, configuration)) {
            out.println("wrote " + file);
        }
        return ExitCode.CLEAN;
    }

    private static Secret secret(String service, String namespace, WebhookCertificates certificates) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(service + "-tls")
                .withNamespace(namespace)
                .endMetadata()
                .withType("kubernetes.io/tls")
                .withData(Map.of(
                        "ca.crt", base64(certificates.caCertificate()),
                        "tls.crt", base64(certificates.certificate()),
                        "tls.key", base64(certificates.key())))
                .build();
    }

    private static String yaml(Object model) {
        byte[] json = JsonMapper.shared().writeValueAsBytes(model);
        return BlockYaml.text(ObjectValue.orEmpty(
                JsonReader.withoutPositions(ReadLimits.DEFAULT).read(json).value()));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
