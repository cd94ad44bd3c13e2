package dev.drawbridge.constraint.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Position;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the reads of an expression, and of the conditions that it requires. */
class SelectorReadsTest {

    private static final SelectorLanguage LANGUAGE =
            SelectorSchema.storedLanguage(KubernetesRelease.NEWEST, GateSettings.DEFAULTS.in(KubernetesRelease.NEWEST));

    /** An optional read is not required: the expression may be true for a device without the attribute. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            device.attributes["d"].a == "x"                                           => d/a _==_ [x]
            "x" == device.attributes["d"]["a"]                                        => d/a _==_ [x]
            device.attributes["d"].a in ["x", "y"]                                    => d/a @in [x, y]
            device.attributes["d"].a && device.attributes["d"].b > 1                  => d/a, d/b _>_ [1]
            device.attributes["d"].a == "x" || device.attributes["d"].b               => d/a? _==_ [x], d/b?
            !(device.attributes["d"].a && device.attributes["d"].b)                   => d/a?, d/b?
            !device.attributes["d"].a                                                 => d/a
            device.attributes["d"].a ? device.attributes["d"].b : true                => d/a, d/b?
            has(device.attributes["d"].a)                                             => d/a
            !has(device.attributes["d"].a)                                            => d/a?
            "a" in device.attributes["d"]                                             => d/a
            !("a" in device.attributes["d"])                                          => d/a?
            device.attributes["d"].?a.orValue(1) == 1                                 => d/a? orValue []
            device.attributes["d"].a.startsWith("x")                                  => d/a startsWith []
            device.capacity["d"].c.compareTo(quantity("1")) >= 0                      => capacity d/c compareTo []
            ["x"].exists(v, v == device.attributes["d"].a)                            => d/a? _==_ []
            cel.bind(own, device.attributes["d"], own.a == 1 && own.b)                => d/a _==_ [1], d/b
            semver(device.attributes["d"].a).isLessThan(semver("1.0.0"))              => d/a semver []
            device.attributes[device.driver].a                                        =>
            device.attributes["d"].a ==                                               =>
            """)
    void readsAreCollectedWithTheirUse(String expression, String reads) {
        String found = LANGUAGE.reads(expression).reads().stream()
                .map(SelectorReadsTest::text)
                .collect(Collectors.joining(", "));

        assertThat(found).isEqualTo(reads == null ? "" : reads);
    }

    private static String text(SelectorReads.Read read) {
        SelectorReads.Use use = read.use();
        return (read.isCapacity() ? "capacity " : "") + read.domain() + "/" + read.name()
                + (read.isRequired() ? "" : "?")
                + (use == null ? "" : " " + use.function() + " " + use.constants());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            device.driver == "a"                              => a
            "a" == device.driver && true                      => a
            device.driver == "a" || device.driver == "b"      =>
            !(device.driver == "a")                           =>
            device.driver != "a"                              =>
            """)
    void requiredDriversAreCollected(String expression, String drivers) {
        assertThat(LANGUAGE.reads(expression).drivers())
                .extracting(SelectorReads.Driver::name)
                .containsExactly(drivers == null ? new String[0] : drivers.split(", "));
    }

    @Test
    void readsHaveThePlaceOfTheName() {
        SelectorReads reads = LANGUAGE.reads("device.driver == \"a\" &&\n  \"é\" != device.attributes[\"d\"].name");

        assertThat(reads.drivers().get(0).place()).isEqualTo(new Position(1, 19));
        assertThat(reads.reads().get(0).place()).isEqualTo(new Position(2, 33));
    }
}
