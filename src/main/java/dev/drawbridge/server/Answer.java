package dev.drawbridge.server;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP response with this status and JSON. */
record Answer(int status, byte[] body) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** An error response in the form that the API server's clients expect: a small JSON {@code Status}. */
    static Answer failure(HttpStatus status, String message) {
        return new Answer(
                status.value(),
                JSON.writeValueAsBytes(new StatusBuilder()
                        .withStatus("Failure")
                        .withCode(status.value())
                        .withReason(reason(status))
                        .withMessage(message)
                        .build()));
    }

    /** Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1/types.go}, StatusReason. */
    private static String reason(HttpStatus status) {
        return switch (status) {
            case BAD_REQUEST -> "BadRequest";
            case NOT_FOUND -> "NotFound";
            case METHOD_NOT_ALLOWED -> "MethodNotAllowed";
            case CONTENT_TOO_LARGE -> "RequestEntityTooLarge";
            case UNSUPPORTED_MEDIA_TYPE -> "UnsupportedMediaType";
            case SERVICE_UNAVAILABLE -> "ServiceUnavailable";
            default -> status.is4xxClientError() ? "BadRequest" : "InternalError";
        };
    }

    /** The response to a probe, as Spring Boot's own endpoint writes it. */
    static Answer health(String status) {
        HttpStatus code = status.equals("UP") ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
        return new Answer(code.value(), ("{\"status\":\"" + status + "\"}").getBytes(StandardCharsets.US_ASCII));
    }

    /** Writes it without blocking on the client; called back when its socket has accepted everything. */
    void write(Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
