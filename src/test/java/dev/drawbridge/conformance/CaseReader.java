package dev.drawbridge.conformance;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Conformance files, plain or gzip: a JSON object a line. */
final class CaseReader {

    private final JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
    private final YamlReader yaml = new YamlReader(ReadLimits.DEFAULT);
    private final Path file;
    private final Path root;

    /** Reads this file; the manifests that it names are next to its folder. */
    CaseReader(Path file) {
        this.file = file;
        this.root = file.toAbsolutePath().resolveSibling("..");
    }

    /** Hands every line of the file on with its place, in its order, while the receiver wants more. */
    void readLines(BiPredicate<ObjectValue, String> cases) throws IOException {
        try (ByteLines lines = new ByteLines(file)) {
            int number = 0;
            boolean isWanted = true;
            for (byte[] line = lines.next(); line != null && isWanted; line = lines.next()) {
                String place = file + ":" + ++number;
                isWanted = line.length == 0 || cases.test(fields(line, place), place);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private ObjectValue fields(byte[] line, String place) {
        if (!(value(line) instanceof ObjectValue fields)) {
            throw new UncheckedIOException(new IOException(place + ": a line must be a JSON object"));
        }
        return fields;
    }

    /** The case of a line. */
    RecordedCase parse(ObjectValue fields, String place) {
        if (!fields.has("op")) {
            throw new UncheckedIOException(new IOException(place + ": a case must have the field op"));
        }
        Value object = object(fields);
        RecordedCase.Sent sent = new RecordedCase.Sent(
                fields.string("apiVersion"),
                fields.string("kind"),
                request(fields),
                object,
                fields.get("oldObject"),
                labels(fields.object("namespaceLabels")));
        return new RecordedCase(fields.string("id"), group(fields), sent, verdicts(fields.list("verdicts"), place));
    }

    /** The value of the text; null if it is not JSON. */
    private @Nullable Value value(byte[] text) {
        ReadResult result = json.read(text);
        return result instanceof Document document ? document.value() : null;
    }

    /** The object itself, the value of its text, or the first document of a manifest; null if that is unreadable. */
    private @Nullable Value object(ObjectValue fields) {
        if (fields.get("objectText") instanceof StringValue text) {
            return value(text.value().getBytes(StandardCharsets.UTF_8));
        }
        if (!(fields.get("file") instanceof StringValue manifest)) {
            return fields.get("object");
        }
        try {
            List<ReadResult> documents = yaml.read(Files.readAllBytes(root.resolve(manifest.value())));
            return !documents.isEmpty() && documents.get(0) instanceof Document first ? first.value() : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> labels(ObjectValue object) {
        Map<String, String> labels = new HashMap<>();
        for (int i = 0; i < object.size(); i++) {
            labels.put(object.key(i), object.string(object.key(i)));
        }
        return labels;
    }

    /** The group; of cases about pods with a prefix, since those about claims have groups of the same names. */
    private static String group(ObjectValue fields) {
        boolean isOfPods = !fields.string("apiVersion").startsWith(ResourceApi.GROUP + "/");
        return isOfPods ? "pods/" + fields.string("group") : fields.string("group");
    }

    private static Operation request(ObjectValue fields) {
        if (fields.string("op").equals("CREATE")) {
            return Operation.CREATE;
        }
        return switch (fields.string("subresource")) {
            case "status" -> Operation.UPDATE_STATUS;
            case "ephemeralcontainers" -> Operation.UPDATE_EPHEMERAL_CONTAINERS;
            case "resize" -> Operation.UPDATE_RESIZE;
            default -> Operation.UPDATE;
        };
    }

    private static List<RecordedVerdict> verdicts(ListValue list, String place) {
        List<RecordedVerdict> verdicts = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof ObjectValue verdict)) {
                throw new UncheckedIOException(new IOException(place + ": a verdict must be a JSON object"));
            }
            if (verdict.list("otherErrors").size() > 0) {
                // Other fields of the pod, which are not validated: the server may have stopped there.
                continue;
            }
            verdicts.add(new RecordedVerdict(
                            verdict.list("releases").texts(),
                            verdict.isTrue("allowed"),
                            verdict.string("stage"),
                            errors(verdict.list("errors")),
                            verdict.list("dropped").texts())
                    .withFieldManager());
        }
        return verdicts;
    }

    private static List<RecordedError> errors(ListValue list) {
        List<RecordedError> errors = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ObjectValue error) {
                errors.add(new RecordedError(error.string("type"), error.string("field")));
            }
        }
        return errors;
    }
}
