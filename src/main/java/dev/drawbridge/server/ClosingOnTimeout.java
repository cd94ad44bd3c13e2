package dev.drawbridge.server;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Closes the connection of a client that does not take its answer. */
final class ClosingOnTimeout implements AsyncListener {

    private final Connections connections;
    private final @Nullable SocketChannel connection;

    ClosingOnTimeout(Connections connections, @Nullable SocketChannel connection) {
        this.connections = connections;
        this.connection = connection;
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        connections.close(connection);
        event.getAsyncContext().complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
