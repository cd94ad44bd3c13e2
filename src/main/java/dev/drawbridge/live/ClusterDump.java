package dev.drawbridge.live;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.BlockYaml;
import dev.drawbridge.fleet.ClusterInfo;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The objects of a cluster as a file that {@link ClusterSnapshot.Builder#files} reads. It has no Secret, no environment
 * variable of a container and no field sets of {@code managedFields}.
 */
public record ClusterDump(ClusterInfo info, List<ObjectValue> objects) {

    /** A larger dump is JSON, which is read with little memory whatever its size. */
    private static final long MAX_YAML = 16L << 20;

    /** Of containers, what no command reads: it may hold passwords. */
    private static final Set<String> DROPPED =
            Set.of("env", "envFrom", "lifecycle", "livenessProbe", "readinessProbe", "startupProbe");

    private static final Set<String> CONTAINERS = Set.of("containers", "initContainers", "ephemeralContainers");

    /** The programs whose flags tell what a cluster does. */
    private static final Pattern COMPONENT = Pattern.compile(
            ".*(?:kube-(?:scheduler|controller-manager|apiserver|proxy)|cluster-autoscaler|karpenter).*");

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /** An object that the API server listed, whose kind and version may be those of the list, as a dump has it. */
    public static ObjectValue entry(String apiVersion, String kind, ObjectValue object) {
        boolean isOfDevices = apiVersion.startsWith("resource.k8s.io/");
        return ObjectValue.at(null)
                .add("apiVersion", apiVersion)
                .add("kind", kind)
                .addAll(object.mapped((key, value) ->
                        key.equals("apiVersion") || key.equals("kind") ? null : trimmed(kind, key, value, isOfDevices)))
                .build();
    }

    /** The value of the field {@code parent} without what no command reads. */
    private static Value trimmed(String kind, String parent, Value value, boolean isOfDevices) {
        if (value instanceof ListValue list) {
            return list.mapped(item -> trimmed(kind, parent, item, isOfDevices));
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        boolean isContainer = !isOfDevices && CONTAINERS.contains(parent);
        boolean isComponent = isContainer && isComponent(object);
        return object.mapped((key, field) -> {
            boolean isCommand = isContainer && (key.equals("args") || key.equals("command"));
            boolean isDropped = isOfDevices
                    ? parent.equals("managedFields") && key.equals("fieldsV1")
                    : isContainer && DROPPED.contains(key)
                            || isCommand && !isComponent
                            || parent.equals("metadata") && key.equals("managedFields")
                            || parent.equals("annotations") && key.equals(LAST_APPLIED)
                            || kind.equals("Node") && parent.equals("status") && key.equals("images");
            Value left = isDropped ? null : trimmed(kind, key, field, isOfDevices);
            return isCommand && left instanceof ListValue words ? flags(words) : left;
        });
    }

    private static boolean isComponent(ObjectValue container) {
        return Stream.of(
                        Stream.of(container.string("image")),
                        container.list("command").texts().stream().limit(1),
                        container.list("args").texts().stream().limit(1))
                .flatMap(words -> words)
                .anyMatch(word -> COMPONENT.matcher(word).matches());
    }

    private static ListValue flags(ListValue words) {
        return words.mapped((index, item) -> item instanceof StringValue word
                        && (word.value().startsWith("--")
                                || index == 0 && COMPONENT.matcher(word.value()).matches())
                ? item
                : null);
    }

    /** The same dump with other names. */
    public ClusterDump anonymized() {
        Pseudonyms names = new Pseudonyms(objects);
        Map<String, String> unseen = new LinkedHashMap<>();
        info.unseen().forEach((kind, reason) -> unseen.put(kind, "could not be listed"));
        return new ClusterDump(
                new ClusterInfo(
                        info.kubernetes(), info.featureGates(), unseen, names.namespace(info.namespace()), info.time()),
                objects.stream().map(names::replaced).toList());
    }

    /** Whether every kind that the cluster serves could be listed. */
    public boolean isComplete() {
        return info.unseen().isEmpty();
    }

    /** Whether it is so large that it is written as JSON. */
    public boolean isLarge() {
        return objects.stream().mapToLong(Value::jsonBytes).sum() > MAX_YAML;
    }

    /** Writes a document for each object. */
    public void writeYaml(PrintWriter out) {
        out.print(BlockYaml.text(info.object()));
        objects.forEach(object -> out.print("---\n" + BlockYaml.text(object)));
    }

    /** Writes a List with a line for each object. */
    public void writeJson(PrintWriter out) {
        out.print("{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [\n"
                + info.object().json());
        objects.forEach(object -> out.print(",\n" + object.json()));
        out.print("\n]}\n");
    }
}
