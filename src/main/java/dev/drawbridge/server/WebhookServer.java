package dev.drawbridge.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.eclipse.jetty.ee11.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.scheduling.annotation.Scheduled;

/** Configures Jetty: the port of the reviews with TLS, the management port, limits, and handlers. */
final class WebhookServer implements WebServerFactoryCustomizer<JettyServletWebServerFactory> {

    /**
     * The number of new clients that wait to be accepted. The system drops further ones, and they retry a second later,
     * so that no client waits for long.
     */
    private static final int ACCEPT_QUEUE = 64;

    /** The largest response of a management endpoint, in bytes, that is written without blocking on its client. */
    private static final int RESPONSE_BUFFER = 256 * 1024;

    private static final int MANAGEMENT_CONNECTIONS = 64;
    private static final long MANAGEMENT_IDLE_MILLIS = 10_000;

    private static final int DIAL_MILLIS = 500;

    /** The number of consecutive connections of the self-check that may fail to be accepted. */
    private static final int MAX_MISSES = 6;

    private static final Logger LOG = LoggerFactory.getLogger(WebhookServer.class);

    private final DrawbridgeProperties properties;
    private final Certificates certificates;
    private final Connections connections;
    private final WebhookHandler handler;
    private final StatusErrors errors;
    private final ApplicationContext events;
    private volatile @Nullable ServerConnector port;
    private long accepted;
    private int misses;

    WebhookServer(
            DrawbridgeProperties properties,
            Certificates certificates,
            Connections connections,
            WebhookHandler handler,
            StatusErrors errors,
            ApplicationContext events) {
        this.properties = properties;
        this.certificates = certificates;
        this.connections = connections;
        this.handler = handler;
        this.errors = errors;
        this.events = events;
    }

    /**
     * Connects to the port of the reviews. Liveness fails if no connection was accepted for half a minute despite
     * attempts: the acceptor thread is dead.
     */
    @Scheduled(fixedDelay = 5_000)
    void checkAccepting() {
        ServerConnector dialled = port;
        if (dialled == null || dialled.getLocalPort() <= 0) {
            return;
        }
        boolean isAccepting = connections.accepted() != accepted || misses == 0;
        if (isAccepting && misses > MAX_MISSES) {
            AvailabilityChangeEvent.publish(events, this, LivenessState.CORRECT);
        }
        misses = connections.accepted() == accepted ? misses + 1 : 1;
        accepted = connections.accepted();
        if (misses == MAX_MISSES + 1) {
            LOG.error("port {} accepts no connections: liveness fails", dialled.getLocalPort());
            AvailabilityChangeEvent.publish(events, this, LivenessState.BROKEN);
        }
        String host = dialled.getHost() == null ? "localhost" : dialled.getHost();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, dialled.getLocalPort()), DIAL_MILLIS);
        } catch (IOException e) {
            LOG.debug("the queue of new connections is full", e);
        }
    }

    @Override
    public void customize(JettyServletWebServerFactory factory) {
        if (factory.getSsl() != null) {
            throw new InvalidSetting("server.ssl: set drawbridge.tls instead, with client-ca for client certificates");
        }
        factory.addConfigurations(new ErrorResponses(errors));
        factory.addServerCustomizers(this::customize);
    }

    /** Error responses for the management endpoints. */
    private static final class ErrorResponses extends AbstractConfiguration {

        private final StatusErrors errors;

        ErrorResponses(StatusErrors errors) {
            super(new Builder());
            this.errors = errors;
        }

        @Override
        public void configure(WebAppContext context) {
            context.setErrorHandler(errors);
        }
    }

    private void customize(Server server) {
        ServerConnector given = (ServerConnector) server.getConnectors()[0];
        ServerConnector https = connector(server, given);
        Integer management = properties.managementPort();
        server.setConnectors(
                management == null
                        ? new ServerConnector[] {https}
                        : new ServerConnector[] {https, management(server, given, management)});
        server.setErrorHandler(errors);
        server.setDefaultHandler(null);
        handler.setHandler(server.getHandler());
        server.setHandler(handler);
        port = https;
    }

    private ServerConnector connector(Server server, ServerConnector given) {
        int selectors = Runtime.getRuntime().availableProcessors();
        ServerConnector connector = new ServerConnector(
                server,
                1,
                selectors,
                new SslConnectionFactory(certificates.tls(), "http/1.1"),
                new HttpConnectionFactory(http(given)));
        connector.setHost(given.getHost());
        connector.setPort(given.getPort());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setIdleTimeout(given.getIdleTimeout());
        connector.addBean(connections);
        server.addBean(new NetworkConnectionLimit(connections.max(), connector));
        return connector;
    }

    private static ServerConnector management(Server server, ServerConnector given, int port) {
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http(given)));
        connector.setHost(given.getHost());
        connector.setPort(port);
        connector.setIdleTimeout(MANAGEMENT_IDLE_MILLIS);
        server.addBean(new NetworkConnectionLimit(MANAGEMENT_CONNECTIONS, connector));
        return connector;
    }

    private static HttpConfiguration http(ServerConnector given) {
        HttpConfiguration http = new HttpConfiguration(
                given.getConnectionFactory(HttpConnectionFactory.class).getHttpConfiguration());
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setOutputBufferSize(RESPONSE_BUFFER);
        http.setOutputAggregationSize(RESPONSE_BUFFER);
        return http;
    }
}
