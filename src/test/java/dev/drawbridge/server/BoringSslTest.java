package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.certs.ServingCertificate;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoringSslTest {

    @BeforeEach
    void whereItsLibraryIs() {
        Assumptions.assumeTrue(Conscrypt.isAvailable(), "BoringSSL has no library for this platform");
    }

    @ParameterizedTest
    @CsvSource({
        "EC, SHA256withECDSA, true",
        "RSA, SHA256withRSA, true",
        // Conscrypt asks Java for keys of these two kinds only.
        "Ed25519, Ed25519, false"
    })
    void theKeyDecidesWhoseTlsItIs(String key, String signature, boolean isBoringSsl) throws Exception {
        SSLEngine engine = engine(key, signature);

        assertThat(Conscrypt.isConscrypt(engine)).isEqualTo(isBoringSsl);
    }

    /** Nothing is left for the collector, whatever had become of the connection. */
    @ParameterizedTest
    @CsvSource({"NEW", "HANDSHAKE", "CLOSED"})
    void aConnectionThatIsFreedHoldsNothing(String phase) throws Exception {
        SSLEngine engine = engine("EC", "SHA256withECDSA");
        engine.setUseClientMode(false);
        if (!phase.equals("NEW")) {
            engine.beginHandshake();
            assertThat(engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_UNWRAP);
        }
        if (phase.equals("CLOSED")) {
            engine.closeOutbound();
        }

        BoringSsl.free(engine);

        assertThat(engine.isInboundDone()).isTrue();
        assertThat(engine.isOutboundDone()).isTrue();
        assertThat(engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(20_000))
                        .bytesProduced())
                .isZero();
    }

    @Test
    void javasOwnTlsIsLeftToTheCollector() throws Exception {
        SSLEngine engine = engine("Ed25519", "Ed25519");
        engine.setUseClientMode(false);

        BoringSsl.free(engine);

        assertThat(engine.isOutboundDone()).isFalse();
    }

    private static SSLEngine engine(String key, String signature) throws Exception {
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystore(certificate(key, signature).keyStore());
        certificate.setCertificateKeystorePassword("");
        certificate.setCertificateKeyPassword("");
        certificate.setCertificateKeyAlias("tls");
        host.addCertificate(certificate);
        return new BoringSsl()
                .getSSLUtil(certificate)
                .createSSLContext(List.of())
                .createSSLEngine();
    }

    private static ServingCertificate certificate(String key, String signature) throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance(key).generateKeyPair();
        Instant now = Instant.now();
        X500Name name = new X500Name("CN=localhost");
        byte[] encoded = new JcaX509v3CertificateBuilder(
                        name,
                        BigInteger.ONE,
                        Date.from(now),
                        Date.from(now.plus(Duration.ofDays(1))),
                        name,
                        keys.getPublic())
                .build(new JcaContentSignerBuilder(signature).build(keys.getPrivate()))
                .getEncoded();
        X509Certificate certificate = (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        return new ServingCertificate(List.of(certificate), keys.getPrivate());
    }
}
