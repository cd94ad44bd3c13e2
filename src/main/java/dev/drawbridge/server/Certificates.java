package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.ServingCertificate;
import dev.drawbridge.certs.WebhookCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The serving certificate. Both files are read twice a second, so any way to replace them works. A mismatched or
 * unreadable pair never replaces a valid one.
 */
final class Certificates {

    private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);

    private static final List<String> LOCAL_HOSTS = List.of("localhost", "127.0.0.1", "::1");
    private static final Duration LOCAL_VALIDITY = Duration.ofDays(365);
    private static final Duration LAST_DAYS = Duration.ofDays(30);

    /** The limit of cached TLS sessions of some kilobytes each: Java's default, 20,480, would exceed the heap. */
    private static final int CACHED_SESSIONS = 256;

    private final CertificateDirectory directory;
    private final SslContextFactory.Server tls = new SslContextFactory.Server();
    private volatile ServingCertificate served;
    private Pair last;
    private Pair handled;

    /** Creates the certificate of a directory; without authorities, clients need no certificate. */
    Certificates(CertificateDirectory directory, @Nullable KeyStore clients) {
        this.directory = directory;
        this.last = Pair.in(directory);
        this.handled = last;
        try {
            this.served = last.certificate();
        } catch (IOException e) {
            throw unusable(directory, e);
        }
        configure(clients);
        if (served.expiry().isBefore(Instant.now())) {
            LOG.warn("the certificate in {} expired at {}; API servers refuse it", directory.path(), served.expiry());
        }
    }

    /**
     * Creates a certificate for this machine if the directory has none; in the default directory, also shortly before
     * it expires.
     */
    static void makeIfMissing(Path directory) {
        CertificateDirectory certificates = new CertificateDirectory(directory);
        boolean isDefault = directory.equals(Path.of(DrawbridgeProperties.Tls.DIRECTORY));
        try {
            if (certificates.isEmpty() || isDefault && !certificates.lasts(Instant.now(), LAST_DAYS)) {
                certificates.write(WebhookCertificates.generate(LOCAL_HOSTS, Instant.now(), LOCAL_VALIDITY));
            }
        } catch (IOException e) {
            throw unusable(certificates, e);
        }
    }

    private static InvalidSetting unusable(CertificateDirectory certificates, IOException e) {
        return new InvalidSetting(
                "drawbridge.tls.directory " + certificates.path().toAbsolutePath()
                        + " must hold tls.crt and tls.key, or be empty and writable: " + e.getMessage(),
                e);
    }

    SslContextFactory.Server tls() {
        return tls;
    }

    Instant expiry() {
        return served.expiry();
    }

    /** Serves the files' certificate if it is new, valid, and unchanged since the last call. */
    @Scheduled(fixedDelay = 500)
    synchronized void refresh() {
        Pair now = Pair.in(directory);
        boolean isBeingWritten = !now.isSame(last);
        last = now;
        if (isBeingWritten || now.isSame(handled)) {
            return;
        }
        handled = now;
        try {
            serve(now.certificate());
        } catch (IOException e) {
            LOG.warn("keeping the last certificate: in {}, {}", directory.path(), e.getMessage());
        }
    }

    private void serve(ServingCertificate next) throws IOException {
        if (!next.equals(served)) {
            try {
                tls.reload(factory -> factory.setKeyStore(next.keyStore()));
            } catch (Exception e) { // SslContextFactory.reload declares no narrower type
                throw new IOException("the certificate cannot be served: " + e.getMessage(), e);
            }
            served = next;
            LOG.info("serving a new certificate, valid until {}", next.expiry());
        }
    }

    /** The content of both files; null for a missing file. */
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
        tls.setRenegotiationAllowed(false);
        tls.setSslSessionCacheSize(CACHED_SESSIONS);
        if (clients == null) {
            // Clients send no certificate. Otherwise Java would read all public certificate authorities at start.
            tls.setTrustAll(true);
        } else {
            tls.setTrustStore(clients);
            tls.setNeedClientAuth(true);
        }
    }
}
