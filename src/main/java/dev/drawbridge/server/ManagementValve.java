package dev.drawbridge.server;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Keeps two ports apart: health and metrics are on the management port and nowhere else, reviews on the other. */
final class ManagementValve extends ValveBase {

    private static final String MANAGEMENT = "/actuator";

    private final Connector management;

    ManagementValve(Connector management) {
        super(true);
        this.management = management;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        boolean isManagement = request.getDecodedRequestURI().startsWith(MANAGEMENT);
        if (isManagement == (request.getConnector() == management)) {
            getNext().invoke(request, response);
        } else {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }
}
