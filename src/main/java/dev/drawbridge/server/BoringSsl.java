package dev.drawbridge.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.apache.tomcat.util.net.SSLContext;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLUtil;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;
import org.apache.tomcat.util.net.jsse.JSSEUtil;
import org.conscrypt.AllocatedBuffer;
import org.conscrypt.BufferAllocator;
import org.conscrypt.Conscrypt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS by BoringSSL, through Conscrypt: a handshake takes a third of the time that it takes with Java's own TLS. Java's own
 * is used where BoringSSL cannot be loaded, and for keys that are neither EC nor RSA. Tomcat makes it by its name.
 */
public final class BoringSsl extends JSSEImplementation {

    private static final Logger LOG = LoggerFactory.getLogger(BoringSsl.class);
    private static final Set<String> KEYS = Set.of("EC", "RSA");
    private static final TrustManager[] NOBODY = {};
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final @Nullable Provider PROVIDER = provider();

    /** A buffer for each thread between Java's heap and BoringSSL. By default each connection has one, which Java frees late. */
    private static final class Scratch extends BufferAllocator {

        /** No record is longer, sealed or not. */
        private static final int RECORD = 20 * 1024;

        private final ThreadLocal<ByteBuffer> buffers =
                ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(RECORD));

        @Override
        public AllocatedBuffer allocateDirectBuffer(int capacity) {
            ByteBuffer buffer = buffers.get();
            buffer.clear().limit(Math.min(capacity, RECORD));
            return AllocatedBuffer.wrap(buffer);
        }
    }

    private static @Nullable Provider provider() {
        try {
            Provider provider = Conscrypt.newProvider();
            Conscrypt.setDefaultBufferAllocator(new Scratch());
            return provider;
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            LOG.info("using Java's own TLS, whose handshakes take longer: cannot load BoringSSL: {}", e.getMessage());
            return null;
        }
    }

    @Override
    public SSLUtil getSSLUtil(SSLHostConfigCertificate certificate) {
        return PROVIDER == null || !isSupported(certificate)
                ? super.getSSLUtil(certificate)
                : new NativeTls(certificate);
    }

    /** Whether Conscrypt supports the kind of each key in the store. */
    private static boolean isSupported(SSLHostConfigCertificate certificate) {
        try {
            KeyStore store = certificate.getCertificateKeystore();
            if (store == null) {
                return false;
            }
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)
                        && !KEYS.contains(
                                store.getCertificate(alias).getPublicKey().getAlgorithm())) {
                    return false;
                }
            }
            return true;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the certificate cannot be read", e);
        }
    }

    /** Says itself what is implemented. Tomcat would ask Java's TLS, which reads all public authorities first. */
    private static final class NativeTls extends JSSEUtil {

        NativeTls(SSLHostConfigCertificate certificate) {
            super(certificate, false);
        }

        @Override
        protected Set<String> getImplementedProtocols() {
            return Set.of(anyEngine().getSupportedProtocols());
        }

        @Override
        protected Set<String> getImplementedCiphers() {
            return Set.of(anyEngine().getSupportedCipherSuites());
        }

        private static SSLEngine anyEngine() {
            try {
                javax.net.ssl.SSLContext context = javax.net.ssl.SSLContext.getInstance("TLS", PROVIDER);
                context.init(new KeyManager[0], NOBODY, null);
                return context.createSSLEngine();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("BoringSSL cannot say what it supports", e);
            }
        }

        @Override
        public SSLContext createSSLContextInternal(List<String> negotiableProtocols) throws NoSuchAlgorithmException {
            return new Context(javax.net.ssl.SSLContext.getInstance("TLS", PROVIDER));
        }
    }

    /** A context of Java's interface as one of Tomcat's. */
    private record Context(javax.net.ssl.SSLContext context) implements SSLContext {

        @Override
        public void init(KeyManager[] keys, TrustManager @Nullable [] clients, @Nullable SecureRandom random)
                throws KeyManagementException {
            // Without a list, Conscrypt would trust the clients of all public authorities.
            context.init(keys, clients == null ? NOBODY : clients, random);
        }

        @Override
        public void destroy() {}

        @Override
        public SSLSessionContext getServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        public SSLEngine createSSLEngine() {
            return context.createSSLEngine();
        }

        @Override
        public SSLServerSocketFactory getServerSocketFactory() {
            return context.getServerSocketFactory();
        }

        @Override
        public SSLParameters getSupportedSSLParameters() {
            return context.getSupportedSSLParameters();
        }

        /** For Tomcat's manager application, which is not here. */
        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[0];
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /**
     * Frees what BoringSSL holds for a closed connection. Java's garbage collector sees only a few bytes of it: left to that, a
     * flood of connections would take hundreds of megabytes.
     */
    static void free(SSLEngine engine) {
        if (!Conscrypt.isConscrypt(engine)) {
            return;
        }
        try {
            engine.closeInbound();
            engine.closeOutbound();
            if (!engine.isOutboundDone()) {
                ByteBuffer rest = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
                while (!engine.isOutboundDone() && engine.wrap(NOTHING, rest).bytesProduced() > 0) {
                    rest.clear();
                }
            }
        } catch (SSLException e) {
            LOG.debug("a connection was broken when it was closed", e);
        }
    }
}
