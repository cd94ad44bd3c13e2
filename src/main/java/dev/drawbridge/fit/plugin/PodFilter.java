package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Filters nodes for a pod whose claims are known.
 *
 * <p>Source: {@code dynamicresources.go}, Filter; {@code extendeddynamicresources.go}, filterExtendedResources and
 * patchPodExtendedResourceClaimStatus; {@code noderesources/fit.go}, fitsRequest.
 */
public final class PodFilter {

    private final DynamicResources plugin;
    private final Pod pod;
    private final List<Claim> claims;
    private final Map<String, Long> requested;
    private final Set<String> provided;
    private final PluginUse taken;
    private final boolean hasClaims;

    /** The claim for extended resources from an earlier attempt; null if there is none. */
    private final @Nullable Claim stale;

    public PodFilter(DynamicResources plugin, Pod pod, List<Claim> userClaims, @Nullable Claim stale, PluginUse taken) {
        this.plugin = plugin;
        this.pod = pod;
        this.claims = new ArrayList<>(userClaims);
        this.hasClaims = !userClaims.isEmpty();
        this.requested = pod.requested();
        this.provided = plugin.provided(pod);
        this.taken = taken;
        this.stale = stale;
        if (stale != null) {
            claims.add(stale);
        }
    }

    /** The decision for each node; an obstacle counts as claims that do not fit. */
    public NodeDecisions decide(List<Node> nodes, DynamicResources.Decider allocator) {
        Map<String, Decision> decisions = new LinkedHashMap<>();
        schedule(nodes, allocator)
                .forEach((node, answer) -> decisions.put(
                        node,
                        answer.failsPod() || answer.obstacles().isEmpty() && !answer.failsBinding()
                                ? answer.decision()
                                : new Decision.DoesNotFit()));
        return new NodeDecisions(decisions);
    }

    /** The scheduler's answer for the pod on these nodes, by name. */
    public Map<String, NodeAnswer> schedule(List<Node> nodes, DynamicResources.Decider allocator) {
        Map<String, NodeAnswer> answers = new LinkedHashMap<>();
        Map<Set<String>, List<Node>> byDelegated = new LinkedHashMap<>();
        for (Node node : nodes) {
            FitCause obstacle = beforeClaims(node);
            if (obstacle != null) {
                answers.put(node.name(), new NodeAnswer(new Decision.DoesNotFit(), List.of(obstacle), null));
            } else {
                // Reserves the place in the order of the fleet; the answer is filled in below.
                answers.put(node.name(), new NodeAnswer(new Decision.Fits(List.of()), List.of(), null));
                byDelegated
                        .computeIfAbsent(delegated(node), key -> new ArrayList<>())
                        .add(node);
            }
        }
        byDelegated.forEach((delegated, some) ->
                // The cache of decisions compares lists of nodes by identity.
                filter(delegated, some.size() == nodes.size() ? nodes : some, allocator, answers));
        return answers;
    }

    /** The obstacle between the pod and the node that is independent of its claims. */
    @Nullable
    public FitCause beforeClaims(Node node) {
        for (Map.Entry<String, Long> request : requested.entrySet()) {
            String resource = request.getKey();
            if (provided.contains(resource) && plugin.isDelegated(resource, node)) {
                continue;
            }
            Long offered = node.pluginResources().get(resource);
            if (offered == null) {
                return FitCause.Kind.NO_PROVIDER.cause(resource, plugin.isOffered(resource) ? " of these nodes" : "");
            }
            long used = taken.of(resource, node);
            if (request.getValue() > offered - used) {
                return used == 0
                        ? FitCause.Kind.INSUFFICIENT.cause(resource, offered, request.getValue())
                        : FitCause.Kind.IN_USE.cause(resource, offered, request.getValue(), used);
            }
        }
        return stale != null && !stale.requests().isEmpty() ? FitCause.Kind.CLAIM_STALE.cause(stale.toString()) : null;
    }

    private Set<String> delegated(Node node) {
        return provided.stream()
                .filter(resource -> plugin.isDelegated(resource, node))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The claim for the resources that the pod gets from devices on this node; null if there are none. */
    @Nullable
    public Claim extendedClaim(Node node) {
        return extendedClaim(delegated(node));
    }

    private @Nullable Claim extendedClaim(Set<String> delegated) {
        return delegated.isEmpty() ? null : plugin.extendedClaim(pod, delegated);
    }

    private void filter(
            Set<String> delegated,
            List<Node> nodes,
            DynamicResources.Decider allocator,
            Map<String, NodeAnswer> answers) {
        List<Claim> open = new ArrayList<>();
        claims.stream().filter(claim -> claim.allocation() == null).forEach(open::add);
        Claim extended = extendedClaim(delegated);
        if (extended != null) {
            open.add(extended);
        }
        Map<String, Decision> decisions =
                open.isEmpty() ? Map.of() : allocator.decide(nodes, open).byNode();
        // PreBind creates a claim for the resources then, whose lack of devices the API server refuses.
        FitCause unbound = hasClaims && delegated.isEmpty() && !provided.isEmpty()
                ? FitCause.Kind.PLUGIN_BESIDE_CLAIMS.cause(String.join(", ", provided))
                : null;
        for (Node node : nodes) {
            List<FitCause> obstacles = new ArrayList<>();
            for (Claim claim : claims) {
                FitCause.Kind kind = plugin.unavailable(claim, node);
                if (kind != null) {
                    obstacles.add(kind.cause(claim.toString()));
                }
            }
            Decision decision = decisions.getOrDefault(node.name(), new Decision.Fits(List.of()));
            answers.put(node.name(), new NodeAnswer(decision, obstacles, unbound));
        }
    }
}
