package dev.drawbridge.server;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.ee11.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** Sets up Jetty: the port of the reviews with TLS, the management port, limits, and who answers what. */
final class WebhookServer implements WebServerFactoryCustomizer<JettyServletWebServerFactory> {

    /** New clients that wait to be accepted. The system drops more, and they try again a second later: so none waits for long. */
    private static final int ACCEPT_QUEUE = 64;

    /** The largest response of a management endpoint, in bytes, that is written without waiting for its client. */
    private static final int RESPONSE_BUFFER = 256 * 1024;

    private static final int MANAGEMENT_THREADS = 2;
    private static final int MANAGEMENT_CONNECTIONS = 64;
    private static final long MANAGEMENT_IDLE_MILLIS = 10_000;

    private final DrawbridgeProperties properties;
    private final Certificates certificates;
    private final Reviews reviews;
    private final ReviewThreads threads;
    private final Connections connections;
    private final Draining draining;
    private final ApplicationAvailability availability;
    private final StatusErrors errors;

    WebhookServer(
            DrawbridgeProperties properties,
            Certificates certificates,
            Reviews reviews,
            ReviewThreads threads,
            Connections connections,
            Draining draining,
            ApplicationAvailability availability,
            StatusErrors errors) {
        this.properties = properties;
        this.certificates = certificates;
        this.reviews = reviews;
        this.threads = threads;
        this.connections = connections;
        this.draining = draining;
        this.availability = availability;
        this.errors = errors;
    }

    @Override
    public void customize(JettyServletWebServerFactory factory) {
        if (factory.getSsl() != null) {
            throw new InvalidSetting(
                    "server.ssl: set drawbridge.tls instead; its client-ca says whose clients may call");
        }
        factory.addConfigurations(new ErrorResponses(errors));
        factory.addServerCustomizers(this::customize);
    }

    /** Error responses of the management endpoints, too. */
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
        ServerConnector port = connector(server, given);
        Integer managementPort = properties.managementPort();
        ServerConnector management = managementPort == null ? null : management(server, given, managementPort);
        server.setConnectors(
                management == null ? new ServerConnector[] {port} : new ServerConnector[] {port, management});
        server.setErrorHandler(errors);
        server.setDefaultHandler(null);
        ExecutorService managementThreads = Executors.newFixedThreadPool(MANAGEMENT_THREADS, work -> {
            Thread thread = new Thread(work, "management");
            thread.setDaemon(true);
            return thread;
        });
        server.setHandler(new WebhookHandler(
                server.getHandler(),
                reviews,
                threads,
                connections,
                draining,
                availability,
                managementThreads,
                management,
                properties.maxBodySize().toBytes()));
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
