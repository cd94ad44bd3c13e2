package dev.drawbridge.live;

import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceTaintRule;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.fleet.Toleration;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pods that Kubernetes ends because a device of their claims has a taint with the effect NoExecute.
 *
 * <p>Source: {@code pkg/controller/devicetainteviction/device_taint_eviction.go} of 1.37 and 1.38,
 * claimEvictionTime and podEvictionTime. Up to 1.37, pods with claims for extended resources are not ended
 * (kubernetes#141290).
 */
public final class Evictions {

    private static final Availability LENIENT = Availability.until(KubernetesRelease.K8S_1_37);

    private final ClusterSnapshot snapshot;
    private final Fleet fleet;
    private final TaintRules rules;
    private final boolean hasRules;
    private final boolean hasTaints;
    private final KubernetesRelease release;
    private final Map<DeviceId, Device> devices = new HashMap<>();

    /**
     * A claim with a device with such a taint.
     *
     * @param pods the names of its pods, in its namespace
     * @param device the first device whose taint is not tolerated for longer
     * @param by the DeviceTaintRule or the device
     * @param seconds how long the pods stay; negative if they end at once
     * @param endsPods whether the pods end; not if the claim is for extended resources, up to 1.37
     */
    public record Eviction(
            Claim claim, List<String> pods, DeviceId device, Taint taint, String by, long seconds, boolean endsPods) {

        /** Whether the scheduler may give the device to the next pod. */
        public boolean isTolerated() {
            return claim.devices().stream()
                    .filter(allocated -> allocated.id().equals(device))
                    .anyMatch(allocated -> allocated.tolerations().stream().anyMatch(each -> each.tolerates(taint)));
        }

        /** What happens to the pods. */
        public String effect() {
            if (!endsPods) {
                return "not evicted: extended resource";
            }
            return seconds > 0 ? "evicted after " + seconds + " s" : "evicted";
        }
    }

    private Evictions(ClusterSnapshot snapshot, Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this.snapshot = snapshot;
        this.fleet = fleet;
        this.rules = new TaintRules(fleet, release, gates);
        this.hasRules = TaintRules.count(release, gates);
        this.hasTaints = gates.has(FeatureGate.DRA_DEVICE_TAINTS);
        this.release = release;
        fleet.allDevices().forEach(device -> devices.put(device.id(), device));
    }

    /**
     * Those of a cluster with the devices and rules of this fleet, by claim.
     *
     * @param fleet its devices have the taints of their slices only
     */
    public static Map<String, Eviction> of(
            ClusterSnapshot snapshot, Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        Evictions evictions = new Evictions(snapshot, fleet, release, gates);
        Map<String, Eviction> found = new LinkedHashMap<>();
        for (Claim claim : fleet.holders()) {
            Stream.ofNullable(evictions.of(claim)).forEach(eviction -> found.put(claim.toString(), eviction));
        }
        return found;
    }

    private @Nullable Eviction of(Claim claim) {
        Eviction first = null;
        boolean endsPods = !LENIENT.isIn(release) || !claim.stored().isForExtendedResources();
        for (AllocatedDevice device : claim.devices()) {
            for (Map.Entry<String, Taint> taint : taints(device.id()).entrySet()) {
                long seconds = Toleration.seconds(device.tolerations(), taint.getValue(), release);
                if (seconds < Long.MAX_VALUE && (first == null || seconds < first.seconds())) {
                    first = new Eviction(
                            claim, pods(claim), device.id(), taint.getValue(), taint.getKey(), seconds, endsPods);
                }
            }
        }
        return first;
    }

    /** The taints that end pods, by what sets them. */
    private Map<String, Taint> taints(DeviceId id) {
        Map<String, Taint> taints = new LinkedHashMap<>();
        Device known = devices.get(id);
        if (known != null && hasTaints) {
            known.taints().forEach(taint -> taints.put("device " + id, taint));
        }
        for (DeviceTaintRule rule : hasRules ? fleet.taintRules() : List.<DeviceTaintRule>of()) {
            DeviceTaintRule.Selector selector = rule.selector();
            if (selector != null && (known == null ? selector.names(id) : rules.taints(rule, known))) {
                taints.put("DeviceTaintRule " + rule.name(), rule.taint());
            }
        }
        taints.values().removeIf(taint -> !taint.endsPods());
        return taints;
    }

    /** The pods on nodes for which the claim is reserved; as it names them if no pods are known. */
    private List<String> pods(Claim claim) {
        if (snapshot.all(SnapshotKind.POD).isEmpty() || !snapshot.sees(SnapshotKind.POD, claim.namespace())) {
            return List.copyOf(claim.pods());
        }
        return snapshot.podsWith(claim).stream()
                .filter(pod -> claim.stored().consumerUids().contains(pod.uid()))
                .map(StoredObject::name)
                .toList();
    }
}
