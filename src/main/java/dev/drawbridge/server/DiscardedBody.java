package dev.drawbridge.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** Reads and discards the rest of a body after its response, within a limit of time and size. */
final class DiscardedBody implements Callback, Runnable {

    private static final long MILLIS = 2_000;
    private static final long BYTES = 64L * 1024 * 1024;

    private final Request request;
    private final Callback callback;
    private final Scheduler.Task timer;
    private long discarded;

    /** Answers a request and discards its body, if any: closing the connection earlier may lose the response. */
    static void answer(Request request, Response response, Callback callback, Answer answer) {
        if (request.getLength() == 0
                || request.getLength() < 0 && !request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            answer.write(response, callback);
        } else {
            response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
            answer.write(response, new DiscardedBody(request, callback));
        }
    }

    private DiscardedBody(Request request, Callback callback) {
        this.request = request;
        this.callback = callback;
        Scheduler scheduler = request.getComponents().getScheduler();
        Runnable late = () -> request.fail(new TimeoutException("did not wait for the rest of the body"));
        this.timer = scheduler.schedule(late, MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void succeeded() {
        run();
    }

    @Override
    public void failed(Throwable problem) {
        timer.cancel();
        callback.failed(problem);
    }

    @Override
    public void run() {
        Content.Chunk chunk = request.read();
        while (chunk != null && !chunk.isLast() && discarded < BYTES) {
            discarded += chunk.remaining();
            chunk.release();
            chunk = request.read();
        }
        if (chunk == null) {
            request.demand(this);
        } else {
            chunk.release();
            timer.cancel();
            callback.succeeded();
        }
    }
}
