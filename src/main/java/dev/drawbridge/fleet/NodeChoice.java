package dev.drawbridge.fleet;

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

    /** Whether a field is set. */
    public boolean isMade() {
        return !nodeName.isEmpty() || allNodes || selector != null;
    }

    /** Whether the node can use it. */
    public boolean includes(Node node) {
        if (!nodeName.isEmpty()) {
            return node.name().equals(nodeName);
        }
        return allNodes || selector != null && selector.matches(node);
    }
}
