package dev.drawbridge.cluster;

import dev.drawbridge.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An object from {@code ../shared/conformance}, for creation with another name. */
record RecordedObject(String id, Served kind, ObjectNode object) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The number of objects to create of each kind and version. */
    private static final int SAMPLES = 40;

    /** The object with this name and more metadata. */
    String named(String name, String more) {
        ObjectNode copy = object.deepCopy();
        ObjectNode metadata = JSON.readValue("{" + more + "}", ObjectNode.class);
        metadata.put("name", name);
        if (kind.namespaced()) {
            metadata.put("namespace", "default");
        }
        copy.set("metadata", metadata);
        copy.put("apiVersion", "resource.k8s.io/" + kind.version());
        copy.put("kind", kind.kind());
        return JSON.writeValueAsString(copy);
    }

    /**
     * Objects that this release refuses, or accepts while another refuses them; a few for each kind, version and
     * mistake.
     */
    static List<RecordedObject> of(RealCluster cluster, boolean taken) throws IOException {
        List<RecordedObject> chosen = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Served kind : Served.by(cluster)) {
            int count = 0;
            Path file = SharedData.require("conformance/" + kind.version() + ".jsonl.gz");
            for (JsonNode one : lines(file)) {
                if (count == SAMPLES
                        || !one.path("kind").asString("").equals(kind.kind())
                        || !one.path("op").asString("").equals("CREATE")
                        || !(one.get("object") instanceof ObjectNode object)) {
                    continue;
                }
                String mistakes = mistakes(one, "1." + cluster.minor(), taken);
                if (!mistakes.isEmpty() && seen.merge(kind + mistakes, 1, Integer::sum) == 1) {
                    chosen.add(new RecordedObject(one.get("id").asString(), kind, object));
                    count++;
                }
            }
        }
        return chosen;
    }

    /** The errors outside metadata; empty if the object does not qualify. */
    private static String mistakes(JsonNode recorded, String own, boolean taken) {
        boolean isTaken = false;
        String mistakes = "";
        for (JsonNode verdict : recorded.get("verdicts")) {
            List<String> releases = Stream.of(JSON.treeToValue(verdict.get("releases"), String[].class))
                    .toList();
            boolean isOwn = releases.contains(own);
            isTaken |= isOwn && verdict.get("allowed").asBoolean();
            boolean counts = verdict.path("stage").asString("").equals("validate") && isOwn != taken;
            if (counts && !verdict.get("errors").toString().contains("\"metadata")) {
                mistakes = verdict.get("errors").toString();
            }
        }
        return isTaken == taken ? mistakes : "";
    }

    static List<JsonNode> lines(Path file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().map(JSON::readTree).toList();
        }
    }
}
