package dev.drawbridge.server;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * A request that is not answered in one go: reads the body as it arrives, validates it, and writes the response as the client accepts it.
 * Neither a slow body nor a slow reader occupies a thread. A small body is buffered; a larger one waits for a slot, and is then parsed as it
 * arrives. Methods that Tomcat calls hold the connection's lock.
 */
final class ReviewExchange implements ReadListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewExchange.class);
    private static final long DISCARD_MILLIS = 2_000;

    private enum State {
        READING,
        WAITING,
        ANSWERING,
        DISCARDING,
        DONE
    }

    private final AsyncContext async;
    private final HttpServletResponse response;
    private final ServletInputStream in;
    private final Reviews reviews;
    private final WebhookContext context;
    private final @Nullable SocketChannel connection = BoundedEndpoint.currentChannel();
    private final Deadline deadline;

    /** The connection's own lock, which Tomcat holds when it calls. With a second lock, two threads could deadlock. */
    private final Lock lock = BoundedEndpoint.currentLock();

    private State state = State.READING;

    /** Where it waits for a slot or has one; null for a small review, and after it is validated. */
    private @Nullable ReviewQueue queue;

    private final ReviewBody body;
    private boolean isRead;

    private ReviewExchange(
            HttpServletRequest request,
            HttpServletResponse response,
            WebhookContext context,
            Deadline deadline,
            ReviewBody body) {
        this.response = response;
        this.body = body;
        this.isRead = body.isWhole();
        this.in = body.stream();
        this.context = context;
        this.reviews = context.reviews();
        this.deadline = deadline;
        this.async = request.startAsync(request, response);
        async.setTimeout(deadline.leftMillis());
        async.addListener(this);
    }

    /** Starts to answer a review. */
    static void start(
            HttpServletRequest request, HttpServletResponse response, WebhookContext context, Deadline deadline)
            throws IOException {
        ReviewBody body = new ReviewBody(request);
        body.readAtOnce();
        ReviewQueue queue = body.isWhole() ? context.queue(body.size()) : null;
        if (!body.isWhole()) {
            body.stream().setReadListener(new ReviewExchange(request, response, context, deadline, body));
        } else if (queue != null) {
            new ReviewExchange(request, response, context, deadline, body).waitIn(queue);
        } else {
            Answer answer = context.reviews().answer(body.bytes(), deadline);
            if (answer.body().length <= BoundedEndpoint.MAX_AT_ONCE) {
                BoundedEndpoint.writeAtOnce(response, answer);
                BoundedEndpoint.awaitNextRequest();
            } else {
                new ReviewExchange(request, response, context, deadline, body).answer(answer);
            }
        }
    }

    /** Answers at once, and discards the body. */
    static void refuse(HttpServletRequest request, HttpServletResponse response, WebhookContext context, Answer refusal)
            throws IOException {
        ReviewExchange exchange =
                new ReviewExchange(request, response, context, Deadline.in(DISCARD_MILLIS), new ReviewBody(request));
        exchange.state = State.ANSWERING;
        exchange.in.setReadListener(exchange);
        exchange.answer(refusal);
    }

    @Override
    public void onDataAvailable() throws IOException {
        if (state == State.READING) {
            read();
        } else if (state == State.DISCARDING && body.discard()) {
            complete();
        }
    }

    private void read() throws IOException {
        while (state == State.READING && in.isReady() && !in.isFinished()) {
            if (body.isFull() && !body.grow()) {
                waitIn(context.large());
            } else if (body.read()) {
                context.large().progressed(this);
            } else {
                answerParts();
            }
        }
    }

    private void waitIn(ReviewQueue next) {
        state = State.WAITING;
        queue = next;
        next.enter(this);
    }

    /** Continues with a body that has got a slot. */
    void resume() {
        try {
            async.start(this::goOn);
        } catch (IllegalStateException e) {
            LOG.debug("a review ended while it waited", e);
        }
    }

    private void goOn() {
        lock.lock();
        try {
            if (state == State.WAITING && queue == context.large()) {
                readOn();
            } else if (state == State.WAITING) {
                answer(reviews.answer(body.bytes(), deadline));
            }
        } finally {
            lock.unlock();
        }
    }

    private void readOn() {
        state = State.READING;
        try {
            if (!body.parseWith(reviews.feed())) {
                answerParts();
                return;
            }
            // Tomcat reports the end once, and may do so while the last part is still in its buffer.
            boolean hasArrived = isRead;
            read();
            if (hasArrived && state == State.READING) {
                onAllDataRead();
            }
        } catch (IOException e) {
            onError(e);
        }
    }

    /** Gives up: the body is slow, and others wait for the slot. One that is being served just now is not slow. */
    void evict() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            if (state == State.READING) {
                answer(reviews.failure(
                        HttpStatus.SERVICE_UNAVAILABLE, "the body came too slowly while other large reviews waited"));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onAllDataRead() throws IOException {
        isRead = true;
        if (state == State.READING) {
            if (body.parts() != null) {
                context.large().isRead(this);
                answerParts();
            } else {
                answerBuffered();
            }
        } else if (state == State.DISCARDING) {
            complete();
        }
    }

    private void answerBuffered() {
        ReviewQueue next = context.queue(body.size());
        if (next != null) {
            waitIn(next);
        } else {
            answer(reviews.answer(body.bytes(), deadline));
        }
    }

    private void answerParts() {
        answer(reviews.answer(Objects.requireNonNull(body.parts()).end(), deadline));
    }

    private void answer(Answer answer) {
        state = State.ANSWERING;
        release();
        if (!isRead && !in.isFinished()) {
            response.setHeader("Connection", "close");
        }
        try {
            AnswerWriter.write(response, answer, this::answered);
        } catch (IOException e) {
            onError(e);
        }
    }

    private void answered(@Nullable Throwable problem) {
        if (problem != null) {
            onError(problem);
        } else if (isRead || in.isFinished()) {
            complete();
        } else {
            state = State.DISCARDING;
            try {
                onDataAvailable();
            } catch (IOException e) {
                onError(e);
            }
        }
    }

    private void release() {
        body.release();
        leaveQueue();
    }

    private void leaveQueue() {
        ReviewQueue left = queue;
        if (left != null) {
            queue = null;
            left.leave(this);
        }
    }

    private void complete() {
        if (state != State.DONE) {
            state = State.DONE;
            BoundedEndpoint.awaitNextRequest();
            async.complete();
        }
    }

    /** The client has gone, which is not an error of ours, or there is a bug here. Either way nobody can be answered. */
    @Override
    public void onError(Throwable problem) {
        if (problem instanceof IOException) {
            LOG.debug("a connection failed", problem);
        } else {
            reviews.failed(problem);
        }
        if (state != State.DONE) {
            release();
            complete();
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        if (state == State.READING || state == State.WAITING) {
            release();
            response.setHeader("Connection", "close");
            BoundedEndpoint.writeAtOnce(response, reviews.lateBody());
        } else if (state == State.ANSWERING) {
            // To complete it would wait for a client that does not read.
            context.connections().close(connection);
        }
        complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        leaveQueue();
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable problem = event.getThrowable();
        onError(problem == null ? new IOException("the connection was closed") : problem);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}
