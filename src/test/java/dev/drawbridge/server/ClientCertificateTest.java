package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.drawbridge.TrustedAuthority;
import java.io.IOException;
import java.math.BigInteger;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests of client certificates: with the setting, only clients with such a certificate may call. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "drawbridge.tls.directory=target/client-certificate-test/tls")
@ResourceLock(Resources.SYSTEM_OUT)
class ClientCertificateTest {

    private static final Path CA = Path.of("target/client-certificate-test/tls/ca.crt");
    private static final Path CLIENT_CA = Path.of("target/client-certificate-test/client-ca.crt");

    private static KeyPair keys;
    private static X509Certificate certificate;
    private static int management;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        keys = generator.generateKeyPair();
        certificate = certificate(keys);
        Files.createDirectories(CLIENT_CA.getParent());
        Files.writeString(
                CLIENT_CA,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        try (ServerSocket free = new ServerSocket(0)) {
            management = free.getLocalPort();
        }
        registry.add("drawbridge.management-port", () -> management);
        registry.add("drawbridge.tls.client-ca", CLIENT_CA::toString);
    }

    private static X509Certificate certificate(KeyPair keys) throws Exception {
        X500Name name = new X500Name("CN=kube-apiserver");
        Instant now = Instant.now();
        return new JcaX509CertificateConverter()
                .getCertificate(new JcaX509v3CertificateBuilder(
                                name,
                                BigInteger.ONE,
                                Date.from(now.minus(Duration.ofHours(1))),
                                Date.from(now.plus(Duration.ofHours(1))),
                                name,
                                keys.getPublic())
                        .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    }

    @Test
    void clientWithCertificateIsAnswered() throws Exception {
        assertThat(status(context(keys, certificate))).isEqualTo(200);
    }

    @Test
    void clientWithoutOrWithOtherCertificateIsRefused() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        KeyPair others = generator.generateKeyPair();

        assertThatIOException().isThrownBy(() -> status(TrustedAuthority.context(CA)));
        assertThatIOException().isThrownBy(() -> status(context(others, certificate(others))));
    }

    @Test
    void probesNeedNoClientCertificate() throws Exception {
        HttpRequest readiness = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + management + "/actuator/health/readiness"))
                .build();

        assertThat(HttpClient.newHttpClient()
                        .send(readiness, BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    private int status(SSLContext context) throws IOException, InterruptedException {
        HttpRequest review = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/validate"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofFile(Path.of("deploy/try/denied-review.json")))
                .build();
        return HttpClient.newBuilder()
                .sslContext(context)
                .build()
                .send(review, BodyHandlers.discarding())
                .statusCode();
    }

    private static SSLContext context(KeyPair keys, X509Certificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("client", keys.getPrivate(), new char[0], new X509Certificate[] {certificate});
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(store, new char[0]);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(TrustedAuthority.store(CA));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
