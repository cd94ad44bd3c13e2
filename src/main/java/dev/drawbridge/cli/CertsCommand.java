package dev.drawbridge.cli;

import dev.drawbridge.admission.WebhookRegistration;
import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.WebhookCertificates;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Makes an authority and a serving certificate for the webhook's Service, and what registers them in a cluster. */
@Command(
        name = "certs",
        description = "Make the webhook's certificate, its Secret, and the webhook configuration that trusts it.",
        mixinStandardHelpOptions = true)
final class CertsCommand implements Callable<Integer> {

    private static final int MAX_DAYS = 3650;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            defaultValue = "drawbridge",
            description = "The webhook's Service (default: drawbridge)")
    private String service = "";

    @Option(
            names = "--namespace",
            paramLabel = "NS",
            defaultValue = "drawbridge",
            description = "Its namespace (default: drawbridge)")
    private String namespace = "";

    @Option(names = "--host", paramLabel = "HOST", description = "One more DNS name or IP address; repeatable")
    private List<String> hosts = List.of();

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "365",
            description = "How long the certificates are valid (default: 365)")
    private int days;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where the files go")
    private Path out = Path.of("");

    @Override
    public Integer call() {
        if (days < 1 || days > MAX_DAYS) {
            throw new ParameterException(spec.commandLine(), "--days must be from 1 to " + MAX_DAYS + ", is " + days);
        }
        WebhookCertificates certificates = WebhookCertificates.generate(names(), Instant.now(), Duration.ofDays(days));
        CertificateDirectory directory = new CertificateDirectory(out);
        Path secret = out.resolve("secret.yaml");
        Path configuration = out.resolve("webhook-configuration.yaml");
        YAMLMapper yaml = YAMLMapper.builder()
                .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                .disable(YAMLWriteFeature.SPLIT_LINES)
                .build();
        try {
            directory.write(certificates);
            CertificateDirectory.writePrivate(secret, yaml.writeValueAsString(secret(certificates)));
            Files.writeString(
                    configuration,
                    yaml.writeValueAsString(new WebhookRegistration()
                            .configuration(service, namespace, base64(certificates.caCertificate()))));
        } catch (IOException e) {
            spec.commandLine().getErr().println("drawbridge: cannot write to " + out + ": " + e);
            return ExitCode.USAGE;
        }
        for (Path file :
                List.of(directory.caCertificate(), directory.certificate(), directory.key(), secret, configuration)) {
            spec.commandLine().getOut().println("wrote " + file);
        }
        return ExitCode.CLEAN;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        names.add(service + "." + namespace + ".svc");
        names.add(service + "." + namespace + ".svc.cluster.local");
        names.add(service + "." + namespace);
        names.add(service);
        names.addAll(hosts);
        return names;
    }

    private Secret secret(WebhookCertificates certificates) {
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

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
