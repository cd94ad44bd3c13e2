package dev.drawbridge.cli;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Secrets with Helm's stored releases; or their JSON, if the input is not a Secret. */
public final class HelmReleaseFuzzer {

    private HelmReleaseFuzzer() {}

    /** Reads a release, and changes its manifest. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) throws IOException {
        byte[] text = data.consumeRemainingAsBytes();
        JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        if (!(json.read(text) instanceof Document document) || !(document.value() instanceof ObjectValue object)) {
            return;
        }
        ObjectValue secret = object.get("data") == null ? secret(json, text) : object;
        HelmRelease release;
        try {
            release = HelmRelease.of(secret);
        } catch (IOException notHelms) {
            return;
        }
        if (!release.manifest().isEmpty()
                && release.with(release.manifest() + "#").isEmpty()) {
            throw new IllegalStateException("nothing is stored");
        }
    }

    private static ObjectValue secret(JsonReader json, byte[] release) {
        Base64.Encoder base64 = Base64.getEncoder();
        String stored = base64.encodeToString(base64.encode(release));
        String secret =
                "{\"metadata\": {\"labels\": {\"version\": \"1\"}}, \"data\": {\"release\": \"" + stored + "\"}}";
        return (ObjectValue) ((Document) json.read(secret.getBytes(StandardCharsets.UTF_8))).value();
    }
}
