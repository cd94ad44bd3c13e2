package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import java.io.IOException;

/** A setting that prevents the start; the message names it, the limit and what to do. */
final class InvalidSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidSetting(String message) {
        super(message);
    }

    InvalidSetting(String message, Throwable cause) {
        super(message, cause);
    }

    /** A directory that has no certificate to serve. */
    static InvalidSetting ofCertificates(CertificateDirectory certificates, IOException e) {
        return new InvalidSetting(
                "drawbridge.tls.directory " + certificates.path().toAbsolutePath()
                        + " must hold tls.crt and tls.key, or be empty and writable: " + e.getMessage(),
                e);
    }
}
