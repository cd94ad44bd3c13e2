package dev.drawbridge.document.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Recorded YAML streams are read as by kubectl: the repository's selection, and {@code ../shared/yaml} if present. */
class KubectlStreamsTest {

    @Test
    void streamsOfTheRepositoryReadAsKubectlReadsThem() throws IOException {
        assertThat(RecordedStreams.differences(Path.of("src/test/resources/proof/streams.jsonl.gz")))
                .isEmpty();
    }

    @Test
    void streamsReadAsKubectlReadsThem() throws IOException {
        assertThat(RecordedStreams.differences(SharedData.require("yaml/streams.jsonl")))
                .isEmpty();
    }
}
