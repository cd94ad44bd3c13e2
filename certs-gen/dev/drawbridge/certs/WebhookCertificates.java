package dev.drawbridge.certs;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * The TLS files of a webhook, in PEM: keys are ECDSA P-256, the serving certificate is good for server
 * authentication only, and the authority's own key is discarded after signing.
 *
 * @param caCertificate the authority's certificate, which a client trusts
 * @param certificate the serving certificate
 * @param key the serving key, PKCS #8, unencrypted
 */
public record WebhookCertificates(String caCertificate, String certificate, String key) {

    private static final String SIGNATURE = "SHA256withECDSA";
    private static final int SERIAL_BITS = 127;

    /** The time before the creation from which certificates are valid, since clocks differ. */
    static final Duration BACKDATED = Duration.ofMinutes(5);

    /** The names of a Service in its cluster, and others. */
    public static List<String> hosts(String service, String namespace, List<String> others) {
        String name = service + "." + namespace;
        return Stream.concat(Stream.of(name + ".svc", name + ".svc.cluster.local", name, service), others.stream())
                .toList();
    }

    /**
     * Creates an authority and a certificate for these names.
     *
     * @param hosts DNS names and IP addresses; at least one, the first is also the common name of the certificate
     * @param now the time of creation
     * @param validity the validity of both certificates
     */
    public static WebhookCertificates generate(List<String> hosts, Instant now, Duration validity) {
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("a serving certificate needs at least one DNS name or IP address");
        }
        try {
            SecureRandom random = new SecureRandom();
            KeyPair caKeys = keys(random);
            KeyPair keys = keys(random);
            X500Name caName = name("Drawbridge webhook CA " + new BigInteger(32, random).toString(16));
            Date from = Date.from(now.minus(BACKDATED));
            Date until = Date.from(now.plus(validity));
            JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();

            X509v3CertificateBuilder ca = new JcaX509v3CertificateBuilder(
                            caName, serial(random), from, until, caName, caKeys.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
                    .addExtension(
                            Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(caKeys.getPublic()));

            X509v3CertificateBuilder serving = new JcaX509v3CertificateBuilder(
                            caName, serial(random), from, until, name(commonName(hosts)), keys.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(Extension.subjectAlternativeName, false, alternativeNames(hosts))
                    .addExtension(
                            Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(keys.getPublic()))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            ids.createAuthorityKeyIdentifier(caKeys.getPublic()));

            return new WebhookCertificates(
                    pem(signed(ca, caKeys)),
                    pem(signed(serving, caKeys)),
                    pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("this Java cannot make an ECDSA P-256 certificate", e);
        }
    }

    private static KeyPair keys(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    private static BigInteger serial(SecureRandom random) {
        return new BigInteger(SERIAL_BITS, random).setBit(0);
    }

    private static X500Name name(String commonName) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.CN, commonName)
                .build();
    }

    /** A common name has at most 64 characters; clients verify the alternative names. */
    private static String commonName(List<String> hosts) {
        String host = hosts.get(0);
        return host.length() <= 64 ? host : "drawbridge";
    }

    private static GeneralNames alternativeNames(List<String> hosts) {
        return new GeneralNames(hosts.stream()
                .map(host -> new GeneralName(isAddress(host) ? GeneralName.iPAddress : GeneralName.dNSName, host))
                .toArray(GeneralName[]::new));
    }

    private static boolean isAddress(String host) {
        return host.indexOf(':') >= 0 || host.matches("\\d{1,3}(\\.\\d{1,3}){3}");
    }

    private static X509CertificateHolder signed(X509v3CertificateBuilder certificate, KeyPair by)
            throws OperatorCreationException {
        return certificate.build(new JcaContentSignerBuilder(SIGNATURE).build(by.getPrivate()));
    }

    private static String pem(X509CertificateHolder certificate) throws IOException {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    static String pem(String type, byte[] content) throws IOException {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(new PemObject(type, content));
        }
        return text.toString();
    }
}
