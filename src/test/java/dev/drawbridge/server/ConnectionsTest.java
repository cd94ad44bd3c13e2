package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.junit.jupiter.api.Test;

/** Tests of turns and of the connections closed near the limit, with a clock that the test holds. */
class ConnectionsTest {

    private static final int MAX = 16;

    /** Near the limit at most this many connections stay, so that two more can be accepted. */
    private static final int KEPT = 14;

    private final List<Connection> closed = new ArrayList<>();
    private long now;
    private final Connections connections = new Connections(MAX, () -> now);

    /** A connection of HTTP that records that it is closed. */
    private Connection open() {
        Connection[] self = new Connection[1];
        EndPoint end = (EndPoint) proxy((name, proxy) -> closed.add(self[0]), EndPoint.class);
        self[0] = (Connection) proxy(
                (name, proxy) -> name.equals("getEndPoint") ? end : proxy, Connection.class, ConnectionMetaData.class);
        connections.onOpened(self[0]);
        return self[0];
    }

    private interface Answer {
        Object to(String method, Object proxy);
    }

    private static Object proxy(Answer answer, Class<?>... types) {
        return Proxy.newProxyInstance(
                ConnectionsTest.class.getClassLoader(), types, (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    case "toString" -> types[0].getSimpleName() + "@" + System.identityHashCode(proxy);
                    default -> {
                        Object value = answer.to(method.getName(), proxy);
                        yield method.getReturnType() == void.class ? null : value;
                    }
                });
    }

    private Connections.State state(Connection connection) {
        return connections.of((ConnectionMetaData) connection);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    /** A client that waits between its requests has the same turns: a slow machine waits, too. */
    @Test
    void everyEighthRequestEndsATurnAtAnySpeed() {
        for (Duration pause : List.of(Duration.ZERO, Duration.ofMillis(1), Duration.ofSeconds(5))) {
            Connections.State state = state(open());
            List<Integer> ends = new ArrayList<>();
            for (int request = 1; request <= 24; request++) {
                state.begins();
                if (state.hadTurn()) {
                    ends.add(request);
                }
                state.ends();
                pass(pause);
            }
            assertThat(ends).as("with %s between requests", pause).containsExactly(8, 16, 24);
        }
    }

    @Test
    void nothingIsClosedWithRoomLeft() {
        for (int i = 0; i < KEPT; i++) {
            open();
        }
        pass(Duration.ofSeconds(9));
        connections.closeStale();

        assertThat(closed).isEmpty();
    }

    @Test
    void stalestConnectionsAreClosedNearTheLimit() {
        List<Connection> opened = new ArrayList<>();
        for (int i = 0; i < MAX; i++) {
            opened.add(open());
            pass(Duration.ofMillis(1));
        }
        connections.closeStale();
        assertThat(closed).as("within the grace period").isEmpty();

        pass(Duration.ofSeconds(1));
        connections.closeStale();

        assertThat(closed).containsExactlyElementsOf(opened.subList(0, MAX - KEPT));
    }

    @Test
    void connectionsWithoutResponseAreClosedBeforeKeptOnesAndBusyOnesNever() {
        List<Connection> kept = new ArrayList<>();
        for (int i = 0; i < MAX - 3; i++) {
            Connection connection = open();
            state(connection).begins();
            state(connection).ends();
            kept.add(connection);
            pass(Duration.ofMillis(1));
        }
        Connection busy = open();
        state(busy).begins();
        state(busy).isBusy();
        pass(Duration.ofSeconds(2));
        Connection unanswered = open();
        state(unanswered).begins();
        Connection silent = open();
        pass(Duration.ofSeconds(2));
        connections.closeStale();

        assertThat(closed).containsExactlyInAnyOrder(unanswered, silent);
        closed.forEach(connections::onClosed);
        closed.clear();
        open();
        connections.closeStale();
        assertThat(closed).containsExactly(kept.get(0));
    }

    @Test
    void connectionWithoutRequestIsClosedAfterTenSeconds() {
        Connection silent = open();
        Connection used = open();
        state(used).begins();
        state(used).ends();
        pass(Duration.ofSeconds(10));
        connections.closeStale();
        assertThat(closed).isEmpty();

        pass(Duration.ofMillis(1));
        connections.closeStale();
        assertThat(closed).containsExactly(silent);
    }
}
