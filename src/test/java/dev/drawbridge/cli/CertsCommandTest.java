package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.admission.WebhookRegistration;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Tests of the objects that {@code drawbridge certs} writes. */
class CertsCommandTest extends CommandLineTest {

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private <T> T read(String file, Class<T> type) {
        return YAML.readValue(folder.resolve(file).toFile(), type);
    }

    private String base64(String file) throws IOException {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(folder.resolve(file)));
    }

    @Test
    void writesSecretOfFiles() throws IOException {
        assertThat(run("certs", "--namespace", "gate", "--out", folder.toString()))
                .isZero();

        Secret secret = read("secret.yaml", Secret.class);
        assertThat(secret.getKind()).isEqualTo("Secret");
        assertThat(secret.getType()).isEqualTo("kubernetes.io/tls");
        assertThat(secret.getMetadata().getName()).isEqualTo("drawbridge-tls");
        assertThat(secret.getMetadata().getNamespace()).isEqualTo("gate");
        assertThat(secret.getData())
                .containsOnlyKeys("ca.crt", "tls.crt", "tls.key")
                .containsEntry("ca.crt", base64("ca.crt"))
                .containsEntry("tls.crt", base64("tls.crt"))
                .containsEntry("tls.key", base64("tls.key"));
    }

    @Test
    void writesConfigurationThatTrustsAuthority() throws IOException {
        for (boolean withWorkloads : new boolean[] {false, true}) {
            String[] words = withWorkloads
                    ? new String[] {"certs", "--service", "on", "--workloads", "--out", folder.toString()}
                    : new String[] {"certs", "--service", "on", "--out", folder.toString()};
            assertThat(run(words)).isZero();

            WebhookRegistration registration = new WebhookRegistration();
            assertThat(read("webhook-configuration.yaml", ValidatingWebhookConfiguration.class))
                    .isEqualTo(
                            withWorkloads
                                    ? registration.withWorkloads("on", "drawbridge", base64("ca.crt"))
                                    : registration.configuration("on", "drawbridge", base64("ca.crt")));
        }
    }
}
