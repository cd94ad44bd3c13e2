package dev.drawbridge.fit;

import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.DecisionCache;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.DynamicResources;
import dev.drawbridge.fit.plugin.PodNodes;
import dev.drawbridge.fit.plugin.RunningPods;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.PodGroups;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.SharedCounters;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A fleet as the scheduler of a release sees it, with caches. Not safe for use by several threads. */
final class ScheduledFleet {

    private static final int MAX_FUNNELS = 64;

    private final Fleet given;
    private final Fleet fleet;
    private final KubernetesRelease release;
    private final FeatureGates gates;
    private final Duration limit;
    private final Allocator now;
    private final DynamicResources plugin;
    private final TaintRules taintRules;
    private final DecisionCache decisions;
    private final Map<List<Claim>, Allocator> freed = new HashMap<>();
    private final Lazy<Allocator> reversed = new Lazy<>(() -> allocator(reversedFleet()));
    private final Lazy<Optional<Allocator>> withTaints = new Lazy<>(this::allTainted);
    private final Lazy<ScheduledFleet> untainted = new Lazy<>(this::untainted);
    private final Lazy<ScheduledFleet> complete = new Lazy<>(this::complete);
    private final Lazy<List<PoolState>> unusable = new Lazy<>(() ->
            PoolState.of(fleet()).stream().filter(pool -> !pool.isUsable()).toList());
    private final Lazy<DeviceStates> states = new Lazy<>(() -> new DeviceStates(fleet()));
    private final Map<Alternative, Funnel> funnels = new HashMap<>();
    private List<Node> funnelNodes = List.of();
    private final Map<PodNodes, List<Node>> nodes = new HashMap<>();
    private final Map<PodNodes, List<Node>> possibleNodes = new HashMap<>();
    private final Lazy<Gaps> gaps = new Lazy<>(() -> new Gaps(now()));
    private final Lazy<RunningPods> runningPods = new Lazy<>(() -> new RunningPods(fleet().holders()));
    private final Lazy<KnownNames> names = new Lazy<>(() -> new KnownNames(fleet()));
    private final Lazy<Map<DeviceId, SharedCounters.Use>> oversized = new Lazy<>(this::oversized);
    private final Lazy<Map<DeviceId, List<Taint>>> endingTaints = new Lazy<>(this::endingTaints);

    ScheduledFleet(Fleet fleet, KubernetesRelease release, FeatureGates gates, Duration limit) {
        this.given = fleet;
        this.fleet = TaintRules.applied(fleet, release, gates);
        this.taintRules = new TaintRules(fleet, release, gates);
        this.release = release;
        this.gates = gates;
        this.limit = limit;
        this.now = new Allocator(this.fleet, release, gates);
        this.plugin = new DynamicResources(
                this.fleet,
                release,
                gates,
                Objects.requireNonNullElseGet(fleet.info().time(), Instant::now));
        this.decisions = new DecisionCache(limit);
    }

    /** Sets the deadline of all decisions, in terms of {@link System#nanoTime}. */
    void limitTo(long nanoTime) {
        decisions.limitTo(nanoTime);
    }

    Allocator allocator(Fleet other) {
        return new Allocator(other, release, gates);
    }

    Allocator now() {
        return now;
    }

    DynamicResources plugin() {
        return plugin;
    }

    KubernetesRelease release() {
        return release;
    }

    FeatureGates gates() {
        return gates;
    }

    Fleet fleet() {
        return fleet;
    }

    Duration limit() {
        return limit;
    }

    /** The allocator if the gates of taints were on; empty if they are, or are known to be off, or there are none. */
    Optional<Allocator> withTaints() {
        return withTaints.get();
    }

    private Optional<Allocator> allTainted() {
        FeatureGates on = TaintRules.assumed(given, gates);
        Fleet tainted = TaintRules.applied(given, release, on);
        boolean isTainted =
                tainted.allDevices().anyMatch(device -> !device.taints().isEmpty());
        return on.equals(gates) || !isTainted ? Optional.empty() : Optional.of(new Allocator(tainted, release, on));
    }

    List<Taint> endingTaints(DeviceId device) {
        return endingTaints.get().getOrDefault(device, List.of());
    }

    boolean hasEndingTaints() {
        return endingTaints.get().values().stream().anyMatch(taints -> !taints.isEmpty());
    }

    private Map<DeviceId, List<Taint>> endingTaints() {
        Map<DeviceId, List<Taint>> ending = new HashMap<>();
        if (gates.has(FeatureGate.DRA_DEVICE_TAINTS)) {
            PoolState.of(fleet).stream()
                    .flatMap(pool -> pool.devices().stream())
                    .forEach(device -> ending.put(
                            device.id(),
                            device.taints().stream().filter(Taint::endsPods).toList()));
        }
        return ending;
    }

    /** The devices of the nodes left after each condition. */
    Funnel funnel(List<Node> ofNodes, Alternative alternative) {
        if (!ofNodes.equals(funnelNodes) || funnels.size() >= MAX_FUNNELS) {
            funnels.clear();
            funnelNodes = ofNodes;
        }
        return funnels.computeIfAbsent(
                alternative, any -> new Funnel(now, names(), oversized.get(), taintRules, ofNodes, any, null));
    }

    /** The number of devices of the nodes left by each condition, to be shown one by one. */
    FunnelSteps funnelSteps(List<Node> ofNodes, RequestedDevices requested) {
        Alternative alternative = requested.alternative();
        List<FunnelSteps.Step> steps = new ArrayList<>();
        Funnel funnel = new Funnel(now, names(), oversized.get(), taintRules, ofNodes, alternative, steps);
        int[] free = funnel.count(device -> !now.allocated().isAllocated(device.id()));
        steps.add(new FunnelSteps.Step("free", free[0]));
        steps.add(new FunnelSteps.Step("free on one node, at most", free[1]));
        return new FunnelSteps(requested.toString(), steps, alternative.isAll() ? null : alternative.count());
    }

    private Map<DeviceId, SharedCounters.Use> oversized() {
        Map<DeviceId, SharedCounters.Use> all = new HashMap<>();
        PoolState.of(fleet).forEach(pool -> all.putAll(SharedCounters.oversized(pool)));
        return all;
    }

    KnownNames names() {
        return names.get();
    }

    DeviceStates states() {
        return states.get();
    }

    RunningPods runningPods() {
        return runningPods.get();
    }

    List<Node> nodes(PodNodes where) {
        return nodes.computeIfAbsent(
                where, any -> fleet.nodes().stream().filter(where::includes).toList());
    }

    /** The nodes that a pod may run on, including those with unknown labels. */
    List<Node> possibleNodes(PodNodes where) {
        return possibleNodes.computeIfAbsent(where, any -> {
            List<Node> certain = nodes(where);
            List<Node> possible =
                    fleet.nodes().stream().filter(where::mayInclude).toList();
            return possible.size() == certain.size() ? certain : possible;
        });
    }

    /** The group of the workload's pods, as {@link PodGroups#key}; empty if none counts. */
    String group(Workload workload) {
        Pod pod = workload.asPod();
        return pod != null && plugin.hasGroups(pod) ? PodGroups.key(workload.namespace(), workload.pod()) : "";
    }

    /** An allocator of the fleet in which only these claims hold devices. */
    Allocator freed(List<Claim> kept) {
        return freed.computeIfAbsent(kept, claims -> claims.equals(fleet.holders()) ? now : now.with(claims));
    }

    Gaps gaps() {
        return gaps.get();
    }

    NodeDecisions decide(Allocator allocator, List<Node> ofNodes, List<Claim> claims) {
        return decisions.decide(allocator, ofNodes, claims);
    }

    ScheduledFleet withoutTaints() {
        return untainted.get();
    }

    private ScheduledFleet untainted() {
        return with(given.withTaintRules(List.of()).withDevices(device -> device.withTaints(List.of())));
    }

    ScheduledFleet withPoolsComplete() {
        return complete.get();
    }

    private ScheduledFleet complete() {
        Map<PoolId, PoolState> pools = new HashMap<>();
        unusablePools().forEach(pool -> pools.put(pool.id(), pool));
        return with(given.withSlices(given.slices().stream()
                .map(slice -> {
                    PoolState pool = pools.get(slice.pool());
                    return pool == null ? slice : slice.withCount(pool.slices().size());
                })
                .toList()));
    }

    private ScheduledFleet with(Fleet other) {
        return new ScheduledFleet(other, release, gates, limit);
    }

    List<PoolState> unusablePools() {
        return unusable.get();
    }

    Allocator reversed() {
        return reversed.get();
    }

    private Fleet reversedFleet() {
        List<Slice> slices = new ArrayList<>();
        for (Slice slice : fleet.slices()) {
            List<Device> devices = new ArrayList<>(slice.devices());
            Collections.reverse(devices);
            slices.add(slice.withDevices(devices));
        }
        Collections.reverse(slices);
        return fleet.withSlices(slices);
    }
}
