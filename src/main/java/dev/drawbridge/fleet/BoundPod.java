package dev.drawbridge.fleet;

import java.util.Map;

/**
 * A pod that is bound to a node, has not ended, and requests resources that the scheduler only counts.
 *
 * @param requested how much of each, by name
 */
public record BoundPod(String namespace, String name, Map<String, Long> requested) {

    @Override
    public String toString() {
        return "Pod " + namespace + "/" + name;
    }
}
