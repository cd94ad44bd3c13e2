package dev.drawbridge.server;

import dev.drawbridge.server.Connections.Phase;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import javax.net.ssl.SSLEngine;
import org.apache.coyote.Processor;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.net.openssl.ciphers.Cipher;
import org.apache.tomcat.util.net.openssl.ciphers.Group;
import org.apache.tomcat.util.net.openssl.ciphers.SignatureScheme;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tomcat's endpoint, which tells {@link Connections} what becomes of each of its sockets. */
final class BoundedEndpoint extends NioEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(BoundedEndpoint.class);

    /** Sockets that are shut down, and not yet closed. */
    private static final int CLOSING = 256;

    private static final int HANDSHAKERS = 2;

    /** For how long, in nanoseconds, and for how many requests at least, a thread serves one connection while others wait. */
    private static final long TURN = 50_000_000L;

    private static final int REQUESTS = 4;

    /** A response's largest body, in bytes, that is written without events: a socket that owes its client nothing has room for it. */
    static final int MAX_AT_ONCE = 4 * 1024;

    /** How long, in milliseconds, such a response may wait for room: only a client that reads none of its responses lets one wait. */
    private static final long AT_ONCE_MILLIS = 20;

    private static final ThreadLocal<Turn> TURNS = ThreadLocal.withInitial(Turn::new);

    /** What a thread does for one connection until it turns to the next. */
    private static final class Turn {

        private long began = System.nanoTime();
        private int requests;
        private @Nullable Executor threads;
        private @Nullable SocketWrapperBase<NioChannel> socket;

        void begin(Executor pool, SocketWrapperBase<NioChannel> served) {
            began = System.nanoTime();
            requests = 0;
            threads = pool;
            socket = served;
        }

        boolean isOver() {
            return requests >= REQUESTS && System.nanoTime() - began > TURN && othersWait();
        }

        SocketWrapperBase<NioChannel> served() {
            if (socket == null) {
                throw new IllegalStateException("this thread serves no connection");
            }
            return socket;
        }

        boolean othersWait() {
            return threads instanceof ThreadPoolExecutor pool
                    && !pool.getQueue().isEmpty();
        }
    }

    private final ExecutorService handshakes = Executors.newFixedThreadPool(HANDSHAKERS, Handshaker::new);

    private @Nullable Arrivals arrivals;

    private Connections bounds = Connections.forHeap(Runtime.getRuntime().maxMemory());

    @Override
    public void startInternal() throws Exception {
        arrivals = new Arrivals(Arrivals.MAX, () -> bounds.hasRoom(), this::admit, this::destroySocket);
        super.startInternal();
    }

    @Override
    public void stopInternal() {
        if (arrivals != null) {
            arrivals.close();
        }
        super.stopInternal();
        handshakes.shutdown();
    }

    void bound(Connections connections) {
        bounds = connections;
        setMaxConnections(connections.max() + CLOSING + Arrivals.MAX);
    }

    /** Called by Tomcat when it has accepted a connection. */
    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
        if (arrivals == null) {
            throw new IllegalStateException("connections are accepted before the start");
        }
        arrivals.add(socket);
        return true;
    }

    private void admit(SocketChannel socket) {
        bounds.opened(socket);
        boolean accepted = super.setSocketOptions(socket);
        if (!connections.containsKey(socket)) {
            bounds.closed(socket);
        } else if (!accepted) {
            closeSocket(socket);
        }
    }

    /**
     * Leaves the choice of key exchange groups to the TLS implementation. Tomcat would narrow them to the client's, and a client
     * without a known one would cause an error in the log.
     */
    @Override
    protected SSLEngine createSSLEngine(
            String hostName,
            List<Cipher> ciphers,
            List<String> applicationProtocols,
            List<String> protocols,
            List<Group> groups,
            List<SignatureScheme> signatures) {
        return super.createSSLEngine(hostName, ciphers, applicationProtocols, protocols, List.of(), signatures);
    }

    /** The TLS of a connection; null until the client's first message is complete. */
    private static @Nullable SSLEngine tls(SocketWrapperBase<NioChannel> socket) {
        return socket.getSocket() instanceof SecureNioChannel channel ? channel.getSslEngine() : null;
    }

    /** A thread that does handshakes and nothing else. */
    private static final class Handshaker extends Thread {

        /** The handshake is complete, and what came with it is for another thread. */
        private boolean isComplete;

        Handshaker(Runnable work) {
            super(work, "handshake");
            setDaemon(true);
        }
    }

    /**
     * Called by the poller when a socket is readable or writable. Handshakes have their own threads, since each costs as much as ten
     * reviews: established connections do not wait for new ones, nor these for reviews.
     */
    @Override
    public boolean processSocket(SocketWrapperBase<NioChannel> socket, SocketEvent event, boolean dispatch) {
        if (!dispatch) {
            return super.processSocket(socket, event, false);
        }
        bounds.waitsForServer(channel(socket));
        if (socket.getSocket().isHandshakeComplete()) {
            return super.processSocket(socket, event, true);
        }
        handshakes.execute(createSocketProcessor(socket, event));
        return true;
    }

    /** Called where a request begins. Tomcat goes on with the next one if it is there already: whether this must be the last one, since others wait. */
    static boolean isLastRequest() {
        Turn turn = TURNS.get();
        turn.requests++;
        return turn.isOver();
    }

    /**
     * Writes a response that is no larger than {@link #MAX_AT_ONCE} to the connection that this thread serves. The connection of a client that
     * sends request after request and reads no response is closed.
     */
    static void writeAtOnce(HttpServletResponse response, Answer answer) throws IOException {
        SocketWrapperBase<NioChannel> socket = TURNS.get().served();
        long timeout = socket.getWriteTimeout();
        socket.setWriteTimeout(AT_ONCE_MILLIS);
        try {
            AnswerWriter.writeAtOnce(response, answer);
        } finally {
            socket.setWriteTimeout(timeout);
        }
    }

    /**
     * Called where a response has been written. If no connection waits for a thread, other threads go first: meanwhile, a busy client sends its next
     * request. Tomcat goes on with it at once, without its poller and another thread, which take a sixth of the time of a small review. (Where the
     * operating system does not switch threads, the request comes by an event, as others do.)
     */
    @SuppressWarnings("ThreadPriorityCheck")
    static void awaitNextRequest() {
        Turn turn = TURNS.get();
        if (!turn.othersWait()) {
            Thread.yield();
            turn.began = System.nanoTime();
        }
    }

    /** The connection that this thread serves. */
    static @Nullable SocketChannel currentChannel() {
        return channel(TURNS.get().served());
    }

    /** The lock of the connection that this thread serves: Tomcat holds it for all that it does for the connection. */
    static Lock currentLock() {
        return TURNS.get().served().getLock();
    }

    private static @Nullable SocketChannel channel(SocketWrapperBase<NioChannel> socket) {
        return socket.getSocket().getIOChannel();
    }

    /** Whether this thread has just completed a handshake, so that the request that follows is for another one. */
    private static boolean handsOver() {
        if (Thread.currentThread() instanceof Handshaker thread) {
            boolean isComplete = thread.isComplete;
            thread.isComplete = false;
            return isComplete;
        }
        return false;
    }

    @Override
    protected SocketProcessorBase<NioChannel> createSocketProcessor(
            SocketWrapperBase<NioChannel> socket, SocketEvent event) {
        return new SocketProcessor(socket, event) {

            @Override
            protected void doRun() {
                SocketWrapperBase<NioChannel> processed = socketWrapper;
                super.doRun();
                if (handsOver()) {
                    BoundedEndpoint.super.processSocket(processed, SocketEvent.OPEN_READ, true);
                } else {
                    bounds.waitsForClient(channel(processed), tls(processed) != null);
                }
            }
        };
    }

    @Override
    public void setHandler(Handler<NioChannel> handler) {
        super.setHandler(new Watching(handler));
    }

    /** Sees each event of a socket on its way to Tomcat's own handler. */
    private final class Watching implements AbstractEndpoint.Handler<NioChannel> {

        private final Handler<NioChannel> handler;

        Watching(Handler<NioChannel> handler) {
            this.handler = handler;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
            if (Thread.currentThread() instanceof Handshaker thread && event == SocketEvent.OPEN_READ) {
                thread.isComplete = true;
                return SocketState.LONG;
            }
            Turn turn = TURNS.get();
            turn.begin(getExecutor(), socket);
            SocketState state = handler.process(socket, event);
            if (turn.requests > 0) {
                bounds.hasRequest(channel(socket));
            }
            if (state == SocketState.OPEN) {
                bounds.is(channel(socket), Phase.IDLE);
            } else if (state == SocketState.LONG) {
                boolean isAsync = socket.getCurrentProcessor() instanceof Processor processor && processor.isAsync();
                bounds.is(channel(socket), isAsync ? Phase.REQUEST : Phase.HEAD);
            }
            return state;
        }

        @Override
        public Object getGlobal() {
            return handler.getGlobal();
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> socket) {
            bounds.closed(channel(socket));
            handler.release(socket);
            close(socket);
        }

        /** Closes the connection, as Tomcat would do next, and frees the memory of its TLS. */
        private static void close(SocketWrapperBase<NioChannel> socket) {
            SSLEngine tls = tls(socket);
            if (tls != null) {
                try {
                    socket.getSocket().close(true);
                } catch (IOException e) {
                    LOG.debug("a connection was broken when it was closed", e);
                } finally {
                    BoringSsl.free(tls);
                }
            }
        }

        @Override
        public void pause() {
            handler.pause();
        }

        @Override
        public void recycle() {
            handler.recycle();
        }
    }
}
