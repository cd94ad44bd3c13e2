package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.page.PageServer.Response;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of requests that arrive slowly or incompletely. */
class PageServerTest {

    private static final int PATIENCE_MILLIS = 120_000;

    /** The time limit for a whole request. */
    private static final Duration LIMIT = Duration.ofMillis(1_500);

    private final List<Socket> sockets = new ArrayList<>();
    private PageServer server;

    @BeforeEach
    void start() throws IOException {
        server = new PageServer(
                Map.of(
                        "GET ", request -> Response.text(200, "page"),
                        "GET slow", request -> Response.text(200, slow())),
                (page, out) -> new Conversation() {

                    @Override
                    public void take(String message) {
                        out.accept(message);
                    }

                    @Override
                    public void close() {}
                },
                LIMIT);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    /** A response that takes longer than a request may. */
    private static String slow() {
        try {
            Thread.sleep(LIMIT.toMillis() + 300);
            return "slow";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    private Socket send(String text) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.address().getPort());
        sockets.add(socket);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private String answer(String place) throws IOException {
        Socket socket = send("GET " + server.address().getPath() + place + " HTTP/1.1\r\nHost: "
                + server.address().getAuthority() + "\r\nConnection: close\r\n\r\n");
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketTimeoutException e) {
            return "no answer";
        }
    }

    @Test
    void endlessRequestsDoNotBlockThreads() throws IOException {
        for (int i = 0; i < 8; i++) {
            send("GET / HTTP/1.1\r\nHost: ");
        }

        assertThat(answer("")).endsWith("page");
    }

    @Test
    void endlessBodiesDoNotBlockThreads() throws IOException {
        for (int i = 0; i < 8; i++) {
            send("POST /wrong/check HTTP/1.1\r\nHost: " + server.address().getAuthority()
                    + "\r\nContent-Length: 1000\r\n\r\na");
        }
        for (int i = 0; i < 8; i++) {
            send("POST " + server.address().getPath() + " HTTP/1.1\r\nHost: "
                    + server.address().getAuthority() + "\r\nContent-Length: 1000\r\n\r\na");
        }

        assertThat(answer("")).endsWith("page");
    }

    @Test
    void answerMayTakeLongerThanItsRequest() throws IOException {
        assertThat(answer("slow")).endsWith("slow");
    }
}
