package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.ServingCertificate;
import dev.drawbridge.certs.WebhookCertificates;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A fake API server over HTTPS whose responses change. */
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Resources.SYSTEM_OUT)
class ClusterReleaseTest {

    private static final RulesInForce UNKNOWN = new RulesInForce(null, Mode.WARN);

    @TempDir
    private Path folder;

    private HttpsServer server;
    private volatile int status = 200;
    private volatile String body = "";

    @BeforeEach
    void start() throws Exception {
        CertificateDirectory files = certificates(folder);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(
                ServingCertificate.of(Files.readAllBytes(files.certificate()), Files.readAllBytes(files.key()))
                        .keyStore(),
                new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/version", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static CertificateDirectory certificates(Path folder) throws IOException {
        CertificateDirectory files = new CertificateDirectory(folder);
        files.write(WebhookCertificates.generate(List.of("127.0.0.1"), Instant.now(), Duration.ofDays(1)));
        return files;
    }

    private ClusterRelease release(Mode mode) throws IOException {
        return release(folder.resolve("ca.crt"), mode);
    }

    private ClusterRelease release(Path authority, Mode mode) throws IOException {
        Path kubeconfig = Files.writeString(
                folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters:
                - {name: test, cluster: {server: "https://127.0.0.1:%d", certificate-authority: "%s"}}
                users: [{name: test, user: {}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(server.getAddress().getPort(), authority));
        return new ClusterRelease(kubeconfig, mode, Duration.ZERO);
    }

    private RulesInForce after(ClusterRelease release, int status, String minor) {
        this.status = status;
        this.body = "{\"major\":\"1\",\"minor\":\"" + minor + "\"}";
        release.refresh();
        return release.get();
    }

    @Test
    void rulesFollowTheClusterAndNothingIsDeniedUntilItsReleaseIsKnown(CapturedOutput output) throws Exception {
        ClusterRelease release = release(Mode.ENFORCE);

        assertThat(after(release, 400, "34")).isEqualTo(UNKNOWN);
        assertThat(output.getAll()).contains("nothing is denied until it is known");
        assertThat(after(release, 200, "34")).isEqualTo(new RulesInForce(KubernetesRelease.K8S_1_34, Mode.ENFORCE));
        assertThat(after(release, 200, "35+")).isEqualTo(new RulesInForce(KubernetesRelease.K8S_1_35, Mode.ENFORCE));
        assertThat(after(release, 401, "35")).isEqualTo(new RulesInForce(KubernetesRelease.K8S_1_35, Mode.ENFORCE));
        assertThat(output.getAll()).contains("it needs a token: set automountServiceAccountToken");
        assertThat(after(release, 200, "99")).isEqualTo(UNKNOWN);
        assertThat(output.getAll())
                .contains("the cluster runs Kubernetes 1.99, but the known rules are those of 1.27 to "
                        + KubernetesRelease.NEWEST);
    }

    @Test
    void modeWarnStaysInForce() throws Exception {
        assertThat(after(release(Mode.WARN), 200, "34"))
                .isEqualTo(new RulesInForce(KubernetesRelease.K8S_1_34, Mode.WARN));
    }

    @Test
    void serverOfAnotherAuthorityIsNotTrusted(CapturedOutput output) throws Exception {
        Path other = certificates(folder.resolve("other")).caCertificate();

        assertThat(after(release(other, Mode.ENFORCE), 200, "34")).isEqualTo(UNKNOWN);
        assertThat(output.getAll()).contains("certification path");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"major":"1","minor":"34"}                                             | 1.34
        {"major":"1","minor":"34+","gitVersion":"v1.34.1-eks-1"}               | 1.34
        {"major":"1","minor":"36","emulationMajor":"1","emulationMinor":"35"}  | 1.35
        []                                                                     |
        <html>                                                                 |
        {"major":"1"}                                                          |
        {"major":"1","minor":"x"}                                              |
        """)
    void emulatedVersionCountsAndOtherAnswersDoNot(String info, @Nullable String minor) throws IOException {
        ClusterRelease release = release(Mode.ENFORCE);
        body = info;
        release.refresh();

        KubernetesRelease known = release.get().release();
        assertThat(known == null ? null : known.toString()).isEqualTo(minor);
    }
}
