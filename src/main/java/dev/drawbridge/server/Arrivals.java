package dev.drawbridge.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections that are accepted and that Tomcat does not have yet: those from which nothing has arrived, and those for which there is no room. Each takes a
 * file descriptor and a kilobyte of memory, where one of Tomcat's takes a hundred, so that there may be many. Of those that wait for room the newest is the
 * next: after a rush, new clients are served at once, and the clients of the oldest ones have often gone.
 */
final class Arrivals implements AutoCloseable {

    /** How many there are at most in a server. */
    static final int MAX = 4096;

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    /** For how long, in nanoseconds, one is kept at most: clients give up earlier. */
    private static final long MAX_AGE = 10_000_000_000L;

    /** The same of one from which nothing has arrived, when there are too many: its client, or this process, may be slow. */
    private static final long GRACE = 600_000_000L;

    private static final long SWEEP_MILLIS = 1_000;
    private static final long CLOSE_MILLIS = 1_000;

    /** How soon, in milliseconds, it is asked again whether there is room. */
    private static final long PAUSE_MILLIS = 1;

    private final int max;
    private final BooleanSupplier hasRoom;
    private final Consumer<SocketChannel> admit;
    private final Consumer<SocketChannel> refuse;
    private final Selector selector;
    private final Queue<SocketChannel> accepted = new ConcurrentLinkedQueue<>();

    /** Those from which nothing has arrived, the oldest first. */
    private final Set<Arrival> silent = new LinkedHashSet<>();

    /** Those from which something has arrived, the last one first. */
    private final Deque<Arrival> waiting = new ArrayDeque<>();

    private final Thread thread = new Thread(this::run, "arrivals");
    private volatile boolean closed;

    /** A connection, and since when it is silent or waits. */
    private static final class Arrival {

        private final SocketChannel channel;
        private long since = System.nanoTime();

        Arrival(SocketChannel channel) {
            this.channel = channel;
        }
    }

    /**
     * @param max when there are as many, those that have been silent for long are closed
     * @param hasRoom whether one more can be served, if need be in place of another
     * @param admit serves it from now on
     * @param refuse closes it
     */
    Arrivals(int max, BooleanSupplier hasRoom, Consumer<SocketChannel> admit, Consumer<SocketChannel> refuse)
            throws IOException {
        this.max = max;
        this.hasRoom = hasRoom;
        this.admit = admit;
        this.refuse = refuse;
        this.selector = Selector.open();
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes a connection that has just been accepted. */
    void add(SocketChannel channel) {
        if (closed) {
            refuse.accept(channel);
        } else {
            accepted.add(channel);
            selector.wakeup();
        }
    }

    /** Closes those that are here, and waits until none can be admitted any more. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (selector) {
            while (!closed) {
                select(waiting.isEmpty() && !isFull() ? SWEEP_MILLIS : PAUSE_MILLIS);
                while (!waiting.isEmpty() && hasRoom.getAsBoolean()) {
                    admit.accept(waiting.removeFirst().channel);
                }
                closeStale();
            }
        } catch (IOException e) {
            LOG.error("new connections, probes included, are no longer served: restart this process", e);
        } finally {
            closeAll();
        }
    }

    private void select(long millis) throws IOException {
        for (SocketChannel channel = accepted.poll(); channel != null; channel = accepted.poll()) {
            watch(channel);
        }
        if (selector.select(this::heard, millis) > 0) {
            // A cancelled key keeps its connection open until the next selection.
            selector.selectNow(this::heard);
        }
    }

    private void watch(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            Arrival arrival = new Arrival(channel);
            channel.register(selector, SelectionKey.OP_READ, arrival);
            silent.add(arrival);
        } catch (IOException e) {
            LOG.debug("a connection was broken when it was accepted", e);
            refuse.accept(channel);
        }
    }

    private void heard(SelectionKey key) {
        Arrival arrival = (Arrival) key.attachment();
        if (silent.remove(arrival)) {
            key.cancel();
            arrival.since = System.nanoTime();
            waiting.addFirst(arrival);
        }
    }

    private boolean isFull() {
        return silent.size() + waiting.size() >= max;
    }

    private void closeStale() {
        long now = System.nanoTime();
        for (Iterator<Arrival> oldest = silent.iterator(); oldest.hasNext(); ) {
            Arrival arrival = oldest.next();
            if (now - arrival.since < (isFull() ? GRACE : MAX_AGE)) {
                break;
            }
            oldest.remove();
            refuse.accept(arrival.channel);
        }
        while (!waiting.isEmpty() && now - waiting.getLast().since > MAX_AGE) {
            refuse.accept(waiting.removeLast().channel);
        }
    }

    private void closeAll() {
        silent.forEach(arrival -> refuse.accept(arrival.channel));
        waiting.forEach(arrival -> refuse.accept(arrival.channel));
        accepted.forEach(refuse);
    }
}
