package dev.drawbridge.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * A webhook that starts, answers samples over HTTPS and ends: {@code bin/drawbridge} runs it once, to leave an archive
 * of the classes that {@code serve} loads.
 */
public final class ArchiveTraining {

    private static final int ROUNDS = 20;

    private ArchiveTraining() {}

    /**
     * Starts a webhook in the working directory, which must be empty and writable.
     *
     * @param args the folder of the samples: reviews, a file each
     */
    public static void main(String[] args) throws Exception {
        Path tls = Path.of("tls").toAbsolutePath();
        SpringApplication application = new SpringApplication(WebhookApplication.class);
        application.setEnvironment(new WithoutVariables());
        ConfigurableApplicationContext webhook = WebhookApplication.start(
                application,
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--drawbridge.drain-period=0s",
                "--drawbridge.tls.directory=" + tls);
        int port = Integer.parseInt(webhook.getEnvironment().getRequiredProperty("local.server.port"));
        SslContextFactory.Client trust = new SslContextFactory.Client(true);
        trust.start();
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            List<Path> reviews = files.toList();
            for (int i = 0; i < ROUNDS; i++) {
                for (Path review : reviews) {
                    call(trust.getSslContext(), port, "POST /validate?timeout=10s", Files.readAllBytes(review));
                }
            }
            call(trust.getSslContext(), port, "GET /actuator/health/readiness", new byte[0]);
            call(trust.getSslContext(), port, "GET /actuator/prometheus", new byte[0]);
        }
        webhook.close();
        System.exit(0);
    }

    /**
     * The settings of the server that is to start are not those of the training: it must take no port of its own, and
     * write to no cluster.
     */
    private static final class WithoutVariables extends StandardServletEnvironment {

        @Override
        public Map<String, Object> getSystemEnvironment() {
            return Map.of();
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
