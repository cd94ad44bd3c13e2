package dev.drawbridge.server;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Failed calls as the API server's clients know them: a small JSON {@code Status}. */
@Component
final class StatusWriter {

    private final JsonMapper json;

    StatusWriter(JsonMapper json) {
        this.json = json;
    }

    /** The failure as a response. */
    ResponseEntity<byte[]> response(HttpStatus status, String message) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body(status, message));
    }

    /** Writes the failure where no handler is asked any more. */
    void write(HttpServletResponse response, HttpStatus status, String message) throws IOException {
        byte[] body = body(status, message);
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private byte[] body(HttpStatus status, String message) {
        return json.writeValueAsBytes(new StatusBuilder()
                .withStatus("Failure")
                .withCode(status.value())
                .withReason(reason(status))
                .withMessage(message)
                .build());
    }

    /** Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1/types.go}, StatusReason. */
    private static String reason(HttpStatus status) {
        return switch (status) {
            case BAD_REQUEST -> "BadRequest";
            case NOT_FOUND -> "NotFound";
            case METHOD_NOT_ALLOWED -> "MethodNotAllowed";
            case CONTENT_TOO_LARGE -> "RequestEntityTooLarge";
            case UNSUPPORTED_MEDIA_TYPE -> "UnsupportedMediaType";
            default -> "InternalError";
        };
    }
}
