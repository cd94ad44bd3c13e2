package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An HTTPS server instead of the API server, whose answers change. */
@ExtendWith(OutputCaptureExtension.class)
class ClusterReleaseTest {

    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final RulesInForce UNKNOWN = new RulesInForce(null, Mode.WARN);

    @TempDir
    private Path folder;

    private HttpsServer server;
    private ApiServerVersion version;
    private volatile int status = 200;
    private volatile String body = "";

    @BeforeEach
    void start() throws Exception {
        CertificateDirectory files = new CertificateDirectory(folder);
        files.write(WebhookCertificates.generate(List.of("127.0.0.1"), Instant.now(), Duration.ofDays(1)));
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
        version = new ApiServerVersion(
                URI.create("https://127.0.0.1:" + server.getAddress().getPort()), files.caCertificate());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theRulesFollowTheClusterAndNothingIsDeniedUntilItsReleaseIsKnown(CapturedOutput output) throws Exception {
        status = 503;
        try (ClusterRelease release = new ClusterRelease(version, Mode.ENFORCE, OFTEN)) {
            await(() -> output.getAll().contains("nothing is denied until it is known"));
            assertThat(release.get()).isEqualTo(UNKNOWN);

            status = 200;
            body = info("34");
            await(() -> release.get().equals(new RulesInForce(KubernetesRelease.K8S_1_34, Mode.ENFORCE)));

            body = info("35+");
            await(() -> release.get().equals(new RulesInForce(KubernetesRelease.K8S_1_35, Mode.ENFORCE)));

            status = 401;
            await(() -> output.getAll().contains("HTTP 401; it needs a token"));
            assertThat(release.get().release()).isEqualTo(KubernetesRelease.K8S_1_35);

            status = 200;
            body = info("99");
            await(() -> release.get().equals(UNKNOWN));
            assertThat(output.getAll()).contains("the cluster is of Kubernetes 1.99, the rules are of 1.27 to 1.37");
        }
    }

    @Test
    void modeWarnStaysInForce() throws Exception {
        body = info("34");
        try (ClusterRelease release = new ClusterRelease(version, Mode.WARN, OFTEN)) {
            await(() -> release.get().equals(new RulesInForce(KubernetesRelease.K8S_1_34, Mode.WARN)));
        }
    }

    @Test
    void aServerThatTheCaDidNotSignIsNotBelieved() throws Exception {
        Path other = folder.resolve("other");
        CertificateDirectory files = new CertificateDirectory(other);
        files.write(WebhookCertificates.generate(List.of("127.0.0.1"), Instant.now(), Duration.ofDays(1)));
        body = info("34");

        assertThatThrownBy(() -> new ApiServerVersion(version.server(), files.caCertificate()).ask())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("certification path");
        assertThatThrownBy(() -> new ApiServerVersion(version.server(), folder.resolve("tls.key")).ask())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tls.key");
        assertThat(version.ask()).hasToString("1.34");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"major":"1","minor":"34"}                                             | 1.34
        {"major":"1","minor":"34+","gitVersion":"v1.34.1-eks-1"}               | 1.34
        {"major":"1","minor":"36","emulationMajor":"1","emulationMinor":"35"}  | 1.35
        """)
    void aVersionIsThatWhichTheServerEmulates(String info, String minor) throws IOException {
        assertThat(ApiServerVersion.parse(info.getBytes(StandardCharsets.UTF_8)))
                .hasToString(minor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "<html>", "{\"major\":\"1\"}", "{\"major\":\"1\",\"minor\":\"x\"}"})
    void whatIsNoVersionIsAProblem(String info) {
        assertThatThrownBy(() -> ApiServerVersion.parse(info.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    private static String info(String minor) {
        return "{\"major\":\"1\",\"minor\":\"" + minor + "\"}";
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(20);
        while (!condition.holds()) {
            assertThat(Instant.now()).isBefore(end);
            Thread.sleep(10);
        }
    }
}
