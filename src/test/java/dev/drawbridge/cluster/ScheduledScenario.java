package dev.drawbridge.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A pod for scheduling on its own nodes, in a file of {@code src/test/resources/scheduler/pods}. Its first lines are
 * the expected answer, such as {@code # fits 1 2}, {@code # never} or {@code # blocked, then fits 2};
 * {@code # 1.36: fits 1} is for one release. The answer is about the pod named {@code pod}; others exist before.
 *
 * @param name the name of the file and the namespace, and a label of the nodes
 * @param answer the answer of {@code fit}
 * @param nodes the nodes on which it fits now, or at the end if the scheduler itself removes the obstacle
 * @param objects the nodes first
 */
record ScheduledScenario(String name, String answer, List<String> nodes, List<ObjectNode> objects) {

    private static final Path FOLDER = Path.of("src/test/resources/scheduler");

    /** All scenarios of a release such as 37. */
    static List<ScheduledScenario> of(int minor) throws IOException {
        List<ScheduledScenario> all = new ArrayList<>();
        String fleet = Files.readString(FOLDER.resolve("fleet.yaml"));
        try (Stream<Path> files = Files.list(FOLDER.resolve("pods"))) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName()).replace(".yaml", "");
                String text = Files.readString(file);
                String expected = expected(text, minor);
                if (expected != null) {
                    String[] words = expected.replace(", then fits", "").split(" ");
                    all.add(new ScheduledScenario(
                            name,
                            words[0],
                            Arrays.stream(words)
                                    .skip(1)
                                    .map(node -> name + "-" + node)
                                    .toList(),
                            read((fleet + "---\n" + text).replace("NAME", name))));
                }
            }
        }
        return all;
    }

    private static @Nullable String expected(String text, int minor) {
        for (String line : text.lines().takeWhile(each -> each.startsWith("#")).toList()) {
            String expected = line.substring(1).strip();
            if (!expected.startsWith("1.")) {
                return expected;
            }
            String release = "1." + minor + ": ";
            if (expected.startsWith(release)) {
                return expected.substring(release.length());
            }
        }
        return null;
    }

    /** The objects of a file. */
    static List<ObjectNode> classes() throws IOException {
        return read(Files.readString(FOLDER.resolve("classes.yaml")));
    }

    private static List<ObjectNode> read(String text) throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        try (var documents = yaml.readerFor(ObjectNode.class).<ObjectNode>readValues(text)) {
            return documents.readAll();
        }
    }

    /** The objects that exist before the pod, except other pods. */
    List<ObjectNode> before() {
        return objects.stream().filter(object -> !kind(object).equals("Pod")).toList();
    }

    /** The pods that run before the pod. */
    List<ObjectNode> holders() {
        return objects.stream()
                .filter(object -> kind(object).equals("Pod") && !object.equals(pod()))
                .toList();
    }

    /** The pod. */
    ObjectNode pod() {
        return objects.stream()
                .filter(object -> kind(object).equals("Pod") && name(object).equals("pod"))
                .findFirst()
                .orElseThrow();
    }

    /** Whether the scheduler removes the obstacle itself. */
    boolean endsByItself() {
        return !nodes.isEmpty() && !answer.equals("fits");
    }

    private static String kind(JsonNode object) {
        return object.path("kind").asString();
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asString();
    }
}
