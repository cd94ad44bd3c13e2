package dev.drawbridge.server;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Adds {@code Connection: close} while the server drains, and to the answer for a client that sends its next request before it has an answer, again and
 * again: it would keep a thread to itself.
 */
final class ClosingValve extends ValveBase {

    private final Draining draining;

    ClosingValve(Draining draining) {
        super(true);
        this.draining = draining;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (BoundedEndpoint.isLastRequest() || draining.isDraining()) {
            response.setHeader("Connection", "close");
        }
        getNext().invoke(request, response);
    }
}
