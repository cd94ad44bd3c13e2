package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that can use a slice or device.
 *
 * @param nodeName one node; empty if unset
 * @param allNodes whether it is every node
 * @param selector a selector of nodes; null if unset
 */
public record NodeChoice(
        String nodeName, boolean allNodes, @Nullable NodeSelector selector) {

    /** No field is set. */
    public static final NodeChoice NONE = new NodeChoice("", false, null);

    static NodeChoice of(ObjectValue object) {
        boolean isMade = object.has("nodeName") || object.has("allNodes") || object.has("nodeSelector");
        NodeSelector selector = NodeSelector.of(object.get("nodeSelector"));
        return isMade ? new NodeChoice(object.string("nodeName"), object.isTrue("allNodes"), selector) : NONE;
    }

    /** Whether a field is set. */
    public boolean isMade() {
        return !nodeName.isEmpty() || allNodes || selector != null;
    }

    /** A requirement of the selector that no scheduler can read; null if the selector is not used, or can be read. */
    public @Nullable String unreadable() {
        return nodeName.isEmpty() && !allNodes && selector != null ? selector.unreadable() : null;
    }

    /** A requirement for one value of a label that each of its nodes has; null if there is none. */
    public NodeSelector.@Nullable Requirement ofOneValue() {
        return nodeName.isEmpty() && !allNodes && selector != null && selector.unreadable() == null
                ? selector.ofOneValue()
                : null;
    }

    /** Whether the node can use it. */
    public boolean includes(Node node) {
        if (!nodeName.isEmpty()) {
            return node.name().equals(nodeName);
        }
        return allNodes || selector != null && selector.matches(node);
    }
}
