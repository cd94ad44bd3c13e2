package dev.drawbridge.startup;

import dev.drawbridge.server.WebhookApplication;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** Starts a webhook, answers samples over HTTPS and exits; {@code bin/drawbridge} archives the loaded classes. */
public final class ServeTraining {

    private static final int ROUNDS = 20;

    private ServeTraining() {}

    /**
     * Starts a webhook in the working directory, which must be empty and writable. The process must have no environment
     * variables that are settings.
     *
     * @param args the folder of the samples, a review per file
     */
    public static void main(String[] args) throws IOException {
        int port = freePort();
        int failure = WebhookApplication.run(
                "--server.port=" + port,
                "--server.address=127.0.0.1",
                "--drawbridge.drain-period=0s",
                "--drawbridge.tls.directory=" + Path.of("tls").toAbsolutePath());
        if (failure != 0) {
            System.exit(failure);
        }
        PemSslStoreDetails authority = PemSslStoreDetails.forCertificate("file:tls/ca.crt");
        SSLContext trust = SslBundle.of(new PemSslStoreBundle(null, authority)).createSslContext();
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            List<Path> reviews = files.toList();
            for (int i = 0; i < ROUNDS; i++) {
                for (Path review : reviews) {
                    call(trust, port, "POST /validate?timeout=10s", Files.readAllBytes(review));
                }
            }
        }
        call(trust, port, "GET /actuator/health/readiness", new byte[0]);
        call(trust, port, "GET /actuator/prometheus", new byte[0]);
        System.exit(0);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void call(SSLContext trust, int port, String line, byte[] body) throws IOException {
        try (SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket("127.0.0.1", port)) {
            String head = line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + (body.length == 0
                            ? ""
                            : "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n")
                    + "\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            socket.getInputStream().readAllBytes();
        }
    }
}
