package dev.drawbridge.server;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SSLHostConfig;

/** HTTP/1.1 over an endpoint whose connections are bounded. Tomcat makes it by its name. */
public final class WebhookProtocol extends Http11NioProtocol {

    private static final int REMEMBERED_SESSIONS = 256;

    /** The head of a response, and what of its body is buffered, in bytes: each connection has both. */
    private static final int RESPONSE_BUFFER = 2 * 1024;

    private final BoundedEndpoint endpoint;

    public WebhookProtocol() {
        this(new BoundedEndpoint());
    }

    private WebhookProtocol(BoundedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        // Buffers of Java's heap would be copied for each read and write, and stay there as garbage long after their
        // connection.
        setProperty("socket.directBuffer", "true");
        setProperty("socket.directSslBuffer", "true");
        setMaxHttpResponseHeaderSize(RESPONSE_BUFFER);
        setSslImplementationName(BoringSsl.class.getName());
    }

    @Override
    public int getDesiredBufferSize() {
        return RESPONSE_BUFFER;
    }

    void bound(Connections connections) {
        endpoint.bound(connections);
        setProcessorCache(connections.max());
    }

    @Override
    public void addSslHostConfig(SSLHostConfig config, boolean replace) {
        // A session that TLS remembers takes some kilobytes: 20,480 of them, Java's default, are more than the heap.
        config.setSessionCacheSize(REMEMBERED_SESSIONS);
        config.setHonorCipherOrder(true);
        super.addSslHostConfig(config, replace);
    }
}
