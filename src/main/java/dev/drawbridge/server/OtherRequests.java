package dev.drawbridge.server;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** Handles all requests but reviews: bodies are refused, and responses are written without blocking, so that no client occupies a thread. */
final class OtherRequests extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final long WRITE_MILLIS = 10_000;

    private final transient WebhookContext context;

    OtherRequests(WebhookContext context) {
        this.context = context;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (ReviewServlet.PATH.equals(request.getServletPath())) {
            chain.doFilter(request, response);
        } else {
            answer(request, response, chain);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null) {
            Answer answer = context.reviews()
                    .failure(HttpStatus.BAD_REQUEST, "a body is accepted at " + ReviewServlet.PATH + " only");
            ReviewExchange.refuse(request, response, context, answer);
            return;
        }
        // A query that cannot be decoded is a bad request here; within Spring's servlet it would be an error in the
        // log.
        request.getParameterMap();
        ContentCachingResponseWrapper whole = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, whole);
        if (response.isCommitted() || whole.getContentSize() == 0) {
            whole.copyBodyToResponse();
        } else {
            write(request, response, whole.getContentAsByteArray());
        }
    }

    private void write(HttpServletRequest request, HttpServletResponse response, byte[] body) throws IOException {
        response.setContentLength(body.length);
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(WRITE_MILLIS);
        async.addListener(new ClosingOnTimeout(context.connections(), BoundedEndpoint.currentChannel()));
        AnswerWriter.write(response, body, problem -> async.complete());
    }
}
