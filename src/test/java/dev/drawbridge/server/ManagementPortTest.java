package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.TrustedAuthority;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests of health and metrics on their own port, and of the metrics in warn mode. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"drawbridge.tls.directory=target/management-test/tls", "drawbridge.mode=warn"})
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Resources.SYSTEM_OUT)
class ManagementPortTest {

    private static final Path CA = Path.of("target/management-test/tls/ca.crt");
    private static final Path DENIED = Path.of("deploy/try/denied-review.json");

    private static int management;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void freePort(DynamicPropertyRegistry registry) throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            management = free.getLocalPort();
        }
        registry.add("drawbridge.management-port", () -> management);
    }

    @Test
    void eachPortServesOnlyItsOwnPaths() throws Exception {
        assertThat(status("http", management, "/actuator/health/liveness")).isEqualTo(200);
        assertThat(status("http", management, "/actuator/health/readiness")).isEqualTo(200);
        assertThat(status("http", management, "/actuator/prometheus")).isEqualTo(200);
        assertThat(status("http", management, "/validate")).isEqualTo(404);
        assertThat(status("https", port, "/actuator/health/liveness")).isEqualTo(404);
        assertThat(status("https", port, "/actuator/prometheus")).isEqualTo(404);
        assertThat(status("https", port, "/validate")).isEqualTo(405);
    }

    @Test
    void warnModeCountsAndLogsDenials(CapturedOutput output) throws Exception {
        HttpRequest review = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/validate"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Files.readString(DENIED)))
                .build();

        assertThat(client().send(review, BodyHandlers.ofString()).body())
                .contains("\"allowed\":true", "would be denied: ");
        assertThat(output.getAll()).contains("would deny UPDATE ResourceClaim team-a/training-gpus");
        HttpRequest metrics = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + management + "/actuator/prometheus"))
                .build();
        assertThat(client().send(metrics, BodyHandlers.ofString()).body())
                .contains("kind=\"ResourceClaim\",operation=\"UPDATE\",outcome=\"would_deny\"")
                .contains("drawbridge_enforcing 0.0");
    }

    private int status(String scheme, int at, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + at + path))
                .build();
        return client().send(request, BodyHandlers.ofString()).statusCode();
    }

    private static HttpClient client() throws Exception {
        return HttpClient.newBuilder()
                .sslContext(TrustedAuthority.context(CA))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }
}
