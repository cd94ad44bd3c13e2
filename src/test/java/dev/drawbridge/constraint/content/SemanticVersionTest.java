package dev.drawbridge.constraint.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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
    void whatFollowsAPlusDoesNotCount() {
        assertThat(SemanticVersion.parse("1.0.0+a")).isEqualTo(SemanticVersion.parse("1.0.0+b"));
    }

    @Test
    void aTextThatIsNoneIsNull() {
        assertThat(SemanticVersion.parse("v1.0")).isNull();
        assertThat(SemanticVersion.parse("1.0")).isNull();
    }

    @Test
    void aVersionIsNormalized() {
        assertThat(SemanticVersion.normalized("v1.01")).hasToString("1.1.0");
        assertThat(SemanticVersion.normalized("01.2.3-rc")).hasToString("1.2.3-rc");
    }
}
