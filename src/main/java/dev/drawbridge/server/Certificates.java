package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.ServingCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Arrays;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The serving certificate. The two files are read twice a second, so that a new pair is served however it arrives. A
 * pair that does not match, or cannot be read, never replaces one that does.
 */
final class Certificates {

    private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    /** As Go has them: AES with 128 bits first, which is as safe and faster. */
    private static final String[] CIPHERS = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    };

    /** A session that TLS remembers takes some kilobytes: 20,480 of them, Java's default, are more than the heap. */
    private static final int REMEMBERED_SESSIONS = 256;

    private final CertificateDirectory directory;
    private final SslContextFactory.Server tls = new SslContextFactory.Server();
    private volatile ServingCertificate served;
    private Pair last;
    private boolean isPending;
    private boolean wasSeenTwice;

    /**
     * The certificate of a directory.
     *
     * @param clients the authorities of clients; null where clients need no certificate
     */
    Certificates(CertificateDirectory directory, @Nullable KeyStore clients) {
        this.directory = directory;
        this.last = Pair.in(directory);
        try {
            this.served = last.certificate();
        } catch (IOException e) {
            throw InvalidSetting.ofCertificates(directory, e);
        }
        configure(clients);
        if (served.expiry().isBefore(Instant.now())) {
            LOG.warn("the certificate in {} expired at {}; API servers refuse it", directory.path(), served.expiry());
        }
    }

    /** TLS with the certificate that is served. */
    SslContextFactory.Server tls() {
        return tls;
    }

    /** When the certificate that is served ends. */
    Instant expiry() {
        return served.expiry();
    }

    /** Serves what the files hold, if it is new and good. */
    synchronized void refresh() {
        Pair now = Pair.in(directory);
        if (!now.isSame(last)) {
            last = now;
            isPending = true;
            wasSeenTwice = false;
        }
        if (!isPending) {
            return;
        }
        try {
            serve(now.certificate());
            isPending = false;
        } catch (IOException e) {
            // Seen twice, it is not still being written.
            if (wasSeenTwice) {
                isPending = false;
                LOG.warn("keeping the last certificate: in {}, {}", directory.path(), e.getMessage());
            }
            wasSeenTwice = true;
        }
    }

    private void serve(ServingCertificate next) throws IOException {
        if (!next.equals(served)) {
            try {
                tls.reload(factory -> factory.setKeyStore(next.keyStore()));
            } catch (Exception e) { // what Jetty declares
                throw new IOException("the certificate cannot be served: " + e.getMessage(), e);
            }
            served = next;
            LOG.info("serving a new certificate, valid until {}", next.expiry());
        }
    }

    /** What the two files hold; null for one that is not there. */
    private record Pair(byte @Nullable [] chain, byte @Nullable [] key) {

        static Pair in(CertificateDirectory directory) {
            return new Pair(bytes(directory.certificate()), bytes(directory.key()));
        }

        private static byte @Nullable [] bytes(Path file) {
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                LOG.debug("{} cannot be read", file, e);
                return null;
            }
        }

        boolean isSame(Pair other) {
            return Arrays.equals(chain, other.chain) && Arrays.equals(key, other.key);
        }

        ServingCertificate certificate() throws IOException {
            if (chain == null || key == null) {
                throw new IOException((chain == null ? "tls.crt" : "tls.key") + " is missing or cannot be read");
            }
            return ServingCertificate.of(chain, key);
        }
    }

    private void configure(@Nullable KeyStore clients) {
        tls.setKeyStore(served.keyStore());
        tls.setKeyStorePassword("");
        tls.setCertAlias("tls");
        tls.setIncludeProtocols(PROTOCOLS);
        tls.setExcludeCipherSuites();
        tls.setIncludeCipherSuites(CIPHERS);
        tls.setRenegotiationAllowed(false);
        tls.setSslSessionCacheSize(REMEMBERED_SESSIONS);
        if (clients == null) {
            // No client shows a certificate: without this, Java would read all public authorities at the start.
            tls.setTrustAll(true);
        } else {
            tls.setTrustStore(clients);
            tls.setNeedClientAuth(true);
        }
    }
}
