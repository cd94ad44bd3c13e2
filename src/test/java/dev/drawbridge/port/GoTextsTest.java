package dev.drawbridge.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.GoRegexp;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of Go's limits that need long texts; {@link PortsTest} has the short ones. */
class GoTextsTest {

    @Test
    void nestingAndSizeAreBoundedAsInGo() {
        assertThat(GoRegexp.problem("(?i)[\\x{1000}-\\x{2000}]"))
                .as("no case is folded")
                .isNull();
        assertThat(GoRegexp.problem("(".repeat(999) + ")".repeat(999))).isNull();
        assertThat(GoRegexp.problem("(".repeat(1000) + ")".repeat(1000))).contains("nests too deeply");
        assertThat(GoRegexp.problem("(".repeat(20_000))).contains("missing closing )");
        assertThat(GoRegexp.problem("(?:" + "a".repeat(3353) + "y){1000}")).isNull();
        assertThat(GoRegexp.problem("(?:" + "a".repeat(3355) + "y){1000}")).contains("too large");
    }

    @Test
    void longTextsNeedNoStack() {
        assertThat(Durations.nanoseconds("1h".repeat(1000))).isNotNull();
        assertThat(Durations.nanoseconds("1".repeat(1_000_000) + "h")).isNull();
        assertThat(Quantity.parse("0".repeat(1_000_000) + "!")).isNull();
        assertThat(Quantity.parse("1".repeat(100_000))).isGreaterThan(Quantity.parse("1e500"));
    }

    @Test
    void rowsOfZerosAreRead() {
        readRowsOf("0".repeat(20_000));
    }

    @Test
    @Tag("siege")
    void rowsOfZerosTakeNoQuadraticTime() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> readRowsOf("0".repeat(200_000)));
    }

    private static void readRowsOf(String zeros) {
        assertThat(Durations.nanoseconds(zeros + "x")).isNull();
        assertThat(Durations.nanoseconds(zeros + "." + zeros + "s")).isZero();
        assertThat(AddressReader.bytes(":0".repeat(zeros.length()) + ".0", false))
                .isNull();
        assertThat(Addresses.canonicalCidr(zeros + "1.2.3.4/" + zeros + "8")).isEqualTo("1.2.3.4/8");
        assertThat(Times.instant("2026-01-01T00:00:00." + zeros + "x")).isNull();
    }

    /** Of {@code Quantity.String()} in k8s.io/apimachinery v0.37.2; found by {@link QuantityFuzzer}. */
    @ParameterizedTest
    @CsvSource({
        "0.04Ei, 46116860184273879040m",
        "1.1Gi, 1181116006400m",
        "-1.0005Ki, -1024512m",
        "1.5Ki, 1536",
        "0.5Mi, 512Ki",
        "1023Ki, 1023Ki",
        "2048Mi, 2Gi",
        "1.5, 1500m"
    })
    void fractionOfBinaryQuantityIsWrittenInDecimals(String text, String canonical) {
        assertThat(Quantity.canonical(text)).isEqualTo(canonical);
    }
}
