package dev.drawbridge.server;

import java.nio.channels.SelectableChannel;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The open connections of a connector. Jetty accepts no more than {@link #max}; near this limit, the connections that
 * have waited longest for their client are closed, so that new clients always get in; those that never completed a
 * request go first. A connection that waits for the server is never closed.
 */
final class Connections implements Connection.Listener, SelectorManager.AcceptListener {

    /** The heap for each connection, in bytes, mostly for the body being read. */
    private static final long HEAP = 256 * 1024;

    private static final int MIN = 64;
    private static final int MAX = 512;

    /** The silence, in nanoseconds, before a client is stale: its bytes may be on their way, or wait for a thread. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

    /** The number of requests in one turn, whether or not the client waits for each response. */
    private static final int TURN = 8;

    /** The time limit, in nanoseconds, from the connection to the end of its first request's head. */
    private static final long FIRST_REQUEST = TimeUnit.SECONDS.toNanos(10);

    private final int max;
    private final LongSupplier nanoTime;
    private final Map<Connection, State> open = new ConcurrentHashMap<>();
    private final AtomicLong accepted = new AtomicLong();

    /** The state of a connection; written by the thread that serves it. */
    static final class State {

        private final Connection connection;
        private final LongSupplier nanoTime;
        private volatile long waitsSince;
        private volatile boolean hadRequest;
        private volatile boolean wasAnswered;
        private volatile boolean isBusy;
        private int requests;

        State(Connection connection, LongSupplier nanoTime) {
            this.connection = connection;
            this.nanoTime = nanoTime;
            this.waitsSince = nanoTime.getAsLong();
        }

        /** Marks the head of a request as complete. */
        void begins() {
            requests++;
            hadRequest = true;
            waitsSince = nanoTime.getAsLong();
        }

        /** Whether the client has used its turn: others must be served before its next request. */
        boolean hadTurn() {
            return requests % TURN == 0;
        }

        /** Marks the request as being processed: the connection must stay. */
        void isBusy() {
            isBusy = true;
        }

        /** Marks the response as passed to the connection. */
        void ends() {
            isBusy = false;
            wasAnswered = true;
            waitsSince = nanoTime.getAsLong();
        }

        private void close() {
            connection.getEndPoint().close(new TimeoutException("timed out waiting for the client"));
        }

        private long age(long now) {
            return now - waitsSince;
        }
    }

    Connections() {
        this((int) Math.max(MIN, Math.min(MAX, Runtime.getRuntime().maxMemory() / HEAP)), System::nanoTime);
    }

    Connections(int max, LongSupplier nanoTime) {
        this.max = max;
        this.nanoTime = nanoTime;
    }

    int max() {
        return max;
    }

    long accepted() {
        return accepted.get();
    }

    @Override
    public void onAccepted(SelectableChannel channel) {
        accepted.incrementAndGet();
    }

    /** Called for each layer: TLS, and HTTP above it, which is counted. */
    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) {
            open.put(connection, new State(connection, nanoTime));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /** The connection of a request; null if it was just closed, or is not limited. */
    @Nullable
    State of(ConnectionMetaData connection) {
        return open.get(connection.getConnection());
    }

    /** Closes connections without a request after ten seconds, and the stalest ones if little room is left. */
    @Scheduled(fixedDelay = 100)
    void closeStale() {
        long now = nanoTime.getAsLong();
        open.values().stream()
                .filter(state -> !state.hadRequest && state.age(now) > FIRST_REQUEST)
                .forEach(State::close);
        int excess = open.size() - (max - max / 8);
        if (excess > 0) {
            open.values().stream()
                    .filter(state -> !state.isBusy && state.age(now) > GRACE)
                    .sorted(Comparator.<State, Boolean>comparing(state -> state.wasAnswered)
                            .thenComparingLong(state -> -state.age(now)))
                    .limit(excess)
                    .forEach(State::close);
        }
    }
}
