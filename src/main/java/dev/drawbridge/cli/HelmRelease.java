package dev.drawbridge.cli;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
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
 * @param secret the name of the Secret
 * @param status such as {@code deployed}
 * @param stored its data in the Secret
 * @param json its JSON
 */
record HelmRelease(
        String namespace, String name, int revision, String status, String secret, String stored, String json) {

    /** The type of the Secrets. */
    static final String TYPE = "helm.sh/release.v1";

    private static final int MAX_BYTES = 64 << 20;

    /** The revision in a Secret. */
    static HelmRelease of(ObjectValue secret) throws IOException {
        ObjectValue metadata = secret.object("metadata");
        ObjectValue labels = metadata.object("labels");
        String stored = secret.object("data").string("release");
        try {
            return new HelmRelease(
                    metadata.string("namespace"),
                    labels.string("name"),
                    Integer.parseInt(labels.string("version")),
                    labels.string("status"),
                    metadata.string("name"),
                    stored,
                    unpacked(stored));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "Secret " + metadata.string("namespace") + "/" + metadata.string("name")
                            + " is not a release of Helm: " + e.getMessage(),
                    e);
        }
    }

    private static String unpacked(String stored) throws IOException {
        byte[] inner = Base64.getDecoder().decode(stored);
        byte[] packed = Base64.getDecoder().decode(inner);
        boolean isZipped = packed.length > 2 && packed[0] == 0x1f && packed[1] == (byte) 0x8b;
        if (!isZipped) {
            return new String(packed, StandardCharsets.UTF_8);
        }
        try (GZIPInputStream input = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] json = input.readNBytes(MAX_BYTES);
            return new String(json, StandardCharsets.UTF_8);
        }
    }

    /** The manifest. */
    String manifest() throws IOException {
        if (JsonReader.withoutPositions(ReadLimits.DEFAULT).read(json.getBytes(StandardCharsets.UTF_8))
                        instanceof Document document
                && document.value() instanceof ObjectValue object) {
            return object.string("manifest");
        }
        throw new IOException(this + " has no JSON");
    }

    /** The data for the Secret with another manifest; everything else stays as it is, byte for byte. */
    String with(String manifest) throws IOException {
        int begin = manifestBegin();
        int end = stringEnd(begin);
        String changed = json.substring(0, begin) + quoted(manifest) + json.substring(end);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream output = new GZIPOutputStream(packed)) {
            output.write(changed.getBytes(StandardCharsets.UTF_8));
        }
        byte[] inner = Base64.getEncoder().encode(packed.toByteArray());
        return Base64.getEncoder().encodeToString(inner);
    }

    /** The offset of the string with the manifest: the value of the key at the first level. */
    private int manifestBegin() throws IOException {
        int depth = 0;
        for (int at = 0; at < json.length(); at++) {
            char sign = json.charAt(at);
            if (sign == '"') {
                int end = stringEnd(at);
                String text = json.substring(at, end);
                int value = end;
                while (value < json.length() && " \t\r\n:".indexOf(json.charAt(value)) >= 0) {
                    value++;
                }
                if (depth == 1
                        && text.equals("\"manifest\"")
                        && json.substring(end, value).contains(":")) {
                    return value;
                }
                at = end - 1;
            } else {
                depth += sign == '{' || sign == '[' ? 1 : sign == '}' || sign == ']' ? -1 : 0;
            }
        }
        throw new IOException(this + " has no manifest");
    }

    private int stringEnd(int begin) {
        int at = begin + 1;
        while (json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 64).append('"');
        for (int i = 0; i < text.length(); i++) {
            char sign = text.charAt(i);
            switch (sign) {
                case '"', '\\' -> quoted.append('\\').append(sign);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (sign < ' ') {
                        quoted.append(String.format("\\u%04x", (int) sign));
                    } else {
                        quoted.append(sign);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    /** Its name in reports. */
    @Override
    public String toString() {
        return "Helm release " + namespace + "/" + name + " revision " + revision;
    }
}
