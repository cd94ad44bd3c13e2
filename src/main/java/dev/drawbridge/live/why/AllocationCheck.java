package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.plugin.PodNodes;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceBinding;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks for allocated claims whose devices the pod cannot use yet, or not on its nodes. */
final class AllocationCheck {

    static final String CORDONED = "is cordoned: spec.unschedulable";

    /** What the scheduler reports of devices that are not ready in time, or fail. */
    static final Pattern BINDING = Pattern.compile("device binding (?<problem>timeout|failed).*");

    private static final int SHOWN = 3;

    /** Causes that devices which the pod has already exclude its nodes. */
    private static final Set<FitCause.Kind> OF_NODES =
            Set.of(FitCause.Kind.NODES, FitCause.Kind.DEALLOCATED, FitCause.Kind.USED_ELSEWHERE);

    static List<ClusterFinding> find(PendingPod pod) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (Claim claim : pod.claims()) {
            if (claim.consumers().size() >= ClaimLimits.CONSUMERS && !pod.hasReserved(claim)) {
                findings.add(Cause.RESERVATION_FULL
                        .found(
                                "ResourceClaim " + claim + " is reserved for "
                                        + claim.consumers().size() + " pods",
                                "status.reservedFor must have no more than " + ClaimLimits.CONSUMERS)
                        .then("the pod can use it once one of these pods ends"));
            }
            binding(pod, claim, findings);
        }
        findings.addAll(pinned(pod));
        return findings;
    }

    private static void binding(PendingPod pod, Claim claim, List<ClusterFinding> findings) {
        List<String> lines = new ArrayList<>();
        for (AllocatedDevice device : claim.devices()) {
            DeviceBinding binding = device.binding();
            Set<String> met = binding.met() == null ? Set.of() : binding.met();
            binding.failureConditions().stream()
                    .filter(met::contains)
                    .forEach(failed -> lines.add("device " + device.id() + ": " + failed + " is True: binding failed"));
            List<String> open = binding.conditions().stream()
                    .filter(condition -> !met.contains(condition))
                    .toList();
            if (!open.isEmpty()) {
                lines.add("device " + device.id() + ": " + String.join(", ", open)
                        + (binding.met() == null ? " not reported by the driver" : " not True"));
            }
        }
        if (!lines.isEmpty()) {
            Set<String> problems = new HashSet<>();
            pod.events(PendingPod.REFUSED).stream()
                    .map(event -> BINDING.matcher(event.message()))
                    .filter(attempt -> attempt.find() && problems.add(attempt.group("problem")))
                    .forEach(attempt -> lines.add("an earlier attempt: " + attempt.group()));
            findings.add(Cause.BINDING_CONDITIONS
                    .found("ResourceClaim " + claim + " is allocated, and its devices are not ready for binding")
                    .noting(lines)
                    .then("the pod is bound once the conditions are True; the scheduler waits 10 minutes by default,"
                            + " then deallocates the claim and tries again"));
        }
    }

    /** Why no new pod may run on a node; empty if it is ready. */
    static String problem(PendingPod pod, String name) {
        StoredObject node = pod.snapshot().find(SnapshotKind.NODE, "", name);
        if (node == null) {
            return "";
        }
        ObjectValue ready = node.condition("Ready");
        if (ready.size() > 0 && !ready.string("status").equals("True")) {
            String reason = (ready.string("reason") + " " + ready.string("message")).strip();
            return "is not ready" + (reason.isEmpty() ? "" : ": " + reason);
        }
        return node.spec().isTrue("unschedulable") ? CORDONED : "";
    }

    /** What lets the pod run on the first of these nodes from which only taints keep it; null if there is none. */
    static @Nullable String opening(PendingPod pod, List<String> nodes) {
        PodNodes allowed = PodNodes.of(pod.spec());
        Set<String> names = Set.copyOf(nodes);
        return pod.snapshot().fleet().nodes().stream()
                .filter(node ->
                        names.contains(node.name()) && !allowed.closing(node).isEmpty())
                .findFirst()
                .map(node -> allowed.closing(node).stream()
                        .map(taint -> opening(node.name(), taint))
                        .distinct()
                        .collect(Collectors.joining(", and ")))
                .orElse(null);
    }

    private static String opening(String node, Taint taint) {
        return taint.key().equals("node.kubernetes.io/unschedulable")
                ? "kubectl uncordon " + node
                : taint.key().startsWith("node.kubernetes.io/")
                        ? "make node " + node + " ready"
                        : "kubectl taint node " + node + " " + taint.key() + ":" + taint.effect() + "-";
    }

    /** Findings if the claims exclude all nodes that the pod may run on. */
    private static List<ClusterFinding> pinned(PendingPod pod) {
        long allowed = pod.nodesWithoutClaims();
        List<String> places = places(pod);
        if (allowed == 0
                || pod.fit().nodes() > 0
                || places.isEmpty()
                || pod.fit().causes().stream().noneMatch(cause -> OF_NODES.contains(cause.kind()))) {
            return List.of();
        }
        PodNodes allowedNodes = PodNodes.of(pod.spec());
        List<ClusterFinding> closed = pod.claims().stream()
                .filter(claim -> nodes(pod, claim).noneMatch(allowedNodes::includes))
                .map(claim -> pinned(pod, claim, allowed))
                .toList();
        String advice = pod.fit().answer() == FitResult.Answer.NEVER
                ? "request less in new claims: no node has devices for all of them"
                : "end the other pods of one of the claims, so that it gets other devices";
        return !closed.isEmpty()
                ? closed
                : List.of(Cause.CLAIM_PINNED
                        .found("no node has the devices of all claims of the pod")
                        .noting(places)
                        .advising(advice));
    }

    private static String others(PendingPod pod, Claim claim) {
        String own = "pods/" + pod.object().name();
        return Printable.first(
                SHOWN,
                claim.consumers().stream()
                        .filter(consumer -> !consumer.equals(own))
                        .toList());
    }

    /** The nodes that can use the devices of the claim. */
    private static Stream<Node> nodes(PendingPod pod, Claim claim) {
        NodeSelector selector = claim.nodes();
        return pod.snapshot().fleet().nodes().stream().filter(node -> selector == null || selector.matches(node));
    }

    private static String where(PendingPod pod, Claim claim) {
        List<String> nodes = nodes(pod, claim).map(Node::name).toList();
        return nodes.isEmpty() ? "no existing node" : Printable.first(SHOWN, nodes);
    }

    /** Where the devices of its allocated claims are, and who uses them, if they are not on all nodes. */
    static List<String> places(PendingPod pod) {
        return pod.claims().stream()
                .filter(claim -> claim.nodes() != null)
                .map(claim -> "ResourceClaim " + claim + " has its devices on " + where(pod, claim)
                        + (others(pod, claim).isEmpty() ? "" : ", in use by " + others(pod, claim)))
                .toList();
    }

    /** Claims whose devices cannot be used on the node of a pod that did not get the node from the scheduler. */
    static List<ClusterFinding> ofOtherNodes(PendingPod pod) {
        String name = pod.node();
        return pod.snapshot().fleet().nodes().stream()
                        .noneMatch(node -> node.isKnown() && node.name().equals(name))
                ? List.of()
                : pod.claims().stream()
                        .filter(claim -> nodes(pod, claim).map(Node::name).noneMatch(name::equals))
                        .map(claim -> Cause.CLAIM_PINNED
                                .found(
                                        "ResourceClaim " + claim + " has devices of another node than " + name,
                                        "its devices can be used on " + where(pod, claim))
                                .advising("create the pod without spec.nodeName, or with that node"))
                        .toList();
    }

    private static ClusterFinding pinned(PendingPod pod, Claim claim, long allowed) {
        List<String> nodes = nodes(pod, claim).limit(SHOWN).map(Node::name).toList();
        String others = others(pod, claim);
        String opening = opening(pod, nodes);
        List<String> lines = new ArrayList<>(List.of("its devices can be used on " + where(pod, claim)
                + "; the pod may run on " + Printable.count(allowed, "other node")));
        if (!others.isEmpty()) {
            lines.add("in use by " + others);
        }
        if (nodes.stream().allMatch(node -> problem(pod, node).isEmpty())) {
            pod.exclusions(nodes, nodes).forEach(fact -> lines.add(fact.text()));
        } else {
            nodes.stream()
                    .filter(node -> !problem(pod, node).isEmpty())
                    .forEach(node -> lines.add("node " + node + " " + problem(pod, node)));
        }
        ClusterFinding found = Cause.CLAIM_PINNED
                .found("ResourceClaim " + claim + " has devices of another node")
                .noting(lines);
        // A new allocation helps only if a node that the pod may run on has the devices.
        boolean isHelped = pod.fit().causes().stream()
                .anyMatch(cause ->
                        OF_NODES.contains(cause.kind()) && cause.subject().equals(claim.toString()));
        if (!isHelped) {
            return found.advising((opening == null ? "let the pod run on a node with such devices" : opening)
                    + ": no node that the pod may run on has devices for the claim, even if all are free");
        }
        String end = opening == null ? null : opening + ", or end the other pods that use the claim";
        String wait = nodes.isEmpty() ? "wait for the scheduler, or delete the claim and create it again" : opening;
        return others.isEmpty()
                ? found.advising(wait).then("no other pod uses it: the scheduler deallocates it and tries again")
                : found.advising(end).then("the devices are free when these pods end");
    }
}
