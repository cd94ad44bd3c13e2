package dev.drawbridge.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates of authorities, in a file. */
final class Authorities {

    private Authorities() {}

    /**
     * TLS for a client that trusts the certificates of a file, PEM.
     *
     * @throws IOException with a sentence if it cannot be read, or holds none
     */
    static SSLContext trustedIn(Path file) throws IOException {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(in(file));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " cannot be trusted: " + e.getMessage(), e);
        }
    }

    /**
     * The certificates of a file, PEM, as a trust store.
     *
     * @throws IOException with a sentence where it cannot be read, or holds none
     */
    static KeyStore in(Path file) throws IOException {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca-" + count++, certificate);
            }
            if (count == 0) {
                throw new IOException(file + " holds no certificates");
            }
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " holds no certificates: " + e.getMessage(), e);
        }
    }
}
