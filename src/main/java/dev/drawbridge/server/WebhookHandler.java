package dev.drawbridge.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * Routes requests. Reviews and probes are answered on the thread that read them, without Spring MVC, whose dispatcher
 * and filters take three times as long as a small review; the management endpoints have their own threads. No Jetty
 * thread waits for a client.
 */
final class WebhookHandler extends Handler.Wrapper {

    static final String REVIEWS = "/validate";

    private static final String MANAGEMENT = "/actuator";

    /** The number of management threads: a response larger than its buffer may block one of them. */
    private static final int MANAGEMENT_THREADS = 2;

    private final DrawbridgeProperties properties;
    private final Reviews reviews;
    private final ReviewThreads threads;
    private final Connections connections;
    private final ApplicationAvailability availability;
    private final Executor managementThreads = ReviewThreads.pool(MANAGEMENT_THREADS, "management");

    WebhookHandler(
            DrawbridgeProperties properties,
            Reviews reviews,
            ReviewThreads threads,
            Connections connections,
            ApplicationAvailability availability) {
        this.properties = properties;
        this.reviews = reviews;
        this.threads = threads;
        this.connections = connections;
        this.availability = availability;
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Connections.State connection = connections.of(request.getConnectionMetaData());
        if (connection != null) {
            connection.begins();
        }
        Callback end = connection != null && connection.hadTurn() ? endOfTurn(request, callback) : callback;
        if (!isReady()) {
            response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        }
        String path = Request.getPathInContext(request);
        boolean isManagement = path.startsWith(MANAGEMENT);
        // The management port, if there is one, is the port without TLS.
        boolean isHere = properties.managementPort() == null
                || isManagement != request.getConnectionMetaData().isSecure();
        Answer answer = isHere && path.equals(REVIEWS) ? refusal(request, response) : other(request, isHere, path);
        if (answer != null) {
            DiscardedBody.answer(request, response, end, answer);
        } else if (isManagement) {
            managementThreads.execute(() -> manage(request, response, end));
        } else {
            new ReviewExchange(request, response, end, reviews, threads, connection).run();
        }
        return true;
    }

    /** Lets another thread read the connection's next request, after those that wait for a thread already. */
    private static Callback endOfTurn(Request request, Callback callback) {
        Runnable next = () -> {
            try {
                request.getComponents().getExecutor().execute(callback::succeeded);
            } catch (RejectedExecutionException stopping) {
                // The server stops: nothing waits for this thread any more.
                callback.succeeded();
            }
        };
        return Callback.from(next, callback::failed);
    }

    /** The error response to a request that cannot be a review; null if it may be one. */
    private @Nullable Answer refusal(Request request, Response response) {
        if (!HttpMethod.POST.matches(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, "POST");
            return Answer.failure(HttpStatus.METHOD_NOT_ALLOWED, "send reviews with POST");
        }
        if (!isJson(request.getHeaders().get(HttpHeader.CONTENT_TYPE))) {
            return Answer.failure(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the content type of a review must be application/json");
        }
        long maxBytes = properties.maxBodySize().toBytes();
        return request.getLength() > maxBytes
                ? Answer.failure(
                        HttpStatus.CONTENT_TOO_LARGE,
                        "the review is too large: larger than " + maxBytes + " bytes (drawbridge.max-body-size)")
                : null;
    }

    /** The response to a request outside {@link #REVIEWS}; null if a management endpoint handles it. */
    private @Nullable Answer other(Request request, boolean isHere, String path) {
        if (request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            return Answer.failure(HttpStatus.BAD_REQUEST, "a body is accepted only at " + REVIEWS);
        }
        if (isHere && path.equals("/actuator/health/liveness")) {
            return Answer.health(availability.getLivenessState() == LivenessState.CORRECT ? "UP" : "DOWN");
        }
        if (isHere && path.equals("/actuator/health/readiness")) {
            return Answer.health(isReady() ? "UP" : "OUT_OF_SERVICE");
        }
        return isHere && path.startsWith(MANAGEMENT)
                ? null
                : Answer.failure(HttpStatus.NOT_FOUND, StatusErrors.message(HttpStatus.NOT_FOUND));
    }

    private boolean isReady() {
        return availability.getReadinessState() == ReadinessState.ACCEPTING_TRAFFIC;
    }

    private static boolean isJson(@Nullable String contentType) {
        if (MediaType.APPLICATION_JSON_VALUE.equals(contentType)) {
            return true;
        }
        try {
            return contentType != null && MediaType.APPLICATION_JSON.includes(MediaType.parseMediaType(contentType));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private void manage(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND.value());
            }
        } catch (Exception e) { // Handler.handle declares no narrower type; the client gets a 500
            Response.writeError(request, response, callback, e);
        }
    }
}
