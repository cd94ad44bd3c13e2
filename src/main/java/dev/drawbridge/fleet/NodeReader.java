package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads nodes and the node fields of other objects. Fields of a wrong type count as unset. */
public final class NodeReader {

    private NodeReader() {}

    /** Reads a node. */
    public static Node node(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        List<Taint> taints = new ArrayList<>(Fields.objects(spec.list("taints"), TaintReader::taint));
        if (spec.isTrue("unschedulable")) {
            taints.add(new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule"));
        }
        return new Node(
                object.object("metadata").string("name"),
                Fields.texts(object.object("metadata").object("labels")),
                taints,
                object.object("status").list("declaredFeatures").texts(),
                pluginResources(object.object("status").object("allocatable")),
                List.of(),
                object.object("status").has("allocatable"),
                true);
    }

    private static Map<String, Long> pluginResources(ObjectValue allocatable) {
        Map<String, Long> offered = new LinkedHashMap<>();
        Fields.amounts(allocatable).forEach((name, amount) -> {
            if (ResourceName.isScalar(name)) {
                offered.put(name, amount.value());
            }
        });
        return Map.copyOf(offered);
    }

    static NodeChoice nodes(ObjectValue object) {
        boolean isMade = object.has("nodeName") || object.has("allNodes") || object.has("nodeSelector");
        return isMade
                ? new NodeChoice(
                        object.string("nodeName"), object.isTrue("allNodes"), nodeSelector(object.get("nodeSelector")))
                : NodeChoice.NONE;
    }

    /** Reads a v1.NodeSelector; null for other values. */
    public static @Nullable NodeSelector nodeSelector(@Nullable Value value) {
        return value instanceof ObjectValue selector
                ? new NodeSelector(Fields.objects(selector.list("nodeSelectorTerms"), NodeReader::term))
                : null;
    }

    private static NodeSelector.Term term(ObjectValue term) {
        return new NodeSelector.Term(
                Fields.objects(term.list("matchExpressions"), NodeReader::requirement),
                Fields.objects(term.list("matchFields"), NodeReader::requirement));
    }

    private static NodeSelector.Requirement requirement(ObjectValue requirement) {
        return new NodeSelector.Requirement(
                requirement.string("key"),
                requirement.string("operator"),
                requirement.list("values").texts());
    }
}
