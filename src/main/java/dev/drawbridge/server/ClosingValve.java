package dev.drawbridge.server;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.InputBuffer;

/**
 * Adds {@code Connection: close} while the server drains, and tells a request whether the next one is already there: a client that
 * pipelines would keep a thread to itself.
 */
final class ClosingValve extends ValveBase {

    /** The attribute that tells whether more than this request has arrived. */
    static final String PIPELINED = "dev.drawbridge.pipelined";

    private final Draining draining;

    ClosingValve(Draining draining) {
        super(true);
        this.draining = draining;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (draining.isDraining()) {
            response.setHeader("Connection", "close");
        }
        InputBuffer input = request.getCoyoteRequest().getInputBuffer();
        request.setAttribute(PIPELINED, (BooleanSupplier) () -> input.available() > 0);
        getNext().invoke(request, response);
    }
}
