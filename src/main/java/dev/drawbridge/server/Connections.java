package dev.drawbridge.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections, at most as many as the heap can hold. When a new one exceeds the limit, the connection that has waited longest for
 * its client is closed: one that never completed a request while these are more than a quarter of all, else one that did; of the former one whose
 * handshake is complete, if there is any. A connection that waits for the server is never closed for this reason.
 */
final class Connections {

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    /**
     * The heap for each connection, in bytes: a part of that holds its head and a small body; TLS and buffers take 100 KB of
     * native memory.
     */
    private static final long BYTES = 512 * 1024;

    private static final int MIN = 64;
    private static final int MAX = 1024;

    /** A client that has been silent for less, in nanoseconds, is not stale: its bytes may be on their way. */
    private static final long GRACE = 150_000_000L;

    /** The same of one that has sent a part of its first message, which clients send in one piece. */
    private static final long FIRST_GRACE = 30_000_000L;

    /** How many handshakes may wait for a thread: the next one may be of a newer connection. */
    private static final int HANDSHAKES = 16;

    private static final long HANDSHAKE = 5_000_000_000L;
    private static final long HEAD = 10_000_000_000L;

    private final int max;
    private final Map<SocketChannel, Connection> open = new ConcurrentHashMap<>();

    /** What a connection is doing. */
    enum Phase {
        HANDSHAKE,
        /** The head of a request has begun. */
        HEAD,
        /** A request is being read or answered. */
        REQUEST,
        IDLE
    }

    /** A connection; read and written by several threads, of which none waits for another. */
    private static final class Connection {

        private final SocketChannel channel;
        private volatile Phase phase = Phase.HANDSHAKE;
        private volatile long waitsSince = System.nanoTime();

        /** How long the phase has waited for the client before that. */
        private volatile long waited;

        private volatile boolean waitsForServer = true;
        private volatile boolean hasBegun;
        private volatile boolean hadRequest;
        private volatile boolean wasAnswered;
        private volatile boolean closing;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }

        boolean isOverdue(long now) {
            long limit = phase == Phase.HANDSHAKE ? HANDSHAKE : phase == Phase.HEAD ? HEAD : Long.MAX_VALUE;
            return !waitsForServer && waited + now - waitsSince > limit;
        }

        boolean isStale(long now) {
            return !waitsForServer && now - waitsSince > (hasBegun ? GRACE : FIRST_GRACE);
        }

        /** Shuts the socket down rather than closing it, so that Tomcat notices the end and cleans up. */
        void close() {
            closing = true;
            try {
                channel.shutdownInput();
                channel.shutdownOutput();
            } catch (IOException e) {
                LOG.debug("a connection was closed already", e);
            }
        }
    }

    private Connections(int max) {
        this.max = max;
    }

    /** A limit that fits a heap of this size. */
    static Connections forHeap(long bytes) {
        return new Connections((int) Math.max(MIN, Math.min(MAX, bytes / BYTES)));
    }

    int max() {
        return max;
    }

    /** Whether one more can be served now, if need be in place of the stalest, which is closed. */
    boolean hasRoom() {
        int all = 0;
        int unanswered = 0;
        int handshakes = 0;
        long now = System.nanoTime();
        Connection stalestHandshake = null;
        Connection stalestUnanswered = null;
        Connection stalestAnswered = null;
        for (Connection connection : open.values()) {
            if (connection.closing) {
                continue;
            }
            all++;
            unanswered += connection.wasAnswered ? 0 : 1;
            handshakes += connection.phase == Phase.HANDSHAKE && connection.waitsForServer ? 1 : 0;
            if (connection.isStale(now)) {
                if (connection.wasAnswered) {
                    stalestAnswered = stalest(stalestAnswered, connection);
                } else if (connection.phase == Phase.HANDSHAKE) {
                    stalestHandshake = stalest(stalestHandshake, connection);
                } else {
                    stalestUnanswered = stalest(stalestUnanswered, connection);
                }
            }
        }
        if (handshakes >= HANDSHAKES) {
            return false;
        }
        if (all < max) {
            return true;
        }
        Connection stalestNew = stalestUnanswered == null ? stalestHandshake : stalestUnanswered;
        Connection stalest = unanswered > max / 4 || stalestAnswered == null ? stalestNew : stalestAnswered;
        if (stalest != null) {
            stalest.close();
        }
        return stalest != null;
    }

    private static Connection stalest(@Nullable Connection one, Connection other) {
        return one == null || other.waitsSince - one.waitsSince < 0 ? other : one;
    }

    /** The connection of a channel; null after it was closed, when Tomcat has no channel any more. */
    private @Nullable Connection get(@Nullable SocketChannel channel) {
        return channel == null ? null : open.get(channel);
    }

    /** Something has arrived on a connection, and it is for the server to go on. */
    void opened(SocketChannel channel) {
        open.put(channel, new Connection(channel));
    }

    void closed(@Nullable SocketChannel channel) {
        if (channel != null) {
            open.remove(channel);
        }
    }

    /** The connection has something for the server to do. */
    void waitsForServer(@Nullable SocketChannel channel) {
        Connection connection = get(channel);
        if (connection != null && !connection.waitsForServer) {
            // One thread at a time serves a connection.
            connection.waited = connection.waited + System.nanoTime() - connection.waitsSince;
            connection.waitsForServer = true;
        }
    }

    /**
     * The server has done all it can until more arrives.
     *
     * @param hasBegun whether the first message of the handshake is complete
     */
    void waitsForClient(@Nullable SocketChannel channel, boolean hasBegun) {
        Connection connection = get(channel);
        if (connection != null) {
            connection.hasBegun = hasBegun;
            connection.waitsSince = System.nanoTime();
            connection.waitsForServer = false;
        }
    }

    /** A request has begun. */
    void hasRequest(@Nullable SocketChannel channel) {
        Connection connection = get(channel);
        if (connection != null) {
            connection.hadRequest = true;
        }
    }

    /** Sets what the connection is doing. */
    void is(@Nullable SocketChannel channel, Phase phase) {
        Connection connection = get(channel);
        if (connection == null) {
            return;
        }
        if (connection.phase != phase) {
            connection.phase = phase;
            connection.waited = 0;
        }
        connection.wasAnswered |= phase == Phase.IDLE && connection.hadRequest;
    }

    /** Closes connections whose handshake or request headers take too long, however steadily bytes trickle in. */
    void closeOverdue() {
        long now = System.nanoTime();
        for (Connection connection : open.values()) {
            if (!connection.closing && connection.isOverdue(now)) {
                connection.close();
            }
        }
    }

    /** Closes the connection. */
    void close(@Nullable SocketChannel channel) {
        Connection connection = get(channel);
        if (connection != null) {
            connection.close();
        }
    }
}
