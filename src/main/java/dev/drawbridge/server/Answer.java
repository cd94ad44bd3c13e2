package dev.drawbridge.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * A whole response.
 *
 * @param status the HTTP status
 * @param body JSON
 */
record Answer(int status, byte[] body) {

    /** A probe's, as Spring Boot's own endpoint answers it. */
    static Answer health(String status) {
        HttpStatus code = status.equals("UP") ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
        return new Answer(code.value(), ("{\"status\":\"" + status + "\"}").getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Writes it, without waiting for the client.
     *
     * @param callback completed when the client's socket has taken all of it
     */
    void write(Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
