package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.PatchVersion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a cluster that affect the allocation of devices.
 *
 * @param classes by name
 * @param taintRules the DeviceTaintRules; their taints are not yet added to the devices
 * @param claims all claims; those with an allocation hold devices
 * @param claimsByName the claims by {@link FleetBuilder#key}
 * @param templates the ResourceClaimTemplates, by {@link FleetBuilder#key}
 * @param sources the files of its objects, the refused objects, and its version
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

    /** A copy in which these claims hold devices. */
    public Fleet with(List<Claim> others) {
        return new Fleet(nodes, classes, slices, taintRules, others, claimsByName, templates, sources);
    }

    public Fleet withNodes(List<Node> others) {
        return new Fleet(others, classes, slices, taintRules, claims, claimsByName, templates, sources);
    }

    public Fleet withTaintRules(List<DeviceTaintRule> others) {
        return new Fleet(nodes, classes, slices, others, claims, claimsByName, templates, sources);
    }

    /** A copy with these devices instead. */
    public Fleet withDevices(UnaryOperator<Device> changed) {
        return withSlices(slices.stream()
                .map(slice ->
                        slice.withDevices(slice.devices().stream().map(changed).toList()))
                .toList());
    }

    public Fleet withSlices(List<Slice> others) {
        return new Fleet(nodes, classes, others, taintRules, claims, claimsByName, templates, sources);
    }

    /** What a dump says about the cluster as a whole. */
    public ClusterInfo info() {
        return sources.info();
    }

    /** The version of its scheduler, as far as it is known; null if nothing shows it. */
    public @Nullable SchedulerVersion scheduler() {
        return sources.version();
    }

    /** The version of its scheduler; null if its patch is not certain. */
    public @Nullable PatchVersion version() {
        SchedulerVersion known = scheduler();
        return known != null && known.isCertain() ? known.version() : null;
    }

    /** A copy whose scheduler has this version, null if it is not known, in a cluster of which this is known. */
    public Fleet with(@Nullable SchedulerVersion other, ClusterInfo cluster) {
        FleetSources others = sources.of(other, cluster, sources.quotas());
        return new Fleet(nodes, classes, slices, taintRules, claims, claimsByName, templates, others);
    }

    /** Whether the other fleet has the same nodes and devices, held by the same claims. */
    public boolean hasTheDevicesOf(Fleet other) {
        return nodes.equals(other.nodes)
                && slices.equals(other.slices)
                && taintRules.equals(other.taintRules)
                && sources.refusedNames().equals(other.sources.refusedNames())
                && holders().equals(other.holders());
    }

    /** The claims that hold devices. */
    public List<Claim> holders() {
        return claims.stream().filter(claim -> claim.allocation() != null).toList();
    }

    /** The claims that exist, not only in a file. */
    public List<Claim> stored() {
        return claims.stream()
                .filter(claim ->
                        claim.allocation() != null || !claim.stored().uid().isEmpty())
                .toList();
    }

    /** The ResourceQuotas of its files; what its claims use is counted if no cluster has done that. */
    public Quotas quotas(QuotaUsage usages) {
        return new Quotas(sources.quotas().stream()
                .map(quota -> quota.isStored() || !quota.isFor(null, false) ? quota : quota.with(stored(), usages))
                .toList());
    }

    /** The devices that claims hold, not only with admin access. */
    public Set<DeviceId> takenDevices() {
        return holders().stream()
                .flatMap(claim -> claim.held().stream())
                .map(AllocatedDevice::id)
                .collect(Collectors.toSet());
    }

    /** Whether its nodes are Node objects: no other node exists. */
    public boolean knowsNodes() {
        return !nodes.isEmpty() && nodes.stream().allMatch(Node::isKnown);
    }

    public Stream<Device> allDevices() {
        return slices.stream().flatMap(slice -> slice.devices().stream());
    }

    public int devices() {
        return slices.stream().mapToInt(slice -> slice.devices().size()).sum();
    }
}
