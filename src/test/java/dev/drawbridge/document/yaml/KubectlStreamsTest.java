package dev.drawbridge.document.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Every recorded stream reads as kubectl read it: those that the repository carries, and all of {@code ../shared/yaml}
 * where that is.
 */
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
