package dev.drawbridge.fleet;

import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A fleet with more nodes, or without some of them. */
public final class NodeChanges {

    private static final String HOST_NAME = "kubernetes.io/hostname";
    private static final Pattern ADDED = Pattern.compile("(?:([1-9][0-9]{0,3})x)?(.+)");

    /** Maximum number of nodes: the limit that Kubernetes supports. */
    private static final int MAX_NODES = 5_000;

    private NodeChanges() {}

    /**
     * The fleet with more copies of one of its nodes: with its labels, taints and devices, all of them free. Pools of
     * several nodes do not change.
     *
     * @param change such as {@code 4xnode-1}, or {@code node-1} for one more
     * @throws IllegalArgumentException with a message if there is no such node, or there are too many
     */
    public static Fleet added(Fleet fleet, String change) {
        Matcher parts = ADDED.matcher(change);
        boolean isName = fleet.nodes().stream().anyMatch(node -> node.name().equals(change));
        boolean isCounted = !isName && parts.matches() && parts.group(1) != null;
        int count = isCounted ? Integer.parseInt(parts.group(1)) : 1;
        Node like = node(fleet, isCounted ? parts.group(2) : change);
        if (fleet.nodes().size() + count > MAX_NODES) {
            throw new IllegalArgumentException(change + ": must be no more than " + MAX_NODES + " nodes; the fleet has "
                    + fleet.nodes().size());
        }
        Set<String> names = fleet.nodes().stream().map(Node::name).collect(Collectors.toCollection(HashSet::new));
        fleet.slices().forEach(slice -> names.add(slice.pool().pool()));
        List<Node> nodes = new ArrayList<>(fleet.nodes());
        List<Slice> slices = new ArrayList<>(fleet.slices());
        int number = 1;
        for (int i = 0; i < count; i++) {
            while (!names.add(like.name() + "-added-" + number)) {
                number++;
            }
            String name = like.name() + "-added-" + number;
            nodes.add(copy(like, name));
            fleet.slices().stream()
                    .filter(slice -> slice.nodes().nodeName().equals(like.name()))
                    .forEach(slice -> slices.add(copy(slice, like.name(), name)));
        }
        return fleet.withNodes(List.copyOf(nodes)).withSlices(List.copyOf(slices));
    }

    private static Node copy(Node like, String name) {
        Map<String, String> labels = new HashMap<>(like.labels());
        labels.computeIfPresent(HOST_NAME, (key, value) -> name);
        return like.copy(name, Map.copyOf(labels));
    }

    /** A slice of a new node. Its pool is named after the node, as drivers do; another keeps its name as a suffix. */
    private static Slice copy(Slice slice, String likeNode, String node) {
        PoolId like = slice.pool();
        PoolId pool = new PoolId(like.driver(), like.pool().equals(likeNode) ? node : node + "/" + like.pool());
        return new Slice(
                slice.name().isEmpty() ? "" : slice.name() + "-" + node,
                new PoolGeneration(pool, slice.generation(), slice.sliceCount()),
                new NodeChoice(node, false, null),
                slice.perDevice(),
                slice.sharedCounters(),
                slice.devices().stream().map(device -> device.in(pool)).toList(),
                slice.skipsNodeOperations(),
                slice.providesNodeResources());
    }

    /**
     * The fleet without a node, its devices and its pods. Claims that hold one of these devices become unallocated.
     *
     * @throws IllegalArgumentException with a message if there is no such node
     */
    public static Fleet removed(Fleet fleet, String name) {
        Node removed = node(fleet, name);
        Set<DeviceId> gone = fleet.slices().stream()
                .filter(slice -> slice.nodes().nodeName().equals(name))
                .flatMap(slice -> slice.devices().stream())
                .map(Device::id)
                .collect(Collectors.toSet());
        Map<String, Claim> claimsByName = new HashMap<>(fleet.claimsByName());
        claimsByName.replaceAll((key, claim) -> without(claim, gone));
        return new Fleet(
                fleet.nodes().stream().filter(node -> node != removed).toList(),
                fleet.classes(),
                fleet.slices().stream()
                        .filter(slice -> !slice.nodes().nodeName().equals(name))
                        .toList(),
                fleet.taintRules(),
                fleet.claims().stream().map(claim -> without(claim, gone)).toList(),
                Map.copyOf(claimsByName),
                fleet.templates(),
                fleet.sources());
    }

    private static Claim without(Claim claim, Set<DeviceId> gone) {
        boolean isGone = claim.devices().stream().anyMatch(device -> gone.contains(device.id()));
        return isGone ? claim.unallocated() : claim;
    }

    private static Node node(Fleet fleet, String name) {
        return fleet.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("node \"" + name + "\" not found in the fleet"
                        + Spelling.hint(
                                name, fleet.nodes().stream().map(Node::name).toList())));
    }
}
