package dev.drawbridge.server;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.springframework.http.HttpStatus;

/** Writes Jetty's own error responses as a small JSON {@code Status}, like all others. */
final class StatusErrors implements Request.Handler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int code = request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException problem
                ? problem.getCode()
                : response.getStatus();
        HttpStatus known = HttpStatus.resolve(code);
        HttpStatus status = known == null || !known.isError() ? HttpStatus.INTERNAL_SERVER_ERROR : known;
        Answer.failure(status, message(status)).write(response, callback);
        return true;
    }

    static String message(HttpStatus status) {
        return status == HttpStatus.NOT_FOUND
                ? "not found; send reviews to " + WebhookHandler.REVIEWS
                : "the request cannot be answered: " + status.getReasonPhrase();
    }
}
