package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Tests with clients that stall, never read, never wait or never send: other clients are still answered. */
@Order(2)
class HostileClientsTest extends ServedWebhook {

    /** More than Jetty's threads. */
    private static final int SLOW_CLIENTS = 250;

    /** When to give up on a response that never comes, on any machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final byte[] HANDSHAKE_BEGUN = {22, 3, 1, 2, 0, 1, 0};

    @Autowired
    private MeterRegistry meters;

    @Test
    void smallReviewsAreAnsweredWhileLargeOnesStall() throws Exception {
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                Socket socket = slowClient("30s", 900_000);
                socket.getOutputStream().write(" ".repeat(800_000).getBytes(StandardCharsets.US_ASCII));
                stalled.add(socket);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(post(Files.readString(DENIED)).statusCode()).isEqualTo(200);
            }
            // While others wait, one that sends nothing for a second loses its thread.
            assertThat(anyFirstLine(stalled)).contains(" 503");
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    /** One more than there are threads for them. */
    @Test
    void largeReviewsAreAnsweredInTurn() throws Exception {
        largeReviewsAreAnswered(4);
    }

    /** One that gets no processor for a second while others wait would lose its thread. */
    @Test
    @Tag("siege")
    void sixteenLargeReviewsAreAnsweredInTurn() throws Exception {
        largeReviewsAreAnswered(16);
    }

    private void largeReviewsAreAnswered(int count) throws Exception {
        String review = Files.readString(DENIED);
        String padded = review + " ".repeat(MAX_BODY - review.getBytes(StandardCharsets.UTF_8).length);
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(client.sendAsync(
                    HttpRequest.newBuilder(url("/validate?timeout=30s"))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(padded))
                            .build(),
                    BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            assertThat(answer.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void nonReadingClientsDoNotBlockThreads() throws Exception {
        String review = Files.readString(DENIED);
        byte[] request = ("POST /validate?timeout=20s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + review.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + review)
                .getBytes(StandardCharsets.UTF_8);
        List<Socket> deaf = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Socket socket = trust.getSocketFactory().createSocket("localhost", port);
                deaf.add(socket);
                socket.getOutputStream().write(request);
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
            }
            for (int i = 0; i < 20; i++) {
                assertThat(post(review).statusCode()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
    }

    /**
     * More than there are threads, each with a different expression that takes long to compile: these have their own
     * queue.
     */
    @Test
    void smallReviewsAreAnsweredWhileCostlyOnesWait() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> costly = costly(4, "30s");
        for (int i = 0; i < 20; i++) {
            assertThat(post(Files.readString(DENIED)).statusCode()).isEqualTo(200);
        }
        assertThat(costly).anyMatch(answer -> !answer.isDone());
        assertThat(CompletableFuture.anyOf(costly.toArray(CompletableFuture<?>[]::new))
                        .get())
                .extracting(answer -> ((HttpResponse<?>) answer).body())
                .asString()
                .contains("\"allowed\":true");
    }

    @Test
    @Tag("siege")
    void eightCostlyReviewsAreAnsweredWithinTheLongestTimeout() throws Exception {
        for (CompletableFuture<HttpResponse<String>> answer : costly(8, "30s")) {
            assertThat(answer.get().body()).contains("\"allowed\":true");
        }
    }

    /** The timeout expires during validation, or in the queue. */
    @Test
    void costlyReviewsEndWithTheApiServersTimeout() throws Exception {
        for (CompletableFuture<HttpResponse<String>> answer : costly(4, "20ms")) {
            assertThat(answer.get().statusCode()).isEqualTo(500);
        }
        assertThat(costly(1, "30s").get(0).get().statusCode()).isEqualTo(200);
    }

    /** Reviews of claims with different expressions that take long to compile. */
    private List<CompletableFuture<HttpResponse<String>>> costly(int count, String timeout) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String expression = "%d == %d || [%s{}].size() == 1".formatted(i, System.nanoTime(), "{},".repeat(3_000));
            String review = claim("\"name\":\"r\",\"exactly\":{\"deviceClassName\":\"c\",\"selectors\":[{\"cel\":{"
                    + "\"expression\":\"%s\"}}]}".formatted(expression));
            answers.add(client.sendAsync(
                    HttpRequest.newBuilder(url("/validate?timeout=" + timeout))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(review))
                            .build(),
                    BodyHandlers.ofString()));
        }
        return answers;
    }

    private static String claim(String request) {
        return """
                {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u","operation":"CREATE","name":"c",
                "kind":{"group":"resource.k8s.io","version":"v1","kind":"ResourceClaim"},"object":{"apiVersion":"resource.k8s.io/v1",
                "kind":"ResourceClaim","metadata":{"name":"c"},"spec":{"devices":{"requests":[{%s}]}}}}}""".formatted(request);
    }

    /**
     * Clients that always send the next review, more of them than the server has threads: a review on another
     * connection waits for one turn of each, not for thousands of their reviews.
     */
    @Test
    void pipeliningClientsTakeTurns() throws Exception {
        String review = claim("},{".repeat(5_000));
        byte[] request = ("POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + review.length() + "\r\n\r\n" + review)
                .getBytes(StandardCharsets.US_ASCII);
        List<Socket> greedy = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int i = 0; i < 12; i++) {
                Socket socket = trust.getSocketFactory().createSocket("localhost", port);
                InputStream in = socket.getInputStream();
                greedy.add(socket);
                threads.execute(() -> sendUntilClosed(socket, request));
                threads.execute(() -> readAll(in));
            }
            HttpClient other = HttpClient.newBuilder().sslContext(trust).build();
            for (int i = 0; i < 3; i++) {
                long before = answered();
                assertThat(other.send(review(PATIENCE), BodyHandlers.ofString()).statusCode())
                        .isEqualTo(200);
                assertThat(answered() - before).isLessThan(5_000);
            }
        } finally {
            for (Socket socket : greedy) {
                socket.close();
            }
            threads.shutdown();
        }
    }

    /** The number of reviews that the server has answered. */
    private long answered() {
        return meters.find("drawbridge.reviews").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private HttpRequest review(Duration patience) throws IOException {
        return HttpRequest.newBuilder(url("/validate?timeout=30s"))
                .header("Content-Type", "application/json")
                .timeout(patience)
                .POST(BodyPublishers.ofString(Files.readString(DENIED)))
                .build();
    }

    private static void sendUntilClosed(Socket socket, byte[] request) {
        try {
            while (!socket.isClosed()) {
                socket.getOutputStream().write(request);
            }
        } catch (IOException e) {
            // The test closes the socket while this thread uses it.
        }
    }

    /** Reads until the connection ends in any way. */
    private static void readAll(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The test closes the socket while this thread uses it.
        }
    }

    /** {@link ConnectionsTest} tests which connections are closed, and when. */
    @Test
    void silentClientsAreClosed() throws Exception {
        newClientsAreAcceptedAtConnectionLimit(new byte[0], PATIENCE);
    }

    @Test
    void incompleteHandshakesAreClosedUnderLoad() throws Exception {
        newClientsAreAcceptedAtConnectionLimit(HANDSHAKE_BEGUN, PATIENCE);
    }

    @Test
    @Tag("siege")
    void newClientsAreAnsweredWithinFourSecondsAtTheConnectionLimit() throws Exception {
        newClientsAreAcceptedAtConnectionLimit(new byte[0], Duration.ofSeconds(4));
        newClientsAreAcceptedAtConnectionLimit(HANDSHAKE_BEGUN, Duration.ofSeconds(4));
    }

    private void newClientsAreAcceptedAtConnectionLimit(byte[] sent, Duration patience) throws Exception {
        int room = new Connections().max();
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < room + 100; i++) {
                Socket socket = new Socket("localhost", port);
                stalled.add(socket);
                socket.getOutputStream().write(sent);
            }
            HttpClient fresh = HttpClient.newBuilder()
                    .sslContext(trust)
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
            assertThat(fresh.send(review(patience), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void slowBodiesHoldNoThreadAndEndWithTheApiServersTimeout() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW_CLIENTS; i++) {
                slow.add(slowClient("20s"));
            }
            Socket impatient = slowClient("1s");
            slow.add(impatient);

            assertThat(post(Files.readString(DENIED)).statusCode()).isEqualTo(200);
            assertThat(firstLine(impatient)).contains(" 500");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** The first line of the response to whichever client is answered first. */
    private static String anyFirstLine(List<Socket> sockets) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            return threads.invokeAny(sockets.stream()
                    .<Callable<String>>map(socket -> () -> firstLine(socket))
                    .toList());
        } finally {
            threads.shutdownNow();
        }
    }

    private Socket slowClient(String timeout) throws IOException {
        return slowClient(timeout, 1000);
    }

    private Socket slowClient(String timeout, int length) throws IOException {
        SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket("localhost", port);
        OutputStream out = socket.getOutputStream();
        out.write(("POST /validate?timeout=" + timeout
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + length + "\r\n\r\n{\"apiVersion\":")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }
}
