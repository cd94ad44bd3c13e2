package dev.drawbridge.fleet;

import java.util.Map;

/**
 * A running pod, bound to a node, that requests resources the scheduler only counts.
 *
 * @param requested the requested amount of each resource, by name
 */
public record BoundPod(String namespace, String name, Map<String, Long> requested) {

    @Override
    public String toString() {
        return "Pod " + namespace + "/" + name;
    }
}
