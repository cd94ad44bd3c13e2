package dev.drawbridge.fleet;

import org.jspecify.annotations.Nullable;

/**
 * On which nodes a slice or a device can be used.
 *
 * @param nodeName one node; empty if it is not said so
 * @param allNodes every node
 * @param selector the nodes with some labels; null if it is not said so
 */
public record NodeChoice(
        String nodeName, boolean allNodes, @Nullable NodeSelector selector) {

    /** Nothing is said. */
    public static final NodeChoice NONE = new NodeChoice("", false, null);

    /** Whether anything is said. */
    public boolean isMade() {
        return !nodeName.isEmpty() || allNodes || selector != null;
    }

    /** Whether it can be used on the node. */
    public boolean includes(Node node) {
        if (!nodeName.isEmpty()) {
            return node.name().equals(nodeName);
        }
        return allNodes || selector != null && selector.matches(node);
    }
}
