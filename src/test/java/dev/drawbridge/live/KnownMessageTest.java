package dev.drawbridge.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.YamlReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Tests of each row of known messages, by messages of that form. */
class KnownMessageTest {

    /** The message, and a part of what it means on node n1. */
    @ParameterizedTest
    @CsvFileSource(resources = "/live/messages.txt", delimiter = '|')
    void messageIsExplained(String message, String meaning) {
        KnownMessage known = KnownMessage.of(message);
        assertThat(known).isNotNull();
        assertThat(known.meaning("n1")).contains(meaning).doesNotContain("{");
    }

    @Test
    void everyRowHasWordsAndAMessage() throws Exception {
        List<ObjectValue> rows =
                YamlReader.bundled("/live/messages.yaml").list("kubelet").objects();
        Set<String> words = new HashSet<>();
        rows.forEach(row -> words.add(row.string("words")));
        assertThat(words).hasSameSizeAs(rows);
        try (var lines = new String(
                        KnownMessageTest.class
                                .getResourceAsStream("/live/messages.txt")
                                .readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8)
                .lines()) {
            lines.forEach(line -> words.remove(
                    KnownMessage.of(line.substring(0, line.indexOf('|'))).words()));
        }
        assertThat(words).isEmpty();
    }

    @Test
    void otherMessagesAreUnknown() {
        assertThat(KnownMessage.of("MountVolume.SetUp failed for volume \"x\"")).isNull();
    }
}
