package dev.drawbridge.fit.plugin;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.fleet.Toleration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes on which a pod may run by nodeName, nodeSelector, required node affinity and taints; other conditions are
 * ignored.
 *
 * @param nodeName the pod's node name; empty if unset
 * @param labels the pod's node selector
 * @param affinity the required node affinity; null if there is none
 * @param added the tolerations that the controller of its DaemonSet adds
 */
public record PodNodes(
        String nodeName,
        Map<String, String> labels,
        @Nullable NodeSelector affinity,
        List<Toleration> tolerations,
        List<Toleration> added) {

    public static final PodNodes ALL = new PodNodes("", Map.of(), null, List.of(Toleration.ALL), List.of());

    /** The taints of nodes that the pods of a DaemonSet tolerate. */
    private static final List<String> OF_DAEMONS = List.of(
            "not-ready:NoExecute",
            "unreachable:NoExecute",
            "disk-pressure:NoSchedule",
            "memory-pressure:NoSchedule",
            "pid-pressure:NoSchedule",
            "unschedulable:NoSchedule");

    /** Those that they tolerate in the network of the node. */
    private static final String OF_HOST_NETWORK = "network-unavailable:NoSchedule";

    /** There may be a reason for each node, such as its name in a label. */
    private static final int MAX_EXCLUSIONS = 5;

    /** The nodes for the pods of a workload; all for a claim. */
    public static PodNodes of(Workload workload) {
        ObjectValue pod = workload.pod();
        return pod == null ? ALL : of(pod, workload.kind().equals("DaemonSet") ? ofDaemons(pod) : List.of());
    }

    /** The nodes for a pod with this specification. */
    public static PodNodes of(ObjectValue pod) {
        return of(pod, List.of());
    }

    /**
     * What the controller of a DaemonSet adds to its pods.
     *
     * <p>Source: {@code pkg/controller/daemon/util/daemonset_util.go}, AddOrUpdateDaemonPodTolerations.
     */
    private static List<Toleration> ofDaemons(ObjectValue pod) {
        return Stream.concat(OF_DAEMONS.stream(), pod.isTrue("hostNetwork") ? Stream.of(OF_HOST_NETWORK) : Stream.of())
                .map(taint -> taint.split(":"))
                .map(taint -> new Toleration("node.kubernetes.io/" + taint[0], "Exists", "", taint[1], Long.MAX_VALUE))
                .toList();
    }

    private static PodNodes of(ObjectValue pod, List<Toleration> added) {
        ObjectValue affinity = pod.object("affinity").object("nodeAffinity");
        return new PodNodes(
                pod.string("nodeName"),
                new TreeMap<>(pod.object("nodeSelector").texts()),
                NodeSelector.of(affinity.get("requiredDuringSchedulingIgnoredDuringExecution")),
                pod.list("tolerations").objects().stream().map(Toleration::of).toList(),
                added);
    }

    /** Whether the pod may certainly run on the node. */
    public boolean includes(Node node) {
        return excludes(node, false, null) == null;
    }

    /** Whether the pod may run on the node if unknown labels match. */
    public boolean mayInclude(Node node) {
        return excludes(node, true, null) == null;
    }

    /**
     * The reasons that exclude some nodes of a fleet, each with its number of nodes: first those of nodes on which the
     * pod would fit, taints before what the pod is written for; then the most frequent.
     *
     * @param fitting the names of the nodes on which it would fit
     */
    public List<FitFact> exclusions(List<Node> nodes, Fleet fleet, Collection<String> fitting) {
        Map<FitFact, List<Node>> reasons = new LinkedHashMap<>();
        Labels labelsOfAll = Labels.of(fleet.nodes());
        for (Node node : nodes) {
            FitFact reason = excludes(node, false, labelsOfAll);
            if (reason != null) {
                reasons.computeIfAbsent(reason, any -> new ArrayList<>()).add(node);
            }
        }
        Set<String> meant = Set.copyOf(fitting);
        Comparator<Map.Entry<FitFact, List<Node>>> order = Comparator.comparing(
                        (Map.Entry<FitFact, List<Node>> reason) ->
                                reason.getValue().stream().map(Node::name).noneMatch(meant::contains))
                .thenComparing(reason -> !fitting.isEmpty() && reason.getKey().kind() != FitFact.Kind.NODE_TAINT)
                .thenComparing(reason -> -reason.getValue().size());
        int more = reasons.size() > MAX_EXCLUSIONS + 1 ? reasons.size() - MAX_EXCLUSIONS : 0;
        return Stream.concat(
                        reasons.entrySet().stream()
                                .sorted(order)
                                .limit((long) reasons.size() - more)
                                .map(reason -> FitFact.Kind.EXCLUDED.fact(
                                        new Words.Count(reason.getValue().size(), "node"), reason.getKey())),
                        more == 0 ? Stream.of() : Stream.of(FitFact.Kind.MORE_EXCLUDED.fact(more)))
                .toList();
    }

    /** The labels and names of some nodes, with hints at those that are meant by others. */
    private record Labels(Map<String, Set<String>> values, Set<String> names, Map<Object, String> hints) {

        /** So many values of a label are listed. */
        private static final int MAX_VALUES = 4;

        static Labels of(List<Node> nodes) {
            Map<String, Set<String>> values = new HashMap<>();
            nodes.forEach(node -> node.labels()
                    .forEach((key, value) ->
                            values.computeIfAbsent(key, any -> new TreeSet<>()).add(value)));
            Set<String> names = nodes.stream().map(Node::name).collect(Collectors.toCollection(TreeSet::new));
            return new Labels(values, names, new HashMap<>());
        }

        String ofKey(String key) {
            return hints.computeIfAbsent(
                    key, any -> values.containsKey(key) ? "" : Spelling.hint(key, values.keySet()));
        }

        /** Whether no node has the label with this value, though one has the label. */
        boolean lacks(String key, String value) {
            Set<String> known = values.get(key);
            return known != null && !known.contains(value);
        }

        /** A hint for a requirement of a label that no node meets; empty if one does. */
        String of(NodeSelector.Requirement requirement) {
            Set<String> known = values.get(requirement.key());
            return known == null ? ofKey(requirement.key()) : of(requirement, known);
        }

        private String of(NodeSelector.Requirement requirement, Set<String> known) {
            return hints.computeIfAbsent(
                    requirement,
                    any -> known.stream().anyMatch(requirement::accepts) ? "" : ofValues(requirement, known));
        }

        /** A hint for a term of affinity, whose only field is the name of a node. */
        Stream<String> of(NodeSelector.Term term) {
            return Stream.concat(
                            term.labels().stream()
                                    .filter(label -> !label.accepts(null))
                                    .map(this::of),
                            term.fields().stream().map(field -> of(field, names)))
                    .filter(hint -> !hint.isEmpty());
        }

        private static String ofValues(NodeSelector.Requirement requirement, Set<String> known) {
            return requirement.values().stream()
                    .map(value -> requirement.operator().equals("In") ? Spelling.hint(value, known) : "")
                    .filter(hint -> !hint.isEmpty())
                    .findFirst()
                    .orElse(known.size() > MAX_VALUES ? "" : "; nodes have " + String.join(", ", known));
        }
    }

    /** Why the pod may not run on the node, with a hint at the label that is meant by another. */
    private @Nullable FitFact excludes(Node node, boolean ifUnknown, @Nullable Labels known) {
        if (!nodeName.isEmpty() && !nodeName.equals(node.name())) {
            return FitFact.Kind.NODE_NAME.fact(nodeName);
        }
        for (Map.Entry<String, String> label : labels.entrySet()) {
            String key = label.getKey();
            if (!node.knowsLabel(key)
                    ? !ifUnknown
                    : !label.getValue().equals(node.labels().get(key))) {
                return FitFact.Kind.NODE_SELECTOR.fact(key, label.getValue(), found(node, label, known));
            }
        }
        if (affinity != null && !affinity.matches(node, ifUnknown)) {
            return FitFact.Kind.NODE_AFFINITY.fact(affinity(node, known));
        }
        Taint taint = nodeName.isEmpty() ? untolerated(node).findFirst().orElse(null) : null;
        return taint == null ? null : FitFact.Kind.NODE_TAINT.fact(taint, Toleration.nearMiss(tolerations, taint));
    }

    private static String found(Node node, Map.Entry<String, String> label, @Nullable Labels known) {
        String key = label.getKey();
        if (!node.knowsLabel(key)) {
            return "labels unknown: no Node object";
        }
        if (known != null && known.lacks(key, label.getValue())) {
            return "no node has this value"
                    + known.of(new NodeSelector.Requirement(key, "In", List.of(label.getValue())));
        }
        String value = node.labels().get(key);
        return value == null ? "no such label" + (known == null ? "" : known.ofKey(key)) : "the label is " + value;
    }

    private String affinity(Node node, @Nullable Labels known) {
        List<NodeSelector.Term> terms = affinity == null ? List.of() : affinity.terms();
        String hint = terms.stream()
                .flatMap(term -> known == null ? Stream.of() : known.of(term))
                .findFirst()
                .orElse("");
        return String.join(
                        " || ", terms.stream().map(NodeSelector.Term::toString).toList())
                + (node.isKnown() ? hint : ", labels unknown: no Node object");
    }

    /** The taints that alone keep the pod from the node; none if something else does. */
    public List<Taint> closing(Node node) {
        PodNodes tolerant = new PodNodes(nodeName, labels, affinity, ALL.tolerations, added);
        return nodeName.isEmpty() && tolerant.includes(node) ? untolerated(node).toList() : List.of();
    }

    /**
     * The taint of a node that ends the pod there first, with the seconds after which it does; null if none does.
     *
     * <p>Source: {@code pkg/controller/tainteviction/taint_eviction.go}, getMinTolerationTime.
     */
    public Map.@Nullable Entry<Taint, Long> ending(Node node) {
        return node.taints().stream()
                .filter(Taint::endsPods)
                .map(taint -> Map.entry(
                        taint,
                        Stream.concat(tolerations.stream(), added.stream())
                                .filter(each -> each.tolerates(taint))
                                .map(Toleration::seconds)
                                .findFirst()
                                .orElse(0L)))
                .filter(taint -> taint.getValue() < Long.MAX_VALUE)
                .min(Map.Entry.comparingByValue())
                .orElse(null);
    }

    private Stream<Taint> untolerated(Node node) {
        return node.taints().stream()
                .filter(Taint::keepsAway)
                .filter(taint ->
                        Stream.concat(tolerations.stream(), added.stream()).noneMatch(each -> each.tolerates(taint)));
    }
}
