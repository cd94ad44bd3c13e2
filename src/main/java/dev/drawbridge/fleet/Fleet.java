package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.List;
import java.util.Map;

/**
 * A cluster, as far as the allocation of devices goes.
 *
 * @param classes by name
 * @param taintRules the DeviceTaintRules, whose taints the devices do not have yet
 * @param claims all claims, of which those with an allocation hold devices
 * @param claimsByName the same, by {@link FleetBuilder#key}
 * @param templates the ResourceClaimTemplates, by {@link FleetBuilder#key}
 * @param sources where its objects were read, and which of them are refused
 */
public record Fleet(
        List<Node> nodes,
        Map<String, DeviceClass> classes,
        List<Slice> slices,
        List<DeviceTaintRule> taintRules,
        List<Claim> claims,
        Map<String, Claim> claimsByName,
        Map<String, ObjectValue> templates,
        FleetSources sources) {

    /** A fleet in which no claim or template is looked up by its name. */
    public static Fleet of(List<Node> nodes, Map<String, DeviceClass> classes, List<Slice> slices, List<Claim> claims) {
        return new Fleet(nodes, classes, slices, List.of(), claims, Map.of(), Map.of(), FleetSources.NONE);
    }

    /** The same nodes and slices, of which other claims have devices. */
    public Fleet with(List<Claim> others) {
        return new Fleet(nodes, classes, slices, taintRules, others, claimsByName, templates, sources);
    }

    /** The same with other nodes. */
    public Fleet withNodes(List<Node> others) {
        return new Fleet(others, classes, slices, taintRules, claims, claimsByName, templates, sources);
    }

    /** The same with other DeviceTaintRules. */
    public Fleet withTaintRules(List<DeviceTaintRule> others) {
        return new Fleet(nodes, classes, slices, others, claims, claimsByName, templates, sources);
    }

    /** The same with other slices. */
    public Fleet withSlices(List<Slice> others) {
        return new Fleet(nodes, classes, others, taintRules, claims, claimsByName, templates, sources);
    }

    /** Whether another has the same nodes and devices, and the same claims hold them. */
    public boolean hasTheDevicesOf(Fleet other) {
        return nodes.equals(other.nodes)
                && slices.equals(other.slices)
                && taintRules.equals(other.taintRules)
                && sources.refusedNames().equals(other.sources.refusedNames())
                && holders().equals(other.holders());
    }

    /** The claims that have devices. */
    public List<Claim> holders() {
        return claims.stream().filter(claim -> claim.allocation() != null).toList();
    }

    /** How many devices there are. */
    public int devices() {
        return slices.stream().mapToInt(slice -> slice.devices().size()).sum();
    }
}
