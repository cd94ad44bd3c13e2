package dev.drawbridge.document;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON: read alike with and without positions, and what was read can be written and read again. */
public final class JsonFuzzer {

    private static final JsonReader WITH = JsonReader.withPositions(ReadLimits.DEFAULT);
    private static final JsonReader WITHOUT = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    private JsonFuzzer() {}

    /** Reads a text. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) {
        byte[] text = data.consumeRemainingAsBytes();
        ReadResult result = WITH.read(text);
        if (result.getClass() != WITHOUT.read(text).getClass()) {
            throw new IllegalStateException("positions change the result: " + result);
        }
        if (result instanceof Document document) {
            byte[] written = document.value().json().getBytes(StandardCharsets.UTF_8);
            if (!(WITHOUT.read(written) instanceof Document again)
                    || !Arrays.equals(again.value().json().getBytes(StandardCharsets.UTF_8), written)) {
                throw new IllegalStateException("written as " + new String(written, StandardCharsets.UTF_8));
            }
        }
    }
}
