package dev.drawbridge.document.yaml;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Recorded YAML streams with the results of kubectl's reader, for comparison with ours. */
public final class RecordedStreams {

    private final YamlReader yaml = new YamlReader(ReadLimits.DEFAULT);
    private final JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    private RecordedStreams() {}

    /** The streams of a file, plain or {@code .gz}, that we read differently. */
    public static List<String> differences(Path file) throws IOException {
        RecordedStreams streams = new RecordedStreams();
        List<String> differences = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String difference = streams.difference((ObjectValue) streams.parse(line));
                if (difference != null) {
                    differences.add(difference);
                }
            }
        }
        return differences;
    }

    private static InputStream open(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
    }

    private @Nullable String difference(ObjectValue recorded) {
        List<ReadResult> ours = yaml.read(recorded.string("yaml").getBytes(StandardCharsets.UTF_8));
        boolean isRefused = !ours.isEmpty() && ours.get(ours.size() - 1) instanceof Unreadable;
        List<Value> documents = ours.stream()
                .filter(Document.class::isInstance)
                .map(result -> ((Document) result).value())
                .toList();
        // A merge (<<) that is overridden is an error only for strict readers, which kubectl is not.
        boolean isMerged = recorded.string("yaml").contains("<<") && sameAll(recorded.get("documents"), documents);
        boolean isSame = recorded.get("strictError") != null
                ? isMerged || isRefused || documents.stream().anyMatch(RecordedStreams::hasDuplicate)
                : isRefused == (recorded.get("error") != null) && sameAll(recorded.get("documents"), documents);
        return isSame ? null : recorded.excerpt() + "\n    ours: " + ours;
    }

    private static boolean sameAll(@Nullable Value recorded, List<Value> ours) {
        int count = recorded instanceof ListValue list ? list.size() : 0;
        if (count != ours.size()) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!JsonEquality.same(((ListValue) recorded).get(i), last(ours.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** A value with the last entry of each key, as Go's decoder reads it. */
    private static Value last(Value value) {
        if (value instanceof ListValue list) {
            ListValue.Builder items = ListValue.at(null);
            for (int i = 0; i < list.size(); i++) {
                items.add(last(list.get(i)));
            }
            return items.build();
        }
        if (value instanceof ObjectValue object) {
            ObjectValue.Builder entries = ObjectValue.at(null);
            for (int i = 0; i < object.size(); i++) {
                if (object.indexOf(object.key(i)) == i) {
                    entries.add(object.key(i), last(object.value(i)), null);
                }
            }
            return entries.build();
        }
        return value;
    }

    private static boolean hasDuplicate(Value value) {
        if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                if (hasDuplicate(list.get(i))) {
                    return true;
                }
            }
        }
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                if (object.isRepeated(i) || hasDuplicate(object.value(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private Value parse(String line) {
        return ((Document) json.read(line.getBytes(StandardCharsets.UTF_8))).value();
    }
}
