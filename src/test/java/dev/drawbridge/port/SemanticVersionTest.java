package dev.drawbridge.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SemanticVersionTest {

    @Test
    void versionsAreInTheOrderOfTheirPrecedence() {
        List<SemanticVersion> versions = Stream.of(
                        "1.0.0-alpha",
                        "1.0.0-alpha.1",
                        "1.0.0-alpha.beta",
                        "1.0.0-beta",
                        "1.0.0-beta.2",
                        "1.0.0-beta.11",
                        "1.0.0-rc.1",
                        "1.0.0",
                        "1.2.0",
                        "1.10.0",
                        "2.0.0")
                .map(SemanticVersion::parse)
                .toList();

        assertThat(versions).isSorted();
        assertThat(versions).doesNotHaveDuplicates();
    }

    @Test
    void buildMetadataHasNoPrecedenceButDistinguishesVersions() {
        SemanticVersion a = Objects.requireNonNull(SemanticVersion.parse("1.0.0+a"));
        SemanticVersion b = Objects.requireNonNull(SemanticVersion.parse("1.0.0+b"));

        assertThat(a).isEqualByComparingTo(b).isNotEqualTo(b);
    }

    @ParameterizedTest
    @CsvSource({
        "v1.01,1.1.0",
        "01.2.3-rc,1.2.3-rc",
        "1,1.0.0",
        "v00.0,0.0.0",
        "1.2.03-rc.1-2+b,1.2.3-rc.1-2+b",
        "1.2.3-01,",
        "1-rc,",
        "1.2+b,",
        "V1.2.3,",
        "1.2.3.4,",
        "'',"
    })
    void normalizesVersion(String text, @Nullable String normalized) {
        SemanticVersion version = SemanticVersion.normalized(text);

        assertThat(version == null ? null : version.toString()).isEqualTo(normalized);
    }
}
