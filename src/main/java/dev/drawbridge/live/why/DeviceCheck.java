package dev.drawbridge.live.why;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.DevicesInUse;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.Holder;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.input.RollingUpdate;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.live.BugSigns;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks for devices that the pod's claims do not find: the devices left after each condition, and the effect of a
 * single change. Of several changes that would each help, the one that helps on more nodes comes first.
 */
final class DeviceCheck {

    private static final int MAX_HOLDERS = 5;

    /** Errors of values of another type, and of semver and quantity. */
    private static final Pattern OF_TYPES = Pattern.compile("overload|Major\\.Minor\\.Patch|Invalid character|quantit");

    private static final String TYPES = "compare values of the type that the devices have: a version with"
            + " semver(\"1.2.3\"), an int with 1; drawbridge check explains more";

    /** Facts about devices that the scheduler does not use without a feature gate. */
    private static final Set<FitFact.Kind> GATED =
            Set.of(FitFact.Kind.COUNTERS_OFF, FitFact.Kind.BINDING_OFF, FitFact.Kind.SLICES_IGNORED);

    private static final String REQUEST_LESS = "request less of the resource in a new pod";
    private static final String KEPT = "nodeSelector, affinity or taints keep the pod from nodes that have ";

    static List<ClusterFinding> find(PendingPod pod) {
        FitResult fit = pod.fit();
        List<ClusterFinding> findings = new ArrayList<>();
        pod.claims()
                .forEach(claim -> BugSigns.of(claim, pod.decider())
                        .forEach((bug, sign) -> findings.add(SchedulerCheck.ofBug(bug, pod, sign))));
        findings.addAll(obstacles(pod));
        boolean isExplained = !findings.isEmpty();
        boolean hasDevices =
                fit.causes().stream().anyMatch(cause -> cause.kind().isOfBinding());
        boolean isNowhere = pod.nodesWithoutClaims() == 0;
        switch (fit.answer()) {
            case ERROR -> findings.addAll(error(pod));
            case NEVER, UNKNOWN -> {
                if (isNowhere) {
                    findings.add(noNode(pod));
                } else if (fit.nodes() > 0 && !hasDevices) {
                    // If a class is missing, nothing fits together anyway.
                    ordered(shortages(pod), false).stream()
                            .filter(finding -> !isExplained || finding.rule() != Cause.NO_COMBINATION)
                            .forEach(findings::add);
                }
            }
            case FITS_WHEN_FREED -> findings.addAll(taken(pod));
            case BLOCKED -> findings.addAll(isNowhere ? List.of(noNode(pod)) : List.of());
            case FITS, INVALID -> {}
        }
        List<String> shared = fit.findings().stream()
                .filter(finding -> finding.kind() == FitCause.Kind.SHARED_RESOURCE)
                .map(FitCause::text)
                .toList();
        if (!findings.isEmpty()) {
            findings.set(0, findings.get(0).adding(shared));
        }
        if (findings.stream().anyMatch(finding -> finding.rule() == Cause.DEVICE_TAINTED)) {
            findings.addAll(ofRule(pod));
        }
        return findings;
    }

    /** The findings whose changes help on more nodes first; if the pod waits for devices, only those that help now. */
    private static List<ClusterFinding> ordered(List<ClusterFinding> findings, boolean waits) {
        List<ClusterFinding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparing((ClusterFinding finding) -> helps(finding, waits))
                .reversed());
        return sorted;
    }

    private static int helps(ClusterFinding finding, boolean waits) {
        return finding.changes().stream()
                .filter(FitChange.class::isInstance)
                .map(FitChange.class::cast)
                .mapToInt(change -> waits && change.kind() != FitChange.Kind.HOLDERS
                        ? change.now().size()
                        : change.nodes())
                .max()
                .orElse(0);
    }

    /** Rules that taint all devices by a bug of the scheduler. */
    private static List<ClusterFinding> ofRule(PendingPod pod) {
        return BugSigns.rules(pod.snapshot().fleet(), pod.decider()).stream()
                .filter(rule -> pod.isKeptAwayBy(rule.taint()))
                .map(rule -> SchedulerCheck.ofBug(
                        KnownBug.RULE_WITHOUT_SELECTOR,
                        pod,
                        "DeviceTaintRule " + rule.name() + " has no deviceSelector"))
                .toList();
    }

    /** Taints that may count are the cause if the scheduler finds no devices, and the fleet has them. */
    private static ClusterFinding unknown(PendingPod pod) {
        FitResult fit = pod.fit();
        Fleet fleet = pod.snapshot().fleet();
        boolean isOfTaints = has(fit, FitCause.Kind.TAINTS_BY_GATES);
        boolean isTainted = has(fit, FitCause.Kind.TAINT_RULE_BY_PATCH) || isOfTaints && pod.isWithoutDevices();
        List<String> taints = Stream.concat(
                        fleet.taintRules().stream().map(rule -> "DeviceTaintRule " + rule.name()),
                        fleet.allDevices()
                                .flatMap(device -> device.taints().stream())
                                .distinct()
                                .filter(pod::isKeptAwayBy)
                                .map(Object::toString))
                .distinct()
                .toList();
        return (isTainted ? Cause.DEVICE_TAINTED : Cause.UNKNOWN)
                .found((isTainted
                                ? "the scheduler finds no devices, perhaps since they are tainted"
                                : "unknown whether the claims can be allocated"
                                        + (isOfTaints ? ": devices are tainted" : ""))
                        + (isTainted || isOfTaints ? ": " + SchedulerCheck.names(taints) : ""))
                .noting(lines(fit.causes()));
    }

    private static boolean has(FitResult fit, FitCause.Kind kind) {
        return fit.causes().stream().anyMatch(cause -> cause.kind() == kind);
    }

    static List<String> lines(List<FitCause> causes) {
        List<String> lines = new ArrayList<>();
        causes.forEach(cause -> {
            lines.add(cause.text());
            cause.lines().forEach(line -> lines.add("  " + line));
        });
        return lines;
    }

    private static ClusterFinding noNode(PendingPod pod) {
        FitResult fit = pod.fit();
        if (has(fit, FitCause.Kind.NODES_UNKNOWN)) {
            return unknown(pod);
        }
        List<String> nodes =
                pod.snapshot().fleet().nodes().stream().map(Node::name).toList();
        List<String> fitting = pod.decider().onAnyNode(pod.workload()).freed();
        List<String> meant = fitting.isEmpty() ? nodes : fitting;
        return keptFrom(pod, meant, "the pod may run on none of the nodes").with(pod.exclusions(nodes, meant));
    }

    /** What keeps the pod from these nodes, on which it would fit. */
    private static ClusterFinding keptFrom(PendingPod pod, List<String> nodes, String summary) {
        List<FitFact> exclusions = pod.exclusions(nodes, nodes);
        return Cause.NOT_DRA.found(summary).with(exclusions).advising(opening(pod, nodes, exclusions));
    }

    /** What keeps the pod from all nodes, or fails its binding, whatever devices there are. */
    private static List<ClusterFinding> obstacles(PendingPod pod) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (FitCause obstacle : pod.fit().causes()) {
            switch (obstacle.kind()) {
                case CLASS_NOT_FOUND -> findings.add(Classes.missing(pod, obstacle));
                case FEATURE_DISABLED, NODE_SELECTOR_UNREADABLE -> {
                    if (pod.fit().answer() != FitResult.Answer.ERROR) {
                        findings.add(cause(obstacle.kind()).found(obstacle.text()));
                    }
                }
                case NO_PROVIDER, INSUFFICIENT -> {
                    boolean isShort = obstacle.kind() == FitCause.Kind.INSUFFICIENT;
                    List<FitCause> all = pod.fit().causes();
                    if (obstacle.isOn(pod.fit().nodes())
                            || isShort
                                    && all.stream().allMatch(one -> SchedulerCheck.OF_RESOURCES.contains(one.kind()))) {
                        findings.add(notProvided(obstacle, isShort));
                    }
                }
                case PLUGIN_BESIDE_CLAIMS ->
                    findings.add(
                            Cause.PLUGIN_BESIDE_CLAIMS.found(obstacle.text()).with(obstacle.facts()));
                case NO_TIMESTAMP, NO_TIMESTAMP_IN_USE ->
                    findings.add(Cause.SCHEDULER_ERROR
                            .found("the pod cannot be bound to ResourceClaim " + obstacle.subject())
                            .noting(obstacle.lines())
                            .advising(
                                    obstacle.kind() == FitCause.Kind.NO_TIMESTAMP
                                            ? "delete the claim and create it again"
                                            : "end the other pods that use the claim, or create the pod with another"));
                default -> {}
            }
        }
        return findings;
    }

    private static ClusterFinding notProvided(FitCause obstacle, boolean isShort) {
        return (isShort ? Cause.TOO_FEW_DEVICES : Cause.RESOURCE_NOT_PROVIDED)
                .found(obstacle.text())
                .with(obstacle.facts())
                .advisingIf(isShort, REQUEST_LESS)
                .advisingIf(
                        !obstacle.facts(FitFact.Kind.GATE_OFF).isEmpty(),
                        "enable the feature gate in the API server and the scheduler, or request the devices"
                                + " with a claim");
    }

    private static List<ClusterFinding> error(PendingPod pod) {
        FitResult fit = pod.fit();
        String others = fit.now().isEmpty()
                ? null
                : fit.now().size() + " of " + fit.nodes() + " nodes fit; an error on one node fails the pod";
        return fit.causes().stream()
                .filter(FitCause::isError)
                .map(cause -> cause(cause.kind())
                        .found(cause.text())
                        .with(cause.facts())
                        .advisingIf(
                                !cause.facts(FitFact.Kind.MISSPELLED).isEmpty(),
                                "write the name that exists, in the class or in a new claim")
                        .advisingIf(OF_TYPES.matcher(cause.text()).find(), TYPES)
                        .then(others))
                .toList();
    }

    /** The reasons why the claims do not fit even if nothing is taken. */
    private static List<ClusterFinding> shortages(PendingPod pod) {
        List<FitCause> all = pod.decider().shortages(pod.workload());
        List<ClusterFinding> findings = new ArrayList<>(UnusedPools.incomplete(pod));
        List<ClusterFinding> ofRequests = new ArrayList<>();
        for (List<FitCause> request : byRequest(all).values()) {
            if (request.stream().allMatch(FitCause::isShortage)) {
                request.forEach(cause -> ofRequests.add(finding(pod, cause)));
            }
        }
        List<ClusterFinding> elsewhere = onOtherNodes(pod);
        if (!elsewhere.isEmpty()) {
            ofRequests.removeIf(finding -> finding.rule() == Cause.NOT_DRA);
        }
        boolean isTogether = ofRequests.isEmpty() && elsewhere.isEmpty();
        if (!findings.isEmpty()) {
            ofRequests.removeIf(finding -> finding.rule() == Cause.POOL_INCOMPLETE);
        }
        findings.addAll(isTogether ? combination(pod, all) : ofRequests);
        findings.addAll(elsewhere);
        return findings.stream().distinct().toList();
    }

    private static Map<String, List<FitCause>> byRequest(List<FitCause> all) {
        Map<String, List<FitCause>> requests = new LinkedHashMap<>();
        for (FitCause cause : all) {
            RequestedDevices requested = cause.request();
            if (requested != null) {
                requests.computeIfAbsent(requested.claim() + " " + requested.request(), any -> new ArrayList<>())
                        .add(cause);
            }
        }
        return requests;
    }

    private static ClusterFinding finding(PendingPod pod, FitCause cause) {
        RequestedDevices requested = cause.request();
        boolean isGated = cause.facts().stream().anyMatch(fact -> GATED.contains(fact.kind()));
        if (!isGated && requested != null && cause.kind() == FitCause.Kind.CLASS_LEAVES_NONE) {
            return Classes.empty(pod, cause, requested);
        }
        ClusterFinding elsewhere = isGated || requested == null ? null : Classes.elsewhere(cause, requested);
        if (elsewhere != null) {
            return elsewhere;
        }
        List<FitChange> changes = cause.changes();
        // Too many are requested if the devices do not suffice without the condition, either.
        List<FitChange> shown = changes.stream()
                .filter(FitChange::helps)
                .findFirst()
                .or(() ->
                        changes.stream().skip(Math.max(0, changes.size() - 1L)).findFirst())
                .stream()
                .toList();
        boolean isCount = shown.stream()
                .anyMatch(change -> change.kind() == FitChange.Kind.COUNT || change.kind() == FitChange.Kind.AMOUNT);
        Cause named = isCount && cause.kind() != FitCause.Kind.CAPACITY ? Cause.TOO_FEW_DEVICES : cause(cause.kind());
        // No user writes a claim for an extended resource.
        boolean isOfResource = requested != null && requested.resource() != null;
        return named.found(cause.text())
                .with(cause.facts())
                .then(shown)
                .advisingIf(
                        isGated,
                        "enable the feature gate in the scheduler: the API server stores such devices only with it")
                .advisingIf(
                        !cause.facts(FitFact.Kind.OVERSIZED).isEmpty(),
                        "see the driver's log: it publishes devices that no scheduler can allocate")
                .advisingIf(isOfResource && named == Cause.TOO_FEW_DEVICES, REQUEST_LESS)
                .advisingIf(
                        isOfResource && named == Cause.DEVICE_TAINTED,
                        "remove the taint (delete the DeviceTaintRule, or repair the device): only a claim can"
                                + " tolerate it")
                .advisingIf(
                        !cause.facts(FitFact.Kind.CAPACITY_UNKNOWN).isEmpty(),
                        "request a capacity that the devices have, in a new claim");
    }

    private static Cause cause(FitCause.Kind kind) {
        return switch (kind) {
            case SELECTOR -> Cause.SELECTOR_MATCHES_NOTHING;
            case CAPACITY -> Cause.CAPACITY_TOO_SMALL;
            case TAINT -> Cause.DEVICE_TAINTED;
            case EXPRESSION_FAILS -> Cause.EXPRESSION_FAILS;
            case NODE_SELECTOR_UNREADABLE -> Cause.SELECTOR_UNREADABLE;
            case LIMIT_EXCEEDED -> Cause.TOO_MANY_DEVICES;
            case FEATURE_DISABLED -> Cause.FEATURE_DISABLED;
            case POOL_FAILS -> Cause.POOL_INCOMPLETE;
            case CONSTRAINT_FAILS -> Cause.CONSTRAINT;
            case SCHEDULING_FAILS -> Cause.SCHEDULER_ERROR;
            default -> Cause.TOO_FEW_DEVICES;
        };
    }

    private static List<ClusterFinding> combination(PendingPod pod, List<FitCause> all) {
        FitResult fit = pod.fit();
        List<ClusterFinding> findings = new ArrayList<>();
        all.stream()
                .filter(cause -> cause.kind() == FitCause.Kind.CONSTRAINT)
                .forEach(cause -> findings.add(
                        Cause.CONSTRAINT.found(cause.text()).with(cause.facts()).then(cause.changes())));
        if (findings.isEmpty() && all.stream().anyMatch(cause -> cause.request() != null)) {
            ClusterFinding none = Cause.NO_COMBINATION
                    .found("no node has devices for all requests of the pod")
                    .noting(lines(fit.causes()));
            findings.add(fit.answer() == FitResult.Answer.UNKNOWN ? unknown(pod) : none);
        }
        return findings;
    }

    /** A finding if nodes that the pod may not run on would fit. */
    private static List<ClusterFinding> onOtherNodes(PendingPod pod) {
        FitResult fit = pod.fit();
        if (fit.nodes() == pod.snapshot().fleet().nodes().size()) {
            return List.of();
        }
        FitChange anywhere = pod.decider().onAnyNode(pod.workload());
        List<String> others = Stream.concat(anywhere.now().stream(), anywhere.freed().stream())
                .distinct()
                .toList();
        return anywhere.nodes() <= fit.most()
                ? List.of()
                : List.of(keptFrom(pod, others, KEPT + "the devices").then(List.of(anywhere)));
    }

    /** How the pod could run on nodes that these reasons exclude; what needs no other pod comes first. */
    private static String opening(PendingPod pod, List<String> nodes, List<FitFact> exclusions) {
        if (isOfDaemonSet(pod)) {
            return "a DaemonSet creates a pod for each node: let its nodeSelector select the nodes with such devices";
        }
        List<FitFact> reasons = exclusions.stream()
                .flatMap(fact -> fact.values().stream())
                .filter(FitFact.class::isInstance)
                .map(FitFact.class::cast)
                .toList();
        List<FitFact> taints = reasons.stream()
                .filter(reason -> reason.kind() == FitFact.Kind.NODE_TAINT)
                .toList();
        boolean areOfNodes = taints.stream()
                .allMatch(reason -> ((Taint) reason.values().get(0)).key().startsWith("node.kubernetes.io/"));
        List<String> ways = new ArrayList<>();
        if (taints.size() < reasons.size()) {
            ways.add("change its nodeSelector or affinity");
        }
        if (!taints.isEmpty()) {
            ways.add("tolerate the taint");
        }
        String change = "let the pod run on such a node: " + String.join(", or ", ways);
        String opening = AllocationCheck.opening(pod, nodes);
        if (opening == null) {
            return change;
        }
        return !areOfNodes
                ? change + ", or " + opening
                : taints.size() == exclusions.size() ? opening : opening + ", or " + change;
    }

    /** The reasons why the claims do not fit now, though they would if nothing were taken. */
    private static List<ClusterFinding> taken(PendingPod pod) {
        FitResult fit = pod.fit();
        List<FitCause> requests =
                fit.causes().stream().filter(cause -> cause.request() != null).toList();
        List<ClusterFinding> findings = new ArrayList<>(UnusedPools.incomplete(pod));
        List<ClusterFinding> others = new ArrayList<>();
        for (FitChange change : fit.changes()) {
            switch (change.kind()) {
                case TAINTS ->
                    findings.add(Cause.DEVICE_TAINTED
                            .found("devices that match are tainted")
                            .with(requests.stream()
                                    .flatMap(cause -> cause.facts(FitFact.Kind.TAINTED).stream())
                                    .distinct()
                                    .toList())
                            .then(List.of(change)));
                case HOLDERS -> findings.add(held(pod, requests).then(List.of(change)));
                case NODES ->
                    others.add(
                            keptFrom(pod, change.now(), KEPT + "free devices").then(List.of(change)));
                default -> {}
            }
        }
        List<ClusterFinding> all = ordered(findings, true);
        all.addAll(others);
        return all;
    }

    private static ClusterFinding held(PendingPod pod, List<FitCause> requests) {
        Set<DeviceId> matching = new HashSet<>();
        requests.forEach(cause -> matching.addAll(cause.devices()));
        DevicesInUse used = pod.decider().inUse(matching);
        List<String> ofPlugins = lines(pod.causes(FitCause.Kind.IN_USE).toList());
        if (matching.isEmpty() || used.held().isEmpty() && !ofPlugins.isEmpty()) {
            return Cause.NOT_DRA
                    .found("other pods use what the device plugins of the nodes offer")
                    .noting(ofPlugins)
                    .advising("wait until they end, or delete one of these pods");
        }
        List<Holder> holders = pod.decider().holders(used.held());
        List<String> facts = used.facts().stream().map(FitFact::text).toList();
        boolean isOne = matching.size() == 1 && facts.size() == 1;
        List<String> lines = new ArrayList<>(isOne ? List.of() : facts);
        lines.addAll(lines(holders, pod.snapshot()));
        lines.addAll(ofPlugins);
        lines.addAll(AllocationCheck.places(pod));
        String count = Printable.count(matching.size(), "matching device");
        int taken = used.taken().size();
        String summary = facts.isEmpty()
                ? taken + " of " + count + (taken == 1 ? " is taken" : " are taken")
                : count + ": " + used.counts();
        String remedy = remedy(pod, holders);
        return Cause.DEVICES_TAKEN
                .found(isOne ? facts.get(0) : summary)
                .noting(lines)
                .advising(remedy)
                .advisingIf(!mayAddNodes(pod, matching), "wait until they end, or delete a holder");
    }

    /** Whether a new node may have devices for the pod: not if they are not of one node, or for a DaemonSet. */
    private static boolean mayAddNodes(PendingPod pod, Set<DeviceId> matching) {
        List<Boolean> areOfNode = pod.snapshot().fleet().slices().stream()
                .flatMap(slice -> slice.devices().stream()
                        .filter(device -> matching.contains(device.id()))
                        .map(device -> !slice.nodesOf(device).nodeName().isEmpty()))
                .toList();
        boolean needsAll = pod.claims().stream().flatMap(Claim::alternatives).anyMatch(Alternative::isAll);
        return !isOfDaemonSet(pod) && areOfNode.contains(true) && !(needsAll && areOfNode.contains(false));
    }

    private static boolean isOfDaemonSet(PendingPod pod) {
        return pod.object().owners().stream().anyMatch(owner -> owner.kind().equals("DaemonSet"));
    }

    /** The claims that hold devices which the pods request. */
    static List<String> holders(List<PendingPod> pods) {
        PendingPod any = pods.get(0);
        Set<DeviceId> matching = new HashSet<>();
        pods.forEach(pod -> any.decider().shortages(pod.workload()).forEach(cause -> matching.addAll(cause.devices())));
        return lines(any.decider().holders(matching), any.snapshot());
    }

    private static List<String> lines(List<Holder> holders, ClusterSnapshot snapshot) {
        List<String> lines = new ArrayList<>();
        holders.stream().limit(MAX_HOLDERS).forEach(holder -> lines.add(line(holder, snapshot)));
        if (holders.size() > MAX_HOLDERS) {
            lines.add("and " + Printable.count(holders.size() - MAX_HOLDERS, "other claim"));
        }
        return lines;
    }

    /** What to do if no pod is left, or if pods of lower priority are, which are not preempted; null otherwise. */
    private static @Nullable String remedy(PendingPod pod, List<Holder> holders) {
        ClusterSnapshot snapshot = pod.snapshot();
        List<String> unused = holders.stream()
                .map(Holder::claim)
                .filter(claim -> !snapshot.isUsed(claim))
                .map(Claim::toString)
                .toList();
        if (!unused.isEmpty() && snapshot.sees(SnapshotKind.POD, "")) {
            return "delete ResourceClaim " + SchedulerCheck.names(unused)
                    + ": no pod uses the devices, and kube-controller-manager has not freed them";
        }
        List<StoredObject> users = holders.stream()
                .flatMap(holder -> users(holder.claim(), snapshot).stream()
                        .flatMap(name -> Stream.ofNullable(
                                snapshot.find(SnapshotKind.POD, holder.claim().namespace(), name))))
                .distinct()
                .toList();
        List<StoredObject> ending =
                users.stream().filter(StoredObject::isBeingDeleted).toList();
        if (!ending.isEmpty()) {
            return SchedulerCheck.ending(ending);
        }
        String rollout = users.isEmpty() ? null : rollout(pod, users);
        if (rollout != null) {
            return rollout;
        }
        long own = priority(pod.object());
        List<String> lower = users.stream()
                .filter(user -> priority(user) < own)
                .map(user -> user.key() + " (priority " + priority(user) + ")")
                .toList();
        return lower.isEmpty()
                ? null
                : "wait, or delete " + SchedulerCheck.names(lower) + ": the scheduler preempts no pod for its devices,"
                        + " though this pod has priority " + own;
    }

    /** What to do if the users are older pods of the pod's workload, which stay until it is ready; null if not. */
    private static @Nullable String rollout(PendingPod pod, List<StoredObject> users) {
        for (StoredObject owner : pod.snapshot().ownersOf(pod.object())) {
            String other = RollingUpdate.otherType(owner.kind().toString(), owner.object());
            if (other != null
                    && users.stream()
                            .allMatch(user -> pod.snapshot().ownersOf(user).contains(owner)
                                    && !revision(user).equals(revision(pod.object())))) {
                return "delete an older pod of " + owner.kind() + " " + owner.name()
                        + ", or set maxUnavailable: 1 and maxSurge: 0, or type: " + other
                        + ": the older pods hold the devices, and stay until a new pod is ready";
            }
        }
        return null;
    }

    /** The revision of its workload: a ReplicaSet, or a label that the controller of a DaemonSet sets. */
    private static String revision(StoredObject pod) {
        return pod.owners() + pod.labels().get("controller-revision-hash");
    }

    private static long priority(StoredObject pod) {
        Quantity priority = Numbers.amount(pod.spec().get("priority"));
        return priority == null ? 0 : priority.value();
    }

    private static String line(Holder holder, ClusterSnapshot snapshot) {
        List<String> pods = users(holder.claim(), snapshot).stream()
                .map(name -> name + state(holder.claim(), name, snapshot))
                .toList();
        return Printable.count(holder.devices().size(), "device") + ": claim " + holder.claim()
                + Ages.ago("allocated ", holder.claim().stored().allocatedAt(), snapshot)
                + (pods.isEmpty() ? " (no pod uses it)" : " (pod " + SchedulerCheck.names(pods) + ")");
    }

    private static String state(Claim claim, String name, ClusterSnapshot snapshot) {
        String gone = snapshot.gone(claim.namespace(), name);
        StoredObject pod = snapshot.find(SnapshotKind.POD, claim.namespace(), name);
        return !gone.isEmpty()
                ? ", which " + gone
                : pod != null && pod.isBeingDeleted()
                        ? ", which is being deleted" + Ages.since(pod.deleted(), snapshot)
                        : "";
    }

    /** The pods that the claim is reserved for or made for, or else those on nodes that name it. */
    private static List<String> users(Claim claim, ClusterSnapshot snapshot) {
        return claim.pods().isEmpty()
                ? snapshot.podsWith(claim).stream().map(StoredObject::name).toList()
                : List.copyOf(claim.pods());
    }
}
