package dev.drawbridge.certs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * A certificate and its key, which are verified to belong together.
 *
 * @param chain the serving certificate first, then those of the authorities that signed it
 */
public record ServingCertificate(List<X509Certificate> chain, PrivateKey key) {

    private static final String PKCS8_BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String PKCS8_END = "-----END PRIVATE KEY-----";
    private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "EdDSA", "RSASSA-PSS");

    /**
     * Reads and verifies a pair.
     *
     * @param certificate X.509 certificates in PEM
     * @param key a private key in PEM: PKCS #8, PKCS #1 or SEC 1, unencrypted
     * @throws IOException with a message if one of them cannot be read, or the key does not belong to the certificate
     */
    public static ServingCertificate of(byte[] certificate, byte[] key) throws IOException {
        List<X509Certificate> chain = chain(certificate);
        PrivateKey privateKey = privateKey(key);
        if (!signs(privateKey, chain.get(0))) {
            throw new IOException("the key in tls.key does not belong to the certificate in tls.crt");
        }
        return new ServingCertificate(chain, privateKey);
    }

    private static List<X509Certificate> chain(byte[] pem) throws IOException {
        try {
            List<X509Certificate> chain = certificates(pem);
            if (!chain.isEmpty()) {
                return chain;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("tls.crt holds no X.509 certificate in PEM", e);
        }
        throw new IOException("tls.crt holds no X.509 certificate in PEM");
    }

    static List<X509Certificate> certificates(byte[] pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    private static PrivateKey privateKey(byte[] pem) throws IOException {
        String text = new String(pem, StandardCharsets.US_ASCII);
        try {
            int begin = text.indexOf(PKCS8_BEGIN);
            int end = text.indexOf(PKCS8_END);
            return begin >= 0 && end > begin
                    ? pkcs8(Base64.getMimeDecoder().decode(text.substring(begin + PKCS8_BEGIN.length(), end)))
                    : TraditionalKey.read(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("tls.key holds no private key in PEM", e);
        }
    }

    private static PrivateKey pkcs8(byte[] encoded) throws IOException {
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (GeneralSecurityException wrongAlgorithm) {
                // The next key factory may accept it.
            }
        }
        throw new IOException("tls.key must hold an EC, RSA or EdDSA key");
    }

    /** Whether the certificate verifies a signature of the key. */
    private static boolean signs(PrivateKey key, X509Certificate certificate) throws IOException {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "EC", "ECDSA" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    case "RSASSA-PSS", "EdDSA", "Ed25519", "Ed448" -> key.getAlgorithm();
                    default -> throw new IOException("tls.key holds an unsupported kind of key: " + key.getAlgorithm());
                };
        byte[] challenge = new byte[32];
        new SecureRandom().nextBytes(challenge);
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(challenge);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(challenge);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** The expiry of the serving certificate. */
    public Instant expiry() {
        return expiry(chain);
    }

    /** The expiry of the serving certificate in a PEM file. */
    static Instant expiry(byte[] certificate) throws IOException {
        return expiry(chain(certificate));
    }

    private static Instant expiry(List<X509Certificate> chain) {
        return chain.get(0).getNotAfter().toInstant();
    }

    /**
     * The pair as a key store in memory for Java's TLS; a PKCS #12 store would encrypt the key, which takes half a
     * second.
     */
    public KeyStore keyStore() {
        try {
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, null);
            store.setKeyEntry("tls", key, new char[0], chain.toArray(X509Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java cannot keep a key in memory", e);
        }
    }
}
