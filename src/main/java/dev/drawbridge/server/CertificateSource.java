package dev.drawbridge.server;

/** Whoever puts the certificate into its directory. */
@FunctionalInterface
interface CertificateSource extends AutoCloseable {

    /** Somebody else, or {@link EmbeddedCertificates}. */
    CertificateSource FILES = () -> {};

    @Override
    void close();
}
