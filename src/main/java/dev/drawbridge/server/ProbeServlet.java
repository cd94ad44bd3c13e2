package dev.drawbridge.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** The liveness and readiness probes, as the actuator answers them, available before the rest of the actuator has started. */
final class ProbeServlet extends HttpServlet {

    static final String LIVENESS = "/actuator/health/liveness";
    static final String READINESS = "/actuator/health/readiness";

    private static final long serialVersionUID = 1L;

    private final transient ApplicationAvailability availability;

    ProbeServlet(ApplicationAvailability availability) {
        this.availability = availability;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean isUp = request.getServletPath().equals(LIVENESS)
                ? availability.getLivenessState() == LivenessState.CORRECT
                : availability.getReadinessState() == ReadinessState.ACCEPTING_TRAFFIC;
        String otherwise = request.getServletPath().equals(LIVENESS) ? "DOWN" : "OUT_OF_SERVICE";
        response.setStatus((isUp ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE).value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream()
                .write(("{\"status\":\"" + (isUp ? "UP" : otherwise) + "\"}").getBytes(StandardCharsets.US_ASCII));
    }
}
