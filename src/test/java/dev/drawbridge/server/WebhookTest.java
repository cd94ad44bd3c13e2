package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the webhook's responses. */
@ExtendWith(OutputCaptureExtension.class)
class WebhookTest extends ServedWebhook {

    private static final Path OWN_REVIEWS = Path.of("src/test/resources/reviews/own.jsonl");

    private static final int KEPT_ALIVE = 150;

    private final JsonMapper json = JsonMapper.shared();

    @Autowired
    private WebhookServer server;

    @Autowired
    private Connections connections;

    @Autowired
    private WebServerApplicationContext context;

    @Test
    void reviewOfReadmeIsDeniedWithAllMistakes() throws Exception {
        HttpResponse<String> response = post(Files.readString(DENIED));
        JsonNode answer = json.readTree(response.body()).get("response");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(answer.get("uid").asString()).isEqualTo("3f1b0c9e-8a55-4a0e-9c2b-6a2f1f6f3d11");
        assertThat(answer.get("allowed").asBoolean()).isFalse();
        assertThat(answer.at("/status/code").asInt()).isEqualTo(422);
        assertThat(answer.at("/status/details/causes")).hasSize(6);
    }

    @Test
    void ownReviewsAreAllowed() throws Exception {
        assertThat(allAllowed(OWN_REVIEWS)).isGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.30", "1.36"})
    void reviewsOfRealApiServersAreAllowed(String release) throws Exception {
        assertThat(allAllowed(SharedData.require("reviews/" + release + ".jsonl")))
                .isPositive();
    }

    private int allAllowed(Path reviews) throws Exception {
        List<String> lines = Files.readAllLines(reviews);
        for (String line : lines) {
            JsonNode recorded = json.readTree(line);
            HttpRequest request = HttpRequest.newBuilder(
                            url(recorded.get("path").asString()))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, */*")
                    .POST(BodyPublishers.ofString(recorded.get("body").toString()))
                    .build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            JsonNode answer = json.readTree(response.body());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(answer.get("apiVersion").asString()).isEqualTo("admission.k8s.io/v1");
            assertThat(answer.get("kind").asString()).isEqualTo("AdmissionReview");
            assertThat(answer.at("/response/uid")).isEqualTo(recorded.at("/body/request/uid"));
            assertThat(answer.at("/response/allowed").asBoolean())
                    .as(response.body())
                    .isTrue();
            assertThat(answer.get("response").has("patch")).isFalse();
        }
        return lines.size();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        POST | application/json                | {"a"                                                          | 400 | BadRequest
        POST | application/json                | []                                                            | 400 | BadRequest
        POST | application/json                | {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"} | 400 | BadRequest
        POST | application/json; charset=utf-8 | {}                                                            | 400 | BadRequest
        POST | text/plain                      | {}                                                            | 415 | UnsupportedMediaType
        POST | nonsense                        | {}                                                            | 415 | UnsupportedMediaType
        PUT  | application/json                | {}                                                            | 405 | MethodNotAllowed
        GET  | application/json                | {}                                                            | 405 | MethodNotAllowed
        """)
    void failedCallHasSmallStatus(String method, String contentType, String body, int code, String reason)
            throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(url("/validate"))
                        .header("Content-Type", contentType)
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(code);
        assertThat(json.readTree(response.body()).get("kind").asString()).isEqualTo("Status");
        assertThat(json.readTree(response.body()).get("code").asInt()).isEqualTo(code);
        assertThat(json.readTree(response.body()).get("reason").asString()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET /error HTTP/1.1                                      | 404
        GET /actuator/env HTTP/1.1                               | 404
        GARBAGE                                                  | 400
        GET /validate HTTP/9.9                                   | 505
        G@T / HTTP/1.1                                           | 400
        GET / HTTP/1.1~Expect: something                         | 417
        POST /validate HTTP/1.1~Transfer-Encoding: gzip          | 400
        POST /actuator/health HTTP/1.1~Content-Length: 3         | 400
        """)
    void requestsRefusedByJettyHaveSmallStatus(String head, int code) throws Exception {
        try (SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket("localhost", port)) {
            String text = head.replace("~", "\r\nHost: localhost\r\n");
            text += head.contains("~") || !head.contains("HTTP") ? "" : "\r\nHost: localhost";
            socket.getOutputStream().write((text + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            socket.setSoTimeout(120_000);
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("\"Failure\"}") < 0) {
                int next = socket.getInputStream().read();
                assertThat(next).as(answer.toString()).isNotNegative();
                answer.append((char) next);
            }
            assertThat(answer.toString())
                    .startsWith("HTTP/1.1 " + code)
                    .contains("\"kind\":\"Status\"")
                    .doesNotContain("html");
        }
    }

    @Test
    void anotherPathIsNotFound() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(404);
    }

    @Test
    void bodyOverLimitIsRefusedWithAndWithoutLength() throws Exception {
        byte[] tooLarge = " ".repeat(MAX_BODY + 1).getBytes(StandardCharsets.US_ASCII);
        BodyPublisher chunked = BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(tooLarge));

        assertThat(post(BodyPublishers.ofByteArray(tooLarge)).statusCode()).isEqualTo(413);
        assertThat(post(chunked).statusCode()).isEqualTo(413);
    }

    @Test
    void bodyAtLimitIsAnswered() throws Exception {
        String review = Files.readString(DENIED);
        String padded = review + " ".repeat(MAX_BODY - review.getBytes(StandardCharsets.UTF_8).length);

        assertThat(post(padded).statusCode()).isEqualTo(200);
    }

    @Test
    void keptConnectionHasNoRequestLimit() throws Exception {
        try (SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket("localhost", port)) {
            byte[] request = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < KEPT_ALIVE; i++) {
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
                assertThat(firstLine(socket)).contains(" 404");
                readRest(socket.getInputStream());
            }
        }
    }

    /** Reads a response whose body has one chunk or a length. */
    private static void readRest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertThat(next).as("the connection was closed").isNotNegative();
            head.append((char) next);
        }
        String headers = head.toString().toLowerCase(Locale.ROOT);
        assertThat(headers).doesNotContain("connection: close").contains("content-length: ");
        String length = headers.replaceFirst("(?s).*content-length: (\\d+).*", "$1");
        in.readNBytes(Integer.parseInt(length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void tls12And13AreSpoken(String protocol) throws IOException {
        assertThat(handshake(protocol)).isEqualTo(protocol);
    }

    private String handshake(String protocol) throws IOException {
        try (SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket("localhost", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
            return socket.getSession().getProtocol();
        }
    }

    @Test
    void healthAndMetricsAreServed() throws Exception {
        post(Files.readString(DENIED));

        assertThat(get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        assertThat(get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(get("/actuator/prometheus").body())
                .contains("drawbridge_reviews_seconds_count{kind=\"ResourceClaim\",operation=\"UPDATE\","
                        + "outcome=\"denied\"}")
                .contains(
                        "drawbridge_broken_rules_total{kind=\"ResourceClaim\",operation=\"UPDATE\",outcome=\"denied\","
                                + "rule=\"noNewConsumers\"}")
                .contains("drawbridge_enforcing 1.0");
        assertThat(get("/actuator/prometheus").body()).contains("drawbridge_certificate_expiry_seconds");
    }

    @Test
    void malformedReviewsAreTimed() throws Exception {
        post("{\"a\"");

        assertThat(get("/actuator/prometheus").body().lines())
                .filteredOn(line -> line.startsWith("drawbridge_reviews_seconds_sum") && line.contains("malformed"))
                .singleElement()
                .satisfies(line -> assertThat(Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                        .isPositive());
    }

    /** A probe on an open connection must report this, since no other connection is accepted. */
    @Test
    void livenessFailsWhenNoConnectionIsAccepted() throws Exception {
        assertThat(get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        ServerConnector connector = (ServerConnector)
                ((JettyWebServer) context.getWebServer()).getServer().getConnectors()[0];
        connector.setAccepting(false);
        try {
            // One more connection is accepted, since the thread already waits for it.
            long accepted = connections.accepted();
            server.checkAccepting();
            while (connections.accepted() == accepted) {
                Thread.sleep(10);
            }
            for (int i = 0; i < 8; i++) {
                server.checkAccepting();
            }
            assertThat(get("/actuator/health/liveness").statusCode()).isEqualTo(503);
        } finally {
            connector.setAccepting(true);
        }
        Instant end = Instant.now().plusSeconds(120);
        while (get("/actuator/health/liveness").statusCode() != 200) {
            assertThat(Instant.now()).isBefore(end);
            server.checkAccepting();
            Thread.sleep(100);
        }
    }

    @Test
    void reviewsOfAnySizeAreReadToTheirEnd() throws Exception {
        String review = Files.readString(DENIED);
        String end = review.substring(review.lastIndexOf('}'));
        String begin = review.substring(0, review.length() - end.length());
        String denial = post(review).body();
        for (int size = ReviewSize.MAX_BUFFERED - 3_000; size < ReviewSize.MAX_BUFFERED + 40_000; size += 1_500) {
            String padded = begin + " ".repeat(size - begin.length() - end.length()) + end;
            HttpResponse<String> answer = post(padded);
            assertThat(answer.statusCode()).as("%d bytes", size).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(denial);
        }
    }

    @Test
    void logContainsOnlyIdentityOfObject(CapturedOutput output) throws Exception {
        post(Files.readString(DENIED).replace("GPU driver", "secret driver"));
        post("{\"secret\"");

        assertThat(output.getAll())
                .contains("denied UPDATE ResourceClaim team-a/training-gpus")
                .doesNotContain("secret");
    }
}
