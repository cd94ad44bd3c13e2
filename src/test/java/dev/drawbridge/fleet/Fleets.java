package dev.drawbridge.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Parts of fleets for tests. */
public final class Fleets {

    private Fleets() {}

    /** A fleet in which claims and templates are never looked up by name. */
    public static Fleet of(List<Node> nodes, Map<String, DeviceClass> classes, List<Slice> slices, List<Claim> claims) {
        return new Fleet(nodes, classes, slices, List.of(), claims, Map.of(), Map.of(), FleetSources.NONE);
    }

    /** A fully known node without device plugins. */
    public static Node node(String name, Map<String, String> labels, List<Taint> taints, List<String> features) {
        return new Node(name, labels, taints, features, Map.of(), List.of(), true, true);
    }

    /** A class without an extended resource. */
    public static DeviceClass deviceClass(String name, List<String> selectors) {
        return new DeviceClass(name, selectors, "", Instant.EPOCH);
    }
}
