package dev.drawbridge.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every stream of {@code ../shared/yaml} reads as kubectl read it. */
class KubectlStreamsTest {

    private final YamlReader yaml = new YamlReader(ReadLimits.DEFAULT);
    private final JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    @Test
    void streamsReadAsKubectlReadsThem() throws IOException {
        List<String> differences = new ArrayList<>();
        for (String line : Files.readAllLines(SharedData.require("yaml/streams.jsonl"))) {
            ObjectValue recorded = (ObjectValue) parse(line);
            String difference = difference(recorded);
            if (difference != null) {
                differences.add(difference);
            }
        }
        assertThat(differences).isEmpty();
    }

    private @Nullable String difference(ObjectValue recorded) {
        List<ReadResult> ours = yaml.read(recorded.string("yaml").getBytes(StandardCharsets.UTF_8));
        boolean isRefused = !ours.isEmpty() && ours.get(ours.size() - 1) instanceof Unreadable;
        List<Value> documents = ours.stream()
                .filter(Document.class::isInstance)
                .map(result -> ((Document) result).value())
                .toList();
        boolean isSame = recorded.get("strictError") != null
                ? isRefused || documents.stream().anyMatch(KubectlStreamsTest::hasDuplicate)
                : isRefused == (recorded.get("error") != null) && sameAll(recorded.get("documents"), documents);
        return isSame ? null : recorded.excerpt() + "\n    ours: " + ours;
    }

    private static boolean sameAll(@Nullable Value recorded, List<Value> ours) {
        int count = recorded instanceof ListValue list ? list.size() : 0;
        if (count != ours.size()) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!JsonEquality.same(((ListValue) recorded).get(i), ours.get(i))) {
                return false;
            }
        }
        return true;
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
