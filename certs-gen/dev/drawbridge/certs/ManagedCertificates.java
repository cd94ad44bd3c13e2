package dev.drawbridge.certs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Certificates that several replicas of a webhook share, and what becomes of them as time goes by. Each renewal has an
 * authority of its own, whose key is thrown away. Before its certificate is served, its authority is trusted for a
 * while next to the earlier one; so no call fails.
 *
 * @param authorities the certificates of all authorities that clients are to trust, in PEM
 * @param served the certificate that is served; null where there is none yet
 * @param next the certificate that will be served; null where there is none
 * @param nextSince since when the authority of the next one is trusted; null where there is none
 */
public record ManagedCertificates(
        String authorities,
        @Nullable Pair served,
        @Nullable Pair next,
        @Nullable Instant nextSince) {

    /** Certificates have whole seconds. */
    private static final Duration ROUNDED = Duration.ofSeconds(2);

    /** None yet. */
    public static final ManagedCertificates NONE = new ManagedCertificates("", null, null, null);

    /** A certificate and its key, in PEM. */
    public record Pair(String certificate, String key) {

        private static Pair of(WebhookCertificates made) {
            return new Pair(made.certificate(), made.key());
        }
    }

    /**
     * What is asked of them.
     *
     * @param hosts the names of the webhook
     * @param validity how long a certificate is valid; it is renewed when a third of that is left
     * @param grace how long an authority is trusted before its certificate is served
     */
    public record Policy(List<String> hosts, Duration validity, Duration grace) {}

    /**
     * A change.
     *
     * @param to what they become
     * @param reason what is done, and why, for a log
     */
    public record Step(ManagedCertificates to, String reason) {}

    /** Whether the certificate can be served. */
    public boolean isUsable(Policy policy, Instant now) {
        return problem(served, policy, now) == null;
    }

    /**
     * What is to be done now; null if nothing is.
     *
     * @param isRotated whether somebody wants another certificate
     */
    public @Nullable Step step(Policy policy, Instant now, boolean isRotated) {
        String problem = problem(served, policy, now);
        if (problem != null) {
            WebhookCertificates made = WebhookCertificates.generate(policy.hosts(), now, policy.validity());
            return new Step(
                    new ManagedCertificates(
                            made.caCertificate() + trusted(authorities, now), Pair.of(made), null, null),
                    "made a certificate and its authority: " + problem);
        }
        if (next != null && nextSince != null) {
            String problemOfNext = problem(next, policy, now);
            if (problemOfNext != null) {
                return new Step(
                        new ManagedCertificates(authorities, served, null, null),
                        "dropped the next certificate: " + problemOfNext);
            }
            return nextSince.plus(policy.grace()).isAfter(now)
                    ? null
                    : new Step(
                            new ManagedCertificates(trusted(authorities, now), next, null, null),
                            "serving the next certificate, whose authority is trusted since " + nextSince);
        }
        String reason = isRotated ? "a rotation was requested" : reasonToRenew(served, policy, now);
        if (reason != null) {
            WebhookCertificates made = WebhookCertificates.generate(policy.hosts(), now, policy.validity());
            return new Step(
                    new ManagedCertificates(
                            made.caCertificate() + trusted(authorities, now), served, Pair.of(made), now),
                    "made the next certificate and its authority: " + reason);
        }
        return null;
    }

    /** What keeps a certificate from being served; null where nothing does. */
    private @Nullable String problem(@Nullable Pair pair, Policy policy, Instant now) {
        if (pair == null) {
            return "there was none";
        }
        try {
            X509Certificate certificate = certificate(pair);
            if (!certificate.getNotAfter().toInstant().isAfter(now)) {
                return "the one that was there expired at "
                        + certificate.getNotAfter().toInstant();
            }
            if (!names(certificate).containsAll(policy.hosts())) {
                return "the one that was there is for other names";
            }
            return certificates(authorities).stream().anyMatch(authority -> hasSigned(authority, certificate))
                    ? null
                    : "the one that was there is not of a trusted authority";
        } catch (IOException | GeneralSecurityException e) {
            return "the one that was there cannot be used: " + e.getMessage();
        }
    }

    private static X509Certificate certificate(Pair pair) throws IOException {
        return ServingCertificate.of(
                        pair.certificate().getBytes(StandardCharsets.US_ASCII),
                        pair.key().getBytes(StandardCharsets.US_ASCII))
                .chain()
                .get(0);
    }

    private static List<String> names(X509Certificate certificate) throws GeneralSecurityException {
        return certificate.getSubjectAlternativeNames() == null
                ? List.of()
                : certificate.getSubjectAlternativeNames().stream()
                        .map(name -> String.valueOf(name.get(1)))
                        .toList();
    }

    private static boolean hasSigned(X509Certificate authority, X509Certificate certificate) {
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /**
     * Why a good certificate is replaced: less than a third of its life is left, or the policy wants another life; null
     * if it stays.
     */
    private static @Nullable String reasonToRenew(@Nullable Pair pair, Policy policy, Instant now) {
        try {
            X509Certificate certificate = certificate(Objects.requireNonNull(pair));
            Instant from = certificate.getNotBefore().toInstant();
            Instant until = certificate.getNotAfter().toInstant();
            Duration life = Duration.between(from, until);
            if (Duration.between(now, until).multipliedBy(3).compareTo(life) < 0) {
                return "less than a third of the life of the one that is served is left";
            }
            Duration wanted = policy.validity().plus(WebhookCertificates.BACKDATED);
            return life.minus(wanted).abs().compareTo(ROUNDED) <= 0
                    ? null
                    : "the one that is served was made for another validity";
        } catch (IOException e) {
            throw new IllegalStateException("it was read before", e);
        }
    }

    /** Those authorities that are still valid, in PEM. */
    private static String trusted(String authorities, Instant now) {
        StringBuilder valid = new StringBuilder();
        for (X509Certificate authority : certificates(authorities)) {
            if (authority.getNotAfter().toInstant().isAfter(now)) {
                valid.append(pem(authority));
            }
        }
        return valid.toString();
    }

    private static String pem(X509Certificate certificate) {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read has no encoding", e);
        }
    }

    /** The certificates in a text; none where it holds none that can be read. */
    private static List<X509Certificate> certificates(String pem) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
                    .forEach(one -> certificates.add((X509Certificate) one));
        } catch (GeneralSecurityException e) {
            return List.of();
        }
        return certificates;
    }
}
