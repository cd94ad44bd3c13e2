package dev.drawbridge.server;

import dev.drawbridge.document.JsonFeed;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * One request: reads the body as it arrives, validates it, and writes the response as the client accepts it. Neither a slow body nor a slow
 * reader occupies a thread. A small body is buffered; a larger one waits for a slot, and is then parsed as it arrives. Methods that Tomcat calls hold
 * the connection's lock.
 */
final class ReviewExchange implements ReadListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewExchange.class);
    private static final int FIRST_BYTES = 4 * 1024;
    private static final int PART = 16 * 1024;
    private static final byte[] NOTHING = {};

    /** How much of a refused body is read and discarded: closing the connection earlier may lose the response. */
    private static final long MAX_DISCARDED = 64L * 1024 * 1024;

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

    private byte[] bytes;
    private int length;
    private @Nullable JsonFeed feed;
    private boolean isRead;
    private long discarded;

    private ReviewExchange(
            HttpServletRequest request, HttpServletResponse response, WebhookContext context, Deadline deadline)
            throws IOException {
        this.response = response;
        this.in = request.getInputStream();
        this.context = context;
        this.reviews = context.reviews();
        this.deadline = deadline;
        this.async = request.startAsync(request, response);
        long announced = request.getContentLengthLong();
        this.bytes = new byte[(int) Math.min(ReviewSize.MAX_BUFFERED, announced > 0 ? announced : FIRST_BYTES)];
        async.setTimeout(deadline.leftMillis());
        async.addListener(this);
    }

    /** Starts to answer a review. */
    static void start(
            HttpServletRequest request, HttpServletResponse response, WebhookContext context, Deadline deadline)
            throws IOException {
        ReviewExchange exchange = new ReviewExchange(request, response, context, deadline);
        if (!exchange.isReadAtOnce(request.getContentLengthLong())) {
            exchange.in.setReadListener(exchange);
        }
    }

    /** Reads a body that arrived with its head, as nearly all do, without waiting for an event. */
    private boolean isReadAtOnce(long announced) throws IOException {
        if (announced <= 0 || announced > bytes.length) {
            return false;
        }
        while (length < announced && in.available() > 0) {
            length += Math.max(0, in.read(bytes, length, bytes.length - length));
        }
        if (length == announced) {
            onAllDataRead();
        }
        return length == announced;
    }

    /** Answers at once, and discards the body. */
    static void refuse(HttpServletRequest request, HttpServletResponse response, WebhookContext context, Answer refusal)
            throws IOException {
        ReviewExchange exchange = new ReviewExchange(request, response, context, Deadline.in(DISCARD_MILLIS));
        exchange.state = State.ANSWERING;
        exchange.in.setReadListener(exchange);
        exchange.answer(refusal);
    }

    @Override
    public void onDataAvailable() throws IOException {
        if (state == State.READING) {
            read();
        } else if (state == State.DISCARDING) {
            discard();
        }
    }

    private void read() throws IOException {
        while (state == State.READING && in.isReady() && !in.isFinished()) {
            if (feed == null && length == bytes.length) {
                makeRoom();
            } else {
                int read = feed == null ? in.read(bytes, length, bytes.length - length) : in.read(bytes);
                if (read < 0) {
                    return;
                }
                take(read);
            }
        }
    }

    private void take(int read) throws IOException {
        if (feed == null) {
            length += read;
        } else {
            context.large().progressed(this);
            if (!feed.add(bytes, read)) {
                answer(validated(feed));
            }
        }
    }

    /** A small body grows up to its limit; a larger one waits for a slot. */
    private void makeRoom() {
        if (length < ReviewSize.MAX_BUFFERED) {
            bytes = Arrays.copyOf(bytes, Math.min(ReviewSize.MAX_BUFFERED, 2 * length));
        } else {
            waitIn(context.large());
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
                answer(reviews.answer(body(), deadline));
            }
        } finally {
            lock.unlock();
        }
    }

    private void readOn() {
        state = State.READING;
        try {
            JsonFeed parts = reviews.feed();
            feed = parts;
            boolean goesOn = parts.add(bytes, length);
            bytes = new byte[PART];
            if (!goesOn) {
                answer(validated(parts));
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
            JsonFeed parts = feed;
            if (parts != null) {
                context.large().isRead(this);
                answer(validated(parts));
            } else {
                answerBuffered();
            }
        } else if (state == State.DISCARDING) {
            complete();
        }
    }

    private void answerBuffered() {
        ReviewQueue next = context.queue(ReviewSize.of(bytes, length));
        if (next != null) {
            waitIn(next);
        } else {
            answer(reviews.answer(body(), deadline));
        }
    }

    private byte[] body() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private Answer validated(JsonFeed parts) {
        return reviews.answer(parts.end(), deadline);
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
            bytes = new byte[PART];
            try {
                discard();
            } catch (IOException e) {
                onError(e);
            }
        }
    }

    private void discard() throws IOException {
        while (state == State.DISCARDING && in.isReady()) {
            int read = in.read(bytes);
            discarded += read;
            if (read < 0 || in.isFinished() || discarded > MAX_DISCARDED) {
                complete();
            }
        }
    }

    private void release() {
        if (feed != null) {
            feed.close();
            feed = null;
        }
        bytes = NOTHING;
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
            AnswerWriter.writeAtOnce(response, reviews.lateBody());
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
