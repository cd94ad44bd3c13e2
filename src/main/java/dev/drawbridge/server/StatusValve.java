package dev.drawbridge.server;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** Tomcat's own error responses as a small JSON {@code Status}, like all others. */
public final class StatusValve extends ErrorReportValve {

    private static volatile @Nullable StatusWriter statuses;

    /** Tomcat makes the valve by its name, and gives it nothing. */
    static void writingWith(StatusWriter writer) {
        statuses = writer;
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        StatusWriter writer = statuses;
        HttpStatus status = HttpStatus.resolve(response.getStatus());
        if (writer == null
                || status == null
                || !status.isError()
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        Answer answer = writer.answer(status, message(status));
        try {
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            response.setContentLength(answer.body().length);
            response.getOutputStream().write(answer.body());
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            getContainer().getLogger().debug("the client went away", e);
        }
    }

    private static String message(HttpStatus status) {
        return status == HttpStatus.NOT_FOUND
                ? "nothing here; reviews go to " + ReviewServlet.PATH
                : "the request cannot be answered: " + status.getReasonPhrase();
    }
}
