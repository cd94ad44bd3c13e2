package dev.drawbridge.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookCertificatesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int DNS = 2;
    private static final int IP = 7;

    private final WebhookCertificates certificates =
            WebhookCertificates.generate(List.of("drawbridge.ns.svc", "127.0.0.1", "::1"), NOW, Duration.ofDays(30));

    @Test
    void servingCertificateIsOnlyForHostsAndServerUse() throws Exception {
        X509Certificate serving = certificate(certificates.certificate());

        assertThat(serving.getSubjectAlternativeNames())
                .containsExactly(
                        List.of(DNS, "drawbridge.ns.svc"), List.of(IP, "127.0.0.1"), List.of(IP, "0:0:0:0:0:0:0:1"));
        assertThat(serving.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(serving.getBasicConstraints()).isEqualTo(-1);
        assertThat(((ECPublicKey) serving.getPublicKey()).getParams().getOrder().bitLength())
                .isEqualTo(256);
        assertThat(serving.getNotAfter()).isEqualTo(NOW.plus(Duration.ofDays(30)));
    }

    @Test
    void authoritySignsOnlyServingCertificate() throws Exception {
        X509Certificate authority = certificate(certificates.caCertificate());

        certificate(certificates.certificate()).verify(authority.getPublicKey());
        assertThat(authority.getBasicConstraints()).isZero();
    }

    @Test
    void rejectsCertificateWithoutHosts() {
        assertThatThrownBy(() -> WebhookCertificates.generate(List.of(), NOW, Duration.ofDays(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keyFileIsReadableOnlyByOwner(@TempDir Path folder) throws IOException {
        CertificateDirectory directory = new CertificateDirectory(folder.resolve("new/tls"));
        assertThat(directory.isEmpty()).isTrue();

        directory.write(certificates);
        directory.write(certificates);

        assertThat(directory.isEmpty()).isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.key())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(directory.key())).startsWith("-----BEGIN PRIVATE KEY-----");
        assertThat(directory.lasts(NOW, Duration.ofDays(29))).isTrue();
        assertThat(directory.lasts(NOW, Duration.ofDays(30))).isFalse();
        try (var files = Files.list(directory.path())) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void rejectsKeyOfOtherCertificate(@TempDir Path folder) throws IOException {
        CertificateDirectory directory = new CertificateDirectory(folder);
        directory.write(certificates);
        Files.writeString(
                directory.key(),
                WebhookCertificates.generate(List.of("localhost"), NOW, Duration.ofDays(1))
                        .key());

        assertThatThrownBy(() -> read(directory)).hasMessageContaining("does not belong to the certificate");
    }

    private static ServingCertificate read(CertificateDirectory directory) throws IOException {
        return ServingCertificate.of(Files.readAllBytes(directory.certificate()), Files.readAllBytes(directory.key()));
    }

    @Test
    void readsTraditionalOpenSslKey() throws IOException, GeneralSecurityException {
        PrivateKey key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(key);
        }

        assertThat(text.toString()).startsWith("-----BEGIN RSA PRIVATE KEY-----");
        assertThat(TraditionalKey.read(text.toString())).isEqualTo(key);
        assertThatThrownBy(() -> TraditionalKey.read(certificates.certificate()))
                .hasMessageContaining("no private key");
    }

    private static X509Certificate certificate(String pem) throws CertificateException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }
}
