package dev.drawbridge.server;

import dev.drawbridge.document.JsonFeed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * A review from its head to its response. Reading the body and writing the response never block a thread on the client.
 * A small review that arrives at once is answered directly, others by {@link ReviewThreads}.
 */
final class ReviewExchange implements Runnable {

    private static final int FIRST_BYTES = 4 * 1024;
    private static final int PART = 16 * 1024;

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Reviews reviews;
    private final ReviewThreads threads;
    private final Deadline deadline;
    private final Connections.@Nullable State connection;
    private byte[] bytes;
    private int length;
    private Scheduler.@Nullable Task timer;
    private volatile long lastRead = System.nanoTime();

    /** The rest of a body is not read; contains the response. */
    @SuppressWarnings("serial")
    private static final class Refused extends IOException {

        private final transient Answer answer;

        Refused(Answer answer) {
            super("refused");
            this.answer = answer;
        }
    }

    ReviewExchange(
            Request request,
            Response response,
            Callback callback,
            Reviews reviews,
            ReviewThreads threads,
            Connections.@Nullable State connection) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.reviews = reviews;
        this.threads = threads;
        this.connection = connection;
        this.deadline = Deadline.ofQuery(request.getHttpURI().getQuery());
        long announced = request.getLength();
        this.bytes = new byte[announced > 0 && announced <= ReviewSize.MAX_BUFFERED ? (int) announced : FIRST_BYTES];
    }

    /** Reads the bytes that have arrived; called again for more. */
    @Override
    public void run() {
        if (request.getLength() > ReviewSize.MAX_BUFFERED) {
            threads.execute(ReviewSize.LARGE, this);
            return;
        }
        Content.Chunk chunk = request.read();
        while (chunk != null && !chunk.isLast() && length <= ReviewSize.MAX_BUFFERED) {
            take(chunk);
            chunk = request.read();
        }
        if (chunk == null) {
            awaitMore();
        } else if (Content.Chunk.isFailure(chunk)) {
            failed(chunk.getFailure());
        } else {
            take(chunk);
            if (chunk.isLast()) {
                stopTimer();
                answerBuffered();
            } else {
                threads.execute(ReviewSize.LARGE, this);
            }
        }
    }

    private void take(Content.Chunk chunk) {
        ByteBuffer part = chunk.getByteBuffer();
        int more = part.remaining();
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
        part.get(bytes, length, more);
        length += more;
        chunk.release();
    }

    private void awaitMore() {
        failAtDeadline();
        request.demand(this);
    }

    private void failAtDeadline() {
        if (timer == null) {
            Scheduler scheduler = request.getComponents().getScheduler();
            Runnable late = () -> refuse(reviews.late(request.getBeginNanoTime()));
            timer = scheduler.schedule(late, deadline.leftMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }

    /** Stops reading the body; its reader gets the answer as an exception. */
    private void refuse(Answer answer) {
        request.fail(new Refused(answer));
    }

    private void answerBuffered() {
        ReviewSize size = ReviewSize.of(bytes, length);
        if (size == ReviewSize.SMALL) {
            write(reviews.answer(body(), deadline), callback);
        } else {
            threads.execute(size, this);
        }
    }

    private byte[] body() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** The work of the thread for the review, unless the client disconnected or the time is over. */
    Runnable work(ReviewSize size, Consumer<Runnable> forget) {
        failAtDeadline();
        AtomicBoolean isTaken = new AtomicBoolean();
        Runnable work = () -> {
            if (isTaken.compareAndSet(false, true)) {
                attempt(size == ReviewSize.LARGE ? this::readAndValidate : this::validate);
            }
        };
        request.addFailureListener(problem -> {
            if (isTaken.compareAndSet(false, true)) {
                forget.accept(work);
                failed(problem);
            }
        });
        return work;
    }

    /** Runs work so that a bug still leads to a response. */
    private void attempt(Runnable work) {
        if (connection != null) {
            connection.isBusy();
        }
        try {
            work.run();
        } catch (RuntimeException e) {
            reviews.failed(e, request.getBeginNanoTime());
            failed(e);
        }
    }

    private void validate() {
        stopTimer();
        write(reviews.answer(body(), deadline), callback);
    }

    /** Reads a large body as it arrives. */
    private void readAndValidate() {
        lastRead = System.nanoTime();
        InputStream in = Content.Source.asInputStream(request);
        try (JsonFeed feed = reviews.feed()) {
            boolean goesOn = feed.add(bytes, length);
            bytes = new byte[PART];
            int read = 0;
            while (goesOn && read >= 0) {
                goesOn = feed.add(bytes, read);
                read = goesOn ? in.read(bytes) : 0;
                lastRead = System.nanoTime();
            }
            stopTimer();
            Answer answer = reviews.answer(feed.end(), deadline);
            release();
            DiscardedBody.answer(request, response, callback, answer);
        } catch (IOException e) {
            failed(e);
        }
    }

    /** The time at which bytes of the body last arrived. */
    long lastRead() {
        return lastRead;
    }

    /** Gives up because the body is slow and others wait for the thread. */
    void evict() {
        refuse(Answer.failure(
                HttpStatus.SERVICE_UNAVAILABLE, "the body arrived too slowly while other large reviews waited"));
    }

    private void failed(Throwable problem) {
        stopTimer();
        if (problem instanceof Refused refused) {
            response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
            write(refused.answer, callback);
        } else {
            callback.failed(problem);
        }
    }

    private void write(Answer answer, Callback then) {
        release();
        answer.write(response, then);
    }

    /** The rest is for the client to do. */
    private void release() {
        bytes = new byte[0];
        if (connection != null) {
            connection.ends();
        }
    }
}
