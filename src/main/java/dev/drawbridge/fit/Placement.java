package dev.drawbridge.fit;

import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.plugin.ExtendedResourceClaim;
import dev.drawbridge.fit.plugin.PluginUse;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fit.plugin.PodFilter;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.resource.ClaimLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Places pods one after the other, each on the first node where its claims can be allocated; placed pods keep their
 * devices. The number placed is a lower bound of the number that fit together.
 */
final class Placement {

    private final Allocator allocator;
    private final PluginUse plugins;
    private final long deadline;
    private final Map<String, Shared> shared = new HashMap<>();
    private final Set<DeviceId> taken = new HashSet<>();

    /** What takes back the pods placed since the last {@link #begin}, the latest first. */
    private final Deque<Runnable> undo = new ArrayDeque<>();

    /** By the requests of a pod: the looks of nodes on which it never fits. */
    private final Map<List<Object>, Set<Integer>> hopeless = new HashMap<>();

    private static final class Shared {

        private final List<NodeChoice> nodes = new ArrayList<>();
        private int consumers;
        private boolean isAllocated;
    }

    /** Creates an empty placement next to what others hold, to be filled within a time. */
    Placement(Allocator allocator, PluginUse plugins, Duration limit) {
        this.allocator = allocator;
        this.plugins = plugins;
        this.deadline = System.nanoTime() + limit.toNanos();
    }

    /** The devices of the pods placed so far, without those with admin access. */
    Set<DeviceId> taken() {
        return taken;
    }

    /** The pods placed from now on can be taken back. */
    void begin() {
        undo.clear();
    }

    /** Takes back the pods placed since the last {@link #begin}. */
    void undo() {
        undo.forEach(Runnable::run);
        undo.clear();
    }

    boolean isOutOfTime() {
        return System.nanoTime() - deadline >= 0;
    }

    /**
     * Places at most this number of pods and returns how many fit.
     *
     * @param occupied the nodes with a running pod of the workload, of which each has one; null if they may have more
     */
    long place(Question question, long pods, @Nullable Collection<Node> occupied) {
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        used.addAll(occupied == null ? List.of() : occupied);
        long placed = 0;
        while (placed < pods && !isOutOfTime()) {
            Node node = placeOne(question, used);
            if (node == null) {
                break;
            }
            placed++;
            if (occupied != null) {
                used.add(node);
            }
        }
        return placed;
    }

    private @Nullable Node placeOne(Question question, Set<Node> excluded) {
        List<Claim> open = new ArrayList<>();
        List<Shared> ofOthers = new ArrayList<>();
        List<Shared> reserved = new ArrayList<>();
        for (PodClaim claim : question.claims()) {
            Shared known = claim.isShared() ? shared(claim.claim()) : null;
            if (known != null) {
                ofOthers.add(known);
            }
            if (known != null && !claim.isOfGroup()) {
                reserved.add(known);
                if (known.consumers >= ClaimLimits.CONSUMERS) {
                    return null;
                }
            }
            if (!claim.isAllocated() && (known == null || !known.isAllocated)) {
                open.add(claim.claim());
            }
        }
        ScheduledPod pod = question.scheduled();
        PodFilter filter = pod == null || pod.requested().isEmpty() ? null : pod.filter(plugins);
        Set<Integer> looks = hopeless(open);
        for (Node node : question.nodes()) {
            if (excluded.contains(node) || !areReachable(ofOthers, node)) {
                continue;
            }
            List<Claim> openThere = open(node, open, filter);
            if (openThere != null && fits(node, openThere, openThere == open ? looks : hopeless(openThere), question)) {
                reserved.forEach(each -> each.consumers++);
                undo.push(() -> reserved.forEach(each -> each.consumers--));
                if (pod != null && !pod.requested().isEmpty()) {
                    plugins.place(node, pod.requested(), 1);
                    undo.push(() -> plugins.place(node, pod.requested(), -1));
                }
                return node;
            }
        }
        return null;
    }

    private static boolean areReachable(List<Shared> claims, Node node) {
        for (Shared claim : claims) {
            for (NodeChoice choice : claim.nodes) {
                if (!choice.includes(node)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The claims to allocate on the node, which may have a device plugin for a resource; null if it is excluded. */
    private static @Nullable List<Claim> open(Node node, List<Claim> open, @Nullable PodFilter filter) {
        if (filter == null) {
            return open;
        }
        if (filter.beforeClaims(node) != null) {
            return null;
        }
        List<Claim> there = new ArrayList<>(open);
        there.removeIf(claim -> claim.name().equals(ExtendedResourceClaim.NAME));
        Claim extended = filter.extendedClaim(node);
        if (extended != null) {
            there.add(extended);
        }
        return there;
    }

    private Shared shared(Claim claim) {
        return shared.computeIfAbsent(claim.toString(), name -> {
            Shared made = new Shared();
            made.consumers = claim.consumers().size();
            made.isAllocated = claim.allocation() != null;
            return made;
        });
    }

    /** The looks of nodes on which these claims do not fit. */
    private Set<Integer> hopeless(List<Claim> open) {
        return hopeless.computeIfAbsent(open.stream().map(Claim::requested).toList(), any -> new HashSet<>());
    }

    /** Allocates the claims on the node, if they fit; otherwise adds its look to the hopeless ones. */
    private boolean fits(Node node, List<Claim> open, Set<Integer> looks, Question question) {
        if (open.isEmpty()) {
            return true;
        }
        int look = allocator.likeness(node);
        if (looks.contains(look)) {
            return false;
        }
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        if (!(allocator.decide(node, open, left) instanceof Decision.Fits fits)) {
            looks.add(look);
            return false;
        }
        for (int i = 0; i < open.size(); i++) {
            take(node, open.get(i), fits.devices().get(i), question);
        }
        return true;
    }

    private void take(Node node, Claim claim, List<Decision.Chosen> chosen, Question question) {
        List<AllocatedDevice> devices =
                chosen.stream().map(Decision.Chosen::device).toList();
        List<NodeChoice> choices = chosen.stream().map(Decision.Chosen::nodes).toList();
        boolean areOfNodeAlone =
                choices.stream().allMatch(choice -> choice.nodeName().equals(node.name()));
        undo.push(allocator.take(node, devices, areOfNodeAlone));
        devices.stream()
                .filter(device -> !device.adminAccess() && taken.add(device.id()))
                .forEach(device -> undo.push(() -> taken.remove(device.id())));
        boolean isShared = question.claims().stream().anyMatch(each -> each.isShared() && each.claim() == claim);
        if (isShared) {
            Shared known = shared(claim);
            known.isAllocated = true;
            known.nodes.addAll(choices);
            undo.push(() -> {
                known.isAllocated = false;
                known.nodes.clear();
            });
        }
    }
}
