package dev.drawbridge.server;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;

/** Failed calls as the API server's clients know them: a small JSON {@code Status}. */
final class StatusWriter {

    private final JsonMapper json;

    StatusWriter(JsonMapper json) {
        this.json = json;
    }

    Answer answer(HttpStatus status, String message) {
        return new Answer(
                status.value(),
                json.writeValueAsBytes(new StatusBuilder()
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
}
