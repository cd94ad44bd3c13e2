package dev.drawbridge.certs;

import java.io.IOException;
import java.io.StringReader;
import java.security.PrivateKey;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/**
 * Private keys in the former format of OpenSSL, {@code BEGIN RSA PRIVATE KEY} and {@code BEGIN EC PRIVATE KEY}, which
 * Java itself does not read.
 */
final class TraditionalKey {

    private TraditionalKey() {}

    static PrivateKey read(String pem) throws IOException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
                if (part instanceof PEMKeyPair pair) {
                    return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
                }
            }
        } catch (IOException e) {
            throw new IOException("tls.key holds no private key in PEM", e);
        }
        throw new IOException("tls.key holds no private key in PEM, or an encrypted one");
    }
}
