package dev.drawbridge.server;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** What is no answer to a review is a failed call, and the webhook configuration's failure policy decides. */
@RestControllerAdvice
class FailedCalls {

    private static final Logger LOG = LoggerFactory.getLogger(FailedCalls.class);

    private final StatusWriter statuses;

    FailedCalls(StatusWriter statuses) {
        this.statuses = statuses;
    }

    @ExceptionHandler
    ResponseEntity<byte[]> method(HttpRequestMethodNotSupportedException e) {
        ResponseEntity<byte[]> response =
                statuses.response(HttpStatus.METHOD_NOT_ALLOWED, "reviews are sent with POST");
        return ResponseEntity.status(response.getStatusCode())
                .headers(response.getHeaders())
                .header(HttpHeaders.ALLOW, "POST")
                .body(response.getBody());
    }

    @ExceptionHandler
    ResponseEntity<byte[]> mediaType(HttpMediaTypeNotSupportedException e) {
        return statuses.response(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the content type of a review is application/json");
    }

    @ExceptionHandler
    ResponseEntity<byte[]> notFound(NoResourceFoundException e) {
        return statuses.response(
                HttpStatus.NOT_FOUND, "there is nothing here; reviews go to " + AdmissionController.PATH);
    }

    /** A bug, or a lack of memory: an errored response, never a verdict. Messages stay out of the log, since they may quote the object. */
    @ExceptionHandler
    ResponseEntity<byte[]> bug(Throwable e) {
        LOG.error("a review failed: {}\n{}", e.getClass().getName(), trace(e));
        return statuses.response(
                HttpStatus.INTERNAL_SERVER_ERROR, "Drawbridge failed on this review; its log says where");
    }

    private static String trace(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.getClass().getName()
                + Arrays.stream(root.getStackTrace())
                        .map(frame -> "\n\tat " + frame)
                        .collect(Collectors.joining());
    }
}
