package dev.drawbridge.page;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The streams of events of a page server, one for each page that is open. No thread waits for a stream; that its
 * page was left shows when an event cannot be written, at the latest the sign of life that each gets.
 */
final class EventStreams implements AutoCloseable {

    private static final int MOST = 16;
    private static final int MILLIS = 10_000;
    private static final String SIGN_OF_LIFE = ":\n\n";

    private final Conversation.Begin conversations;
    private final Map<String, Stream> streams = new ConcurrentHashMap<>();
    private final Semaphore places = new Semaphore(MOST);
    private final Timer clock = new Timer("page-events", true);

    EventStreams(Conversation.Begin conversations) {
        this.conversations = conversations;
        TimerTask signs = new TimerTask() {

            @Override
            public void run() {
                streams.values().forEach(stream -> stream.write(SIGN_OF_LIFE));
            }
        };
        clock.schedule(signs, MILLIS, MILLIS);
    }

    /** The events of one page. */
    private final class Stream {

        private final String page;
        private final HttpExchange exchange;
        private final Conversation conversation;
        private final AtomicBoolean isEnded = new AtomicBoolean();

        private Stream(String page, HttpExchange exchange) {
            this.page = page;
            this.exchange = exchange;
            conversation = conversations.begin(page, message -> write("data: " + message + "\n\n"));
        }

        private synchronized void take(String message) {
            conversation.take(message);
        }

        private void write(String event) {
            try {
                synchronized (exchange) {
                    exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
                    exchange.getResponseBody().flush();
                }
            } catch (IOException left) {
                end();
            }
        }

        private void end() {
            if (isEnded.compareAndSet(false, true)) {
                streams.remove(page, this);
                conversation.close();
                exchange.close();
                places.release();
            }
        }
    }

    boolean takePlace() {
        return places.tryAcquire();
    }

    /** Begins a conversation, whose place is taken; that with a page of the same name, which was lost, ends. */
    void open(String page, HttpExchange exchange) throws IOException {
        Stream stream = new Stream(page, exchange);
        Stream before;
        try {
            // Its messages may come as soon as it has the headers.
            synchronized (exchange) {
                before = streams.put(page, stream);
                exchange.sendResponseHeaders(200, 0);
            }
        } catch (IOException left) {
            stream.end();
            throw left;
        }
        if (before != null) {
            before.end();
        }
        stream.write(SIGN_OF_LIFE);
    }

    /** Passes a message of a page to its conversation; false if there is none. */
    boolean take(String page, String message) {
        Stream stream = streams.get(page);
        if (stream != null) {
            stream.take(message);
        }
        return stream != null;
    }

    @Override
    public void close() {
        clock.cancel();
        List.copyOf(streams.values()).forEach(Stream::end);
    }
}
