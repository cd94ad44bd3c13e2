package dev.drawbridge.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * {@code POST /validate}: an AdmissionReview in, an AdmissionReview out. Not a Spring MVC controller: the dispatcher and its filters take
 * three times as long as the review itself.
 */
final class ReviewServlet extends HttpServlet {

    static final String PATH = "/validate";

    private static final long serialVersionUID = 1L;

    private final transient WebhookContext context;
    private final int maxBytes;

    ReviewServlet(WebhookContext context, int maxBytes) {
        this.context = context;
        this.maxBytes = maxBytes;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!HttpMethod.POST.matches(request.getMethod())) {
            response.setHeader(HttpHeaders.ALLOW, "POST");
            refuse(request, response, HttpStatus.METHOD_NOT_ALLOWED, "reviews are sent with POST");
        } else if (!isJson(request.getContentType())) {
            refuse(
                    request,
                    response,
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "the content type of a review is application/json");
        } else if (request.getContentLengthLong() > maxBytes) {
            refuse(
                    request,
                    response,
                    HttpStatus.CONTENT_TOO_LARGE,
                    "the review is too large: larger than " + maxBytes + " bytes (drawbridge.max-body-size)");
        } else {
            ReviewExchange.start(request, response, context, Deadline.ofQuery(request.getQueryString()));
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, HttpStatus status, String message)
            throws IOException {
        ReviewExchange.refuse(request, response, context, context.reviews().failure(status, message));
    }

    private static boolean isJson(String contentType) {
        if (MediaType.APPLICATION_JSON_VALUE.equals(contentType)) {
            return true;
        }
        try {
            return contentType != null && MediaType.APPLICATION_JSON.includes(MediaType.parseMediaType(contentType));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}
