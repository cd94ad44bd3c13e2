package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** Tests with clients that stall, never read, never wait or never send: other clients are still answered. */
class HostileClientsTest extends ServedWebhook {

    /** More than Jetty's threads. */
    private static final int SLOW_CLIENTS = 250;

    @Test
    void smallReviewsAreAnsweredWhileLargeOnesStall() throws Exception {
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                Socket socket = slowClient("20s", 900_000);
                socket.getOutputStream().write(" ".repeat(800_000).getBytes(StandardCharsets.US_ASCII));
                stalled.add(socket);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(post(Files.readString(DENIED)).statusCode()).isEqualTo(200);
            }
            // Each is replaced by the next one after a second.
            assertThat(firstLine(stalled.get(0))).contains(" 503");
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void largeReviewsAreAnsweredInTurn() throws Exception {
        String review = Files.readString(DENIED);
        String padded = review + " ".repeat(MAX_BODY - review.getBytes(StandardCharsets.UTF_8).length);
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
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
        List<CompletableFuture<HttpResponse<String>>> costly = costly(8, "30s");
        for (int i = 0; i < 20; i++) {
            assertThat(post(Files.readString(DENIED)).statusCode()).isEqualTo(200);
        }
        assertThat(costly).anyMatch(answer -> !answer.isDone());
        for (CompletableFuture<HttpResponse<String>> answer : costly) {
            assertThat(answer.get().body()).contains("\"allowed\":true");
        }
    }

    /** The timeout expires during validation, or in the queue. */
    @Test
    void costlyReviewsEndWithTheApiServersTimeout() throws Exception {
        for (CompletableFuture<HttpResponse<String>> answer : costly(8, "50ms")) {
            assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(500);
        }
        for (CompletableFuture<HttpResponse<String>> answer : costly(4, "30s")) {
            assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
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

    /** A client that always sends the next review: without turns, no thread would be free for others. */
    @Test
    void pipeliningClientsTakeTurns() throws Exception {
        int count = 5_000;
        String review = claim("},{".repeat(1_000));
        byte[] request = ("POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + review.length() + "\r\n\r\n" + review)
                .getBytes(StandardCharsets.US_ASCII);
        List<Socket> greedy = new ArrayList<>();
        List<CompletableFuture<Void>> sending = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            // More than the server's threads.
            for (int i = 0; i < 12; i++) {
                Socket socket = trust.getSocketFactory().createSocket("localhost", port);
                InputStream in = socket.getInputStream();
                greedy.add(socket);
                sending.add(CompletableFuture.runAsync(() -> send(socket, request, count), threads));
                CompletableFuture.runAsync(() -> readAll(in), threads);
            }
            for (int i = 0; i < 3; i++) {
                assertThat(post(Files.readString(DENIED)).statusCode()).isEqualTo(200);
            }
            assertThat(sending).noneMatch(CompletableFuture::isDone);
        } finally {
            for (Socket socket : greedy) {
                socket.close();
            }
            threads.shutdown();
        }
    }

    private static void send(Socket socket, byte[] request, int count) {
        try {
            for (int i = 0; i < count; i++) {
                socket.getOutputStream().write(request);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads until the connection ends in any way. */
    private static void readAll(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void silentClientsAreClosed() throws Exception {
        newClientsAreAcceptedAtConnectionLimit(new byte[0]);
    }

    @Test
    void incompleteHandshakesAreClosedUnderLoad() throws Exception {
        newClientsAreAcceptedAtConnectionLimit(new byte[] {22, 3, 1, 2, 0, 1, 0});
    }

    private void newClientsAreAcceptedAtConnectionLimit(byte[] sent) throws Exception {
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
            HttpRequest review = HttpRequest.newBuilder(url("/validate?timeout=10s"))
                    .header("Content-Type", "application/json")
                    .timeout(Duration.ofSeconds(4))
                    .POST(BodyPublishers.ofString(Files.readString(DENIED)))
                    .build();
            assertThat(fresh.send(review, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
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
