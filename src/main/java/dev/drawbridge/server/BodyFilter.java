package dev.drawbridge.server;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads a review's body before a thread is given to it, with the servlet's non-blocking reads: a body that comes slowly, or never,
 * occupies no thread. With blocking reads 200 slow bodies hold Tomcat's 200 threads, which is a total outage.
 *
 * <p>Counts what it reads, whatever {@code Content-Length} says; keeps the API server's deadline while it waits; and keeps what is
 * held for all requests together below a share of the heap. The controller finds the whole body as a request attribute.
 */
final class BodyFilter extends OncePerRequestFilter {

    static final String BODY = "dev.drawbridge.body";
    static final String DEADLINE = "dev.drawbridge.deadline";

    private static final Logger LOG = LoggerFactory.getLogger(BodyFilter.class);

    /** A body becomes values of about eight times its size while it is judged. */
    private static final int HEAP_SHARE = 16;

    private final int maxBytes;
    private final StatusWriter statuses;
    private final AtomicLong held = new AtomicLong();
    private final long maxHeld;

    BodyFilter(int maxBytes, StatusWriter statuses) {
        this.maxBytes = maxBytes;
        this.statuses = statuses;
        this.maxHeld = Math.max(maxBytes, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!isReview(request)) {
            chain.doFilter(request, response);
            return;
        }
        Deadline deadline = Deadline.from(request.getParameter("timeout"));
        request.setAttribute(DEADLINE, deadline);
        if (request.getContentLengthLong() > maxBytes) {
            statuses.write(response, HttpStatus.CONTENT_TOO_LARGE, tooLarge());
            return;
        }
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(deadline.leftMillis());
        Share share = new Share();
        async.addListener(share);
        request.getInputStream().setReadListener(new BodyReader(async, this, share));
    }

    /** What the controller will refuse for its method or type needs no body. */
    private static boolean isReview(HttpServletRequest request) {
        if (!HttpMethod.POST.matches(request.getMethod()) || request.getContentType() == null) {
            return false;
        }
        try {
            return MediaType.APPLICATION_JSON.includes(MediaType.parseMediaType(request.getContentType()));
        } catch (InvalidMediaTypeException e) {
            LOG.debug("content type of a review cannot be parsed", e);
            return false;
        }
    }

    int maxBytes() {
        return maxBytes;
    }

    String tooLarge() {
        return "the body is larger than " + maxBytes + " bytes (drawbridge.max-body-size)";
    }

    void fail(AsyncContext async, HttpStatus status, String message) {
        HttpServletResponse response = (HttpServletResponse) async.getResponse();
        try {
            response.setHeader("Connection", "close");
            statuses.write(response, status, message);
        } catch (IOException e) {
            LOG.debug("the client went away before it was told: {}", message, e);
        } finally {
            async.complete();
        }
    }

    /** One request's share of what is held; given back when the request ends, however it ends. */
    final class Share implements AsyncListener {

        private long bytes;

        /** Takes more; false where all requests together hold too much already. */
        synchronized boolean take(long more) {
            bytes += more;
            return held.addAndGet(more) <= maxHeld;
        }

        private synchronized void giveBack() {
            held.addAndGet(-bytes);
            bytes = 0;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            giveBack();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            fail(
                    event.getAsyncContext(),
                    HttpStatus.INTERNAL_SERVER_ERROR,
                    "the body did not arrive within the API server's timeout");
        }

        @Override
        public void onError(AsyncEvent event) {
            LOG.debug("a review's connection failed", event.getThrowable());
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
