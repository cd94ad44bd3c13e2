package dev.drawbridge.server;

import dev.drawbridge.TrustedAuthority;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * A webhook over HTTPS, and a client that trusts only the generated authority. A start of Spring resets the log, so
 * whatever starts one or reads the output holds its lock.
 */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"drawbridge.tls.directory=target/webhook-test/tls", "drawbridge.max-body-size=1MB"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock(Resources.SYSTEM_OUT)
abstract class ServedWebhook {

    static final int MAX_BODY = 1024 * 1024;
    static final Path DENIED = Path.of("deploy/try/denied-review.json");

    private static final Path CA = Path.of("target/webhook-test/tls/ca.crt");

    SSLContext trust;
    HttpClient client;

    @LocalServerPort
    int port;

    @BeforeAll
    void trustTheGeneratedAuthority() throws GeneralSecurityException, IOException {
        trust = TrustedAuthority.context(CA);
        client = HttpClient.newBuilder()
                .sslContext(trust)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return post(BodyPublishers.ofString(body));
    }

    HttpResponse<String> post(BodyPublisher body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(url("/validate?timeout=30s"))
                        .header("Content-Type", "application/json")
                        .POST(body)
                        .build(),
                BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(url(path))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                BodyHandlers.ofString());
    }

    URI url(String path) {
        return URI.create("https://localhost:" + port + path);
    }

    static String firstLine(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }
}
