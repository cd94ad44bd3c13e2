package dev.drawbridge.fleet;

import java.util.List;
import java.util.Map;

/**
 * A node.
 *
 * @param taints its taints, with that of a node that is unschedulable
 * @param declaredFeatures what its kubelet says that it can do
 */
public record Node(String name, Map<String, String> labels, List<Taint> taints, List<String> declaredFeatures) {}
