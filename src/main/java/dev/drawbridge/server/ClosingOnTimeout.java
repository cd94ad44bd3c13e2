package dev.drawbridge.server;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Closes the connection of a client that does not take its answer. */
final class ClosingOnTimeout implements AsyncListener {

    private final Connections connections;
    private final String connection;

    ClosingOnTimeout(Connections connections, String connection) {
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
