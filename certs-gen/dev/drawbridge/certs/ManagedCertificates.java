package dev.drawbridge.certs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Certificates that several replicas of a webhook share, with their renewal. Each renewal has its own authority, whose
 * key is discarded. Clients trust the new authority, together with the old one, for a grace period before its
 * certificate is served, so that no call fails.
 *
 * @param authorities the certificates of all authorities that clients should trust, in PEM
 * @param served the served certificate; null if there is none yet
 * @param next the certificate to be served next; null if there is none
 * @param nextSince the time since which the next authority is trusted; null if there is none
 */
public record ManagedCertificates(
        String authorities,
        @Nullable Pair served,
        @Nullable Pair next,
        @Nullable Instant nextSince) {

    /** The tolerance for times, which certificates round to seconds. */
    private static final Duration ROUNDED = Duration.ofSeconds(2);

    /** No certificates yet. */
    public static final ManagedCertificates NONE = new ManagedCertificates("", null, null, null);

    /** A certificate and its key, in PEM. */
    public record Pair(String certificate, String key) {

        private static Pair of(WebhookCertificates made) {
            return new Pair(made.certificate(), made.key());
        }
    }

    /**
     * The requirements for the certificates.
     *
     * @param hosts the names of the webhook
     * @param validity the validity of a certificate; it is renewed when a third of that is left
     * @param grace the time for which an authority is trusted before its certificate is served
     */
    public record Policy(List<String> hosts, Duration validity, Duration grace) {}

    /**
     * A change of the certificates.
     *
     * @param to the certificates after the change
     * @param reason the action and its reason, for a log
     */
    public record Step(ManagedCertificates to, String reason) {}

    /** Whether the certificate can be served. */
    public boolean isUsable(Policy policy, Instant now) {
        return problem(served, policy, now) == null;
    }

    /**
     * The change that is due now; null if there is none.
     *
     * @param isRotated whether a rotation was requested
     */
    public @Nullable Step step(Policy policy, Instant now, boolean isRotated) {
        String problem = problem(served, policy, now);
        if (problem != null) {
            WebhookCertificates made = WebhookCertificates.generate(policy.hosts(), now, policy.validity());
            return new Step(
                    new ManagedCertificates(
                            made.caCertificate() + trusted(authorities, now), Pair.of(made), null, null),
                    "created a certificate and its authority: " + problem);
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
                    "created the next certificate and its authority: " + reason);
        }
        return null;
    }

    /** The reason why a certificate cannot be served; null if it can. */
    private @Nullable String problem(@Nullable Pair pair, Policy policy, Instant now) {
        if (pair == null) {
            return "none existed";
        }
        try {
            X509Certificate certificate = certificate(pair);
            if (!certificate.getNotAfter().toInstant().isAfter(now)) {
                return "the old one expired at " + certificate.getNotAfter().toInstant();
            }
            if (!names(certificate).containsAll(policy.hosts())) {
                return "the old one is for other names";
            }
            return certificates(authorities).stream().anyMatch(authority -> hasSigned(authority, certificate))
                    ? null
                    : "the old one is not signed by a trusted authority";
        } catch (IOException | GeneralSecurityException e) {
            return "the old one cannot be used: " + e.getMessage();
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
     * The reason for replacing a valid certificate: less than a third of its validity is left, or the policy has
     * another validity; null if there is none.
     */
    private static @Nullable String reasonToRenew(@Nullable Pair pair, Policy policy, Instant now) {
        try {
            X509Certificate certificate = certificate(Objects.requireNonNull(pair));
            Instant from = certificate.getNotBefore().toInstant();
            Instant until = certificate.getNotAfter().toInstant();
            Duration life = Duration.between(from, until);
            if (Duration.between(now, until).multipliedBy(3).compareTo(life) < 0) {
                return "less than a third of the validity of the served certificate is left";
            }
            Duration wanted = policy.validity().plus(WebhookCertificates.BACKDATED);
            return life.minus(wanted).abs().compareTo(ROUNDED) <= 0
                    ? null
                    : "the served certificate has a different validity";
        } catch (IOException e) {
            throw new IllegalStateException("it was read before", e);
        }
    }

    /** The authorities that are still valid, in PEM. */
    private static String trusted(String authorities, Instant now) {
        StringBuilder valid = new StringBuilder();
        try {
            for (X509Certificate authority : certificates(authorities)) {
                if (authority.getNotAfter().toInstant().isAfter(now)) {
                    valid.append(WebhookCertificates.pem("CERTIFICATE", authority.getEncoded()));
                }
            }
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a certificate that was read has no encoding", e);
        }
        return valid.toString();
    }

    /** The certificates in a text; empty if it has none that can be read. */
    private static List<X509Certificate> certificates(String pem) {
        try {
            return ServingCertificate.certificates(pem.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            return List.of();
        }
    }
}
