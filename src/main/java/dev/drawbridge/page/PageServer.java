package dev.drawbridge.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves a page to this machine's user: on 127.0.0.1, on a random port, below a random token. A request with another
 * host or from another origin gets 403, one without the token or to an unknown place 404; neither says more. A request
 * that takes longer than 10 s to arrive is given up.
 */
public final class PageServer implements AutoCloseable {

    /** The largest text that a request may have, in bytes. */
    public static final int MAX_BODY = 1 << 20;

    private static final int THREADS = 4;
    private static final Duration READ_LIMIT = Duration.ofSeconds(10);
    private static final String EVENTS = "text/event-stream; charset=utf-8";
    private static final int SECRET_BYTES = 24;

    /** A request: what the address has after {@code ?}, and the text. */
    public record Request(Map<String, String> parameters, String text) {

        /** A parameter; empty if it is not set. */
        public String parameter(String name) {
            return parameters.getOrDefault(name, "");
        }
    }

    public record Response(int status, String contentType, String text) {

        public static Response json(String text) {
            return new Response(200, "application/json; charset=utf-8", text);
        }

        public static Response text(int status, String text) {
            return new Response(status, "text/plain; charset=utf-8", text);
        }
    }

    /** Answers the requests to one place. */
    @FunctionalInterface
    public interface Handler {

        /** The answer. A mistake of the user is an IllegalArgumentException, which is answered with 400. */
        Response answer(Request request) throws IOException;
    }

    private final HttpServer server;
    private final RequestThreads threads;
    private final String host;
    private final byte[] token;
    private final Map<String, Handler> handlers;
    private final EventStreams streams;

    /**
     * Starts a server. {@code GET events?page=NAME} begins a conversation, whose messages for the page are its events;
     * {@code POST message?page=NAME} has one of the page.
     *
     * @param handlers by method and place, such as {@code GET } for the page and {@code GET file}
     */
    public PageServer(Map<String, Handler> handlers, Conversation.Begin conversations) throws IOException {
        this(handlers, conversations, READ_LIMIT);
    }

    /** Starts a server, at which a request has this time to arrive. */
    PageServer(Map<String, Handler> handlers, Conversation.Begin conversations, Duration readLimit) throws IOException {
        streams = new EventStreams(conversations);
        this.handlers = new HashMap<>(handlers);
        this.handlers.put("GET events", this::events);
        this.handlers.put("POST message", this::take);
        token = secret().getBytes(StandardCharsets.US_ASCII);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        host = "127.0.0.1:" + server.getAddress().getPort();
        threads = new RequestThreads(THREADS, readLimit);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** A random text that nobody can guess. */
    public static String secret() {
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** The address of the page, with the token. */
    public URI address() {
        return URI.create("http://" + host + "/" + new String(token, StandardCharsets.US_ASCII) + "/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        Response response = response(exchange);
        headers(exchange, response.contentType());
        if (response.contentType().equals(EVENTS)) {
            // It stays open when the request is handled.
            streams.open(response.text(), exchange);
            return;
        }
        try (exchange) {
            send(exchange, response);
        }
    }

    /** A stream of events, which has a place: as text, the name of its page. */
    private Response events(Request request) {
        return streams.takePlace()
                ? new Response(200, EVENTS, request.parameter("page"))
                : Response.text(503, "Too many pages are open; close one");
    }

    private Response take(Request request) {
        return Response.text(streams.take(request.parameter("page"), request.text()) ? 200 : 404, "");
    }

    private Response response(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        String origin = headers.getFirst("Origin");
        if (!host.equals(headers.getFirst("Host")) || origin != null && !origin.equals("http://" + host)) {
            return Response.text(403, "");
        }
        String[] steps = exchange.getRequestURI().getRawPath().split("/", -1);
        if (steps.length != 3 || !MessageDigest.isEqual(token, steps[1].getBytes(StandardCharsets.UTF_8))) {
            return Response.text(404, "");
        }
        Handler handler = handlers.get(exchange.getRequestMethod() + " " + steps[2]);
        if (handler == null) {
            return Response.text(404, "");
        }
        byte[] body;
        try (InputStream input = exchange.getRequestBody()) {
            body = input.readNBytes(MAX_BODY + 1);
        }
        if (body.length > MAX_BODY) {
            return Response.text(413, "must be no more than " + MAX_BODY + " bytes");
        }
        threads.read();
        try {
            return handler.answer(new Request(
                    parameters(exchange.getRequestURI().getRawQuery()), new String(body, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException wrong) {
            return Response.text(400, String.valueOf(wrong.getMessage()));
        }
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String each : query == null ? new String[0] : query.split("&")) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        each.substring(0, equals),
                        URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }

    private static void headers(HttpExchange exchange, String contentType) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", contentType);
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
    }

    private static void send(HttpExchange exchange, Response response) throws IOException {
        byte[] text = response.text().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(response.status(), text.length == 0 ? -1 : text.length);
        if (text.length > 0) {
            exchange.getResponseBody().write(text);
        }
    }

    @Override
    public void close() {
        streams.close();
        server.stop(0);
        threads.close();
    }
}
