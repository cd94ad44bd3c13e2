package dev.drawbridge.cli;

import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A revision of a release as Helm stores it: a Secret with base64 of base64 of gzip of JSON. Source: {@code
 * pkg/storage/driver/util.go} of Helm 3 and 4.
 *
 * @param stored its data in the Secret
 * @param content the JSON in it
 */
record HelmRelease(String namespace, String name, int revision, String secret, String stored, ObjectValue content) {

    static final String TYPE = "helm.sh/release.v1";

    private static final String MANIFEST = "manifest";
    private static final int MAX_BYTES = 64 << 20;

    static HelmRelease of(ObjectValue secret) throws IOException {
        ObjectValue metadata = secret.object("metadata");
        ObjectValue labels = metadata.object("labels");
        String stored = secret.object("data").string("release");
        try {
            return new HelmRelease(
                    metadata.string("namespace"),
                    labels.string("name"),
                    Integer.parseInt(labels.string("version")),
                    metadata.string("name"),
                    stored,
                    content(stored));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "Secret " + metadata.string("namespace") + "/" + metadata.string("name")
                            + " is not a release of Helm: " + e.getMessage(),
                    e);
        }
    }

    private static byte[] unpacked(String stored) throws IOException {
        byte[] inner = Base64.getDecoder().decode(stored);
        byte[] packed = Base64.getDecoder().decode(inner);
        boolean isZipped = packed.length > 2 && packed[0] == 0x1f && packed[1] == (byte) 0x8b;
        if (!isZipped) {
            return packed;
        }
        try (GZIPInputStream input = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return input.readNBytes(MAX_BYTES);
        }
    }

    private static ObjectValue content(String stored) throws IOException {
        if (JsonReader.withoutPositions(ReadLimits.DEFAULT)
                        .read(unpacked(stored))
                        .value()
                instanceof ObjectValue content) {
            return content;
        }
        throw new IOException("it has no JSON");
    }

    String manifest() {
        return content.string(MANIFEST);
    }

    /** The data for the Secret with another manifest and otherwise the same values. */
    String with(String manifest) throws IOException {
        ObjectValue changed = content.with(content.indexOf(MANIFEST), new StringValue(manifest, null));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream output = new GZIPOutputStream(packed)) {
            output.write(changed.json().getBytes(StandardCharsets.UTF_8));
        }
        byte[] inner = Base64.getEncoder().encode(packed.toByteArray());
        return Base64.getEncoder().encodeToString(inner);
    }

    @Override
    public String toString() {
        return "Helm release " + namespace + "/" + name + " revision " + revision;
    }
}
