package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private static final int MAX = 3;

    private final BlockingQueue<SocketChannel> admitted = new LinkedBlockingQueue<>();
    private final BlockingQueue<SocketChannel> refused = new LinkedBlockingQueue<>();
    private final Semaphore asked = new Semaphore(0);
    private final List<SocketChannel> clients = new ArrayList<>();
    private volatile boolean hasRoom = true;
    private ServerSocketChannel server;
    private Arrivals arrivals;

    @BeforeEach
    void start() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        arrivals = new Arrivals(
                MAX,
                () -> {
                    asked.release();
                    return hasRoom;
                },
                admitted::add,
                refused::add);
    }

    @AfterEach
    void stop() throws IOException {
        arrivals.close();
        server.close();
        for (SocketChannel client : clients) {
            client.close();
        }
    }

    @Test
    void oneFromWhichSomethingHasArrivedIsAdmitted() throws Exception {
        SocketChannel silent = connected();
        SocketChannel speaking = speaking();

        assertThat(next(admitted)).isSameAs(speaking);
        say(clients.get(0));
        assertThat(next(admitted)).isSameAs(silent);
        assertThat(refused).isEmpty();
    }

    @Test
    void theNewestIsAdmittedFirst() throws Exception {
        hasRoom = false;
        SocketChannel first = speaking();
        SocketChannel second = speaking();
        SocketChannel third = speaking();
        hasRoom = true;

        assertThat(List.of(next(admitted), next(admitted), next(admitted))).containsExactly(third, second, first);
    }

    @Test
    void theOldestSilentOneMakesPlace() throws Exception {
        hasRoom = false;
        speaking();
        SocketChannel oldest = connected();
        SocketChannel second = connected();

        assertThat(next(refused)).isSameAs(oldest);
        SocketChannel third = connected();
        assertThat(next(refused)).isSameAs(second);
        say(clients.get(clients.size() - 1));
        hasRoom = true;
        assertThat(next(admitted)).isSameAs(third);
        assertThat(refused).isEmpty();
    }

    @Test
    void allAreClosedAtTheEnd() throws Exception {
        hasRoom = false;
        List<SocketChannel> all = List.of(connected(), speaking());

        arrivals.close();

        assertThat(List.of(next(refused), next(refused))).containsExactlyInAnyOrderElementsOf(all);
    }

    /** A connection from which something has arrived, as the arrivals know. */
    private SocketChannel speaking() throws Exception {
        SocketChannel accepted = accepted(true);
        asked.drainPermits();
        arrivals.add(accepted);
        if (!hasRoom) {
            // One turn may have begun before it came.
            assertThat(asked.tryAcquire(2, 10, TimeUnit.SECONDS)).isTrue();
        }
        return accepted;
    }

    private SocketChannel connected() throws IOException {
        SocketChannel accepted = accepted(false);
        arrivals.add(accepted);
        return accepted;
    }

    private SocketChannel accepted(boolean speaks) throws IOException {
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        clients.add(client);
        if (speaks) {
            say(client);
        }
        return server.accept();
    }

    private static void say(SocketChannel client) throws IOException {
        client.write(ByteBuffer.wrap(new byte[] {22}));
    }

    private static SocketChannel next(BlockingQueue<SocketChannel> channels) throws InterruptedException {
        return channels.poll(10, TimeUnit.SECONDS);
    }
}
