package dev.drawbridge.document.yaml;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Streams of YAML: read alike with and without the source, and each document is JSON. */
public final class YamlFuzzer {

    private static final YamlReader YAML = new YamlReader(ReadLimits.DEFAULT);
    private static final JsonReader JSON = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    private YamlFuzzer() {}

    /** Reads a stream. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) {
        byte[] text = data.consumeRemainingAsBytes();
        List<ReadResult> results = YAML.readAll(text);
        YAML.readSource(text);
        if (YAML.read(text).size() > results.size()) {
            throw new IllegalStateException("reading on finds less");
        }
        for (ReadResult result : results) {
            if (result instanceof Document document
                    && !(JSON.read(document.value().json().getBytes(StandardCharsets.UTF_8)) instanceof Document)) {
                throw new IllegalStateException("not JSON: " + document.value().json());
            }
        }
    }
}
