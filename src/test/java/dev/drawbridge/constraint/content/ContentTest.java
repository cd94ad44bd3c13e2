package dev.drawbridge.constraint.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.port.Times;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of text formats at their boundaries. */
class ContentTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "1", "a-b", "a.b", "a-b.c-d", "0.0", "xn--a"})
    void validSubdomainHasNoProblem(String text) {
        assertThat(DnsNames.subdomain(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", ".", "a-", "-a", "a.", ".a", "a..b", "a.-b", "a-.b", "A", "a_b", "a b", "é", "a\n", "a/b"
            })
    void invalidSubdomainHasProblem(String text) {
        assertThat(DnsNames.subdomain(text)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"252,true", "253,true", "254,false"})
    void subdomainHasAtMost253Characters(int length, boolean right) {
        assertThat(DnsNames.subdomain("a".repeat(length)) == null).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({"62,true", "63,true", "64,false"})
    void labelAndNamePartHaveAtMost63Characters(int length, boolean right) {
        assertThat(DnsNames.label("a".repeat(length)) == null).isEqualTo(right);
        assertThat(LabelKeys.qualifiedName("a.b/" + "A".repeat(length)) == null).isEqualTo(right);
        assertThat(LabelKeys.labelValue("A".repeat(length)) == null).isEqualTo(right);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "", "A"})
    void labelHasNoDotsAndNoUpperCase(String text) {
        assertThat(DnsNames.label(text)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"a-,true", "a.b-,true", "-,false", "A-,true", ".-,true", "bA-,true", "Ab-,false", "é-,false", "--,true"
    })
    void prefixMayEndWithADashBehindAnything(String text, boolean right) {
        assertThat(DnsNames.subdomainPrefix(text) == null).isEqualTo(right);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A_b.c-d", "example.com/Name", "1"})
    void validQualifiedNameHasNoProblem(String text) {
        assertThat(LabelKeys.qualifiedName(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a/", "/a", "a/b/c", "A/b", "-a", "a-", "a b", "_"})
    void invalidQualifiedNameHasProblem(String text) {
        assertThat(LabelKeys.qualifiedName(text)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3,true",
        "0.0.0,true",
        "1.2.3-rc.1+b.2,true",
        "1.2,false",
        "01.2.3,false",
        "1.2.3-01,false",
        "v1.2.3,false",
        "1.2.3\u0661,false",
        "1.2.3-rc.1-2,true",
        "1.2.3-0.3-01,true",
        "1.2.3-1-,true",
        "1.2.3-rc.01,false",
        "1.2.3-rc.,false"
    })
    void semanticVersion(String text, boolean right) {
        assertThat(Scalars.semanticVersion(text) == null).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({
        "1,true",
        "1.5Gi,true",
        "-3m,true",
        ".5,true",
        "5.,true",
        "1e3,true",
        "1E,true",
        "1e,false",
        "Gi,true",
        ".,true",
        "Ei,false",
        "' 1 ',true",
        "1e+,false",
        "12345678901234567890n,true",
        "1 Gi,false",
        "1K,false",
        "'',false"
    })
    void quantity(String text, boolean right) {
        assertThat(Scalars.quantity(text) == null).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:00:00Z,true",
        "2026-01-01T02:00:00.5+02:00,true",
        "2024-02-29T23:59:59Z,true",
        "2026-02-29T00:00:00Z,false",
        "2026-01-01T24:00:00Z,false",
        "2026-01-01T0:00:00Z,true",
        "2026-01-01T:00:00Z,false",
        "2026-01-01T00:0:00Z,false",
        "2026-01-01T00:00:00,false",
        "2026-01-01 00:00:00Z,false",
        "2026-1-1T00:00:00Z,false",
        "2026-01-01T00:00:00+25:00,false"
    })
    void time(String text, boolean right) {
        assertThat(Scalars.time(text) == null).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T02:00:00+02:00,2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.9Z,2026-01-01T00:00:00.9Z",
        "2026-01-01T00:00:00.0123456789Z,2026-01-01T00:00:00.012345678Z"
    })
    void instantCountsNanosecondsInUtc(String text, String instant) {
        assertThat(Times.instant(text)).isEqualTo(Instant.parse(instant));
    }
}
