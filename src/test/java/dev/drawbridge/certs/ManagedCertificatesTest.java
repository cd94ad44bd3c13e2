package dev.drawbridge.certs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of creating, renewing and repairing the shared certificates. */
class ManagedCertificatesTest {

    private static final Instant START = Instant.parse("2026-11-23T00:00:00Z");
    private static final ManagedCertificates.Policy POLICY = new ManagedCertificates.Policy(
            List.of("drawbridge.drawbridge.svc", "drawbridge"), Duration.ofDays(90), Duration.ofMinutes(5));

    private static Instant after(Duration time) {
        return START.plus(time);
    }

    private static ManagedCertificates.Step step(ManagedCertificates certificates, Instant now) {
        return Objects.requireNonNull(certificates.step(POLICY, now, false), "nothing to do");
    }

    private static ManagedCertificates made() {
        return step(ManagedCertificates.NONE, START).to();
    }

    private static int authorities(ManagedCertificates certificates) {
        return certificates.authorities().split("BEGIN CERTIFICATE", -1).length - 1;
    }

    @Test
    void createsAndKeepsFirstCertificate() throws Exception {
        ManagedCertificates.Step first = step(ManagedCertificates.NONE, START);
        ManagedCertificates.Pair served = first.to().served();

        assertThat(first.reason()).isEqualTo("created a certificate and its authority: none existed");
        assertThat(authorities(first.to())).isOne();
        assertThat(ServingCertificate.of(
                                served.certificate().getBytes(StandardCharsets.US_ASCII),
                                served.key().getBytes(StandardCharsets.US_ASCII))
                        .expiry())
                .isEqualTo(after(Duration.ofDays(90)));
        assertThat(first.to().step(POLICY, after(Duration.ofDays(59)), false)).isNull();
    }

    @Test
    void renewedCertificateIsTrustedBeforeItIsServed() {
        ManagedCertificates first = made();
        Instant late = after(Duration.ofDays(61));

        ManagedCertificates prepared = step(first, late).to();
        assertThat(prepared.served()).isEqualTo(first.served());
        assertThat(prepared.nextSince()).isEqualTo(late);
        assertThat(authorities(prepared)).isEqualTo(2);
        assertThat(prepared.step(POLICY, late.plus(Duration.ofMinutes(4)), false))
                .isNull();

        ManagedCertificates promoted =
                step(prepared, late.plus(Duration.ofMinutes(5))).to();
        assertThat(promoted.served()).isEqualTo(prepared.next());
        assertThat(promoted.next()).isNull();
        assertThat(authorities(promoted)).isEqualTo(2);
        assertThat(promoted.step(POLICY, late.plus(Duration.ofDays(1)), false)).isNull();
    }

    @Test
    void expiredAuthorityIsNoLongerTrusted() {
        ManagedCertificates certificates = made();
        Instant now = START;
        for (int i = 0; i < 5; i++) {
            now = now.plus(Duration.ofDays(61));
            certificates = step(certificates, now).to();
            now = now.plus(Duration.ofMinutes(5));
            certificates = step(certificates, now).to();
        }

        assertThat(authorities(certificates)).isEqualTo(2);
    }

    @Test
    void expiredCertificateIsReplacedAtOnce() {
        ManagedCertificates.Step healed = step(made(), after(Duration.ofDays(91)));

        assertThat(healed.reason()).contains("the old one expired at");
        assertThat(healed.to().next()).isNull();
        assertThat(authorities(healed.to())).isOne();
    }

    @Test
    void certificateWithOtherAuthorityHostsOrKeyIsReplaced() {
        ManagedCertificates first = made();
        ManagedCertificates other = made();

        assertThat(step(new ManagedCertificates(other.authorities(), first.served(), null, null), START)
                        .reason())
                .endsWith("is not signed by a trusted authority");
        assertThat(step(
                                new ManagedCertificates(
                                        first.authorities(),
                                        new ManagedCertificates.Pair(
                                                first.served().certificate(),
                                                other.served().key()),
                                        null,
                                        null),
                                START)
                        .reason())
                .endsWith("does not belong to the certificate in tls.crt");
        ManagedCertificates.Policy renamed =
                new ManagedCertificates.Policy(List.of("other.svc"), Duration.ofDays(90), Duration.ZERO);
        assertThat(Objects.requireNonNull(first.step(renamed, START, false)).reason())
                .endsWith("is for other names");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"})
    void unreadableCertificateIsReplacedWithItsAuthorities(String text) {
        ManagedCertificates broken =
                new ManagedCertificates(text, new ManagedCertificates.Pair(text, text), null, null);

        assertThat(authorities(step(broken, START).to())).isOne();
    }

    @Test
    void brokenNextCertificateIsReplaced() {
        ManagedCertificates first = made();
        Instant late = after(Duration.ofDays(61));
        ManagedCertificates broken = new ManagedCertificates(
                first.authorities(), first.served(), new ManagedCertificates.Pair("x", "y"), late);

        ManagedCertificates.Step dropped = step(broken, late);
        assertThat(dropped.reason()).startsWith("dropped the next certificate: ");
        assertThat(step(dropped.to(), late).to().next()).isNotNull();
    }

    @Test
    void requestedRotationCreatesNextCertificate() {
        ManagedCertificates first = made();
        Instant soon = after(Duration.ofDays(1));

        ManagedCertificates.Step rotated = Objects.requireNonNull(first.step(POLICY, soon, true));

        assertThat(rotated.reason()).endsWith("a rotation was requested");
        assertThat(rotated.to().served()).isEqualTo(first.served());
        assertThat(rotated.to().next()).isNotNull();
        assertThat(rotated.to().step(POLICY, soon, true))
                .as("its authority is not trusted for long enough")
                .isNull();
        assertThat(step(rotated.to(), soon.plus(Duration.ofMinutes(5))).to().served())
                .isEqualTo(rotated.to().next());
    }

    @Test
    void changedValidityCountsAtOnce() {
        ManagedCertificates.Policy shorter =
                new ManagedCertificates.Policy(POLICY.hosts(), Duration.ofDays(30), POLICY.grace());

        ManagedCertificates.Step renewed = Objects.requireNonNull(made().step(shorter, START, false));

        assertThat(renewed.reason()).endsWith("the served certificate has a different validity");
        Instant trusted = START.plus(POLICY.grace());
        ManagedCertificates served = Objects.requireNonNull(renewed.to().step(shorter, trusted, false))
                .to();
        assertThat(served.step(shorter, trusted, false)).isNull();
    }
}
