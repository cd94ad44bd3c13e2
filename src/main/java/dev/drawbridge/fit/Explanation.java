package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.ClaimConstraint;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains why claims of a workload cannot be allocated, by the number of devices that each condition leaves. */
final class Explanation {

    private final ScheduledFleet scheduled;
    private final Question question;
    private final List<PodClaim> claims;
    private final Changes changes;

    /** Whether to try changes outside of the claims, which may need another view of the fleet. */
    private final boolean triesAll;

    private final Lazy<FitChange> withoutTaints;

    /** Creates an explanation for the unallocated claims of a workload. */
    Explanation(Question question, boolean triesAll) {
        this.scheduled = question.scheduler();
        this.question = question;
        this.claims = question.open();
        this.changes = new Changes(question);
        this.withoutTaints = new Lazy<>(changes::withoutTaints);
        this.triesAll = triesAll;
    }

    /** The devices left by each condition of each alternative of each request, in the order of the claims. */
    List<FunnelSteps> funnels() {
        return question.requests().stream()
                .map(requested -> scheduled.funnelSteps(question.nodes(), requested))
                .toList();
    }

    /** The devices that each alternative of each request finds, in the order of the claims. */
    List<FitCause> requests() {
        return question.requests().stream()
                .flatMap(requested -> request(requested).stream())
                .toList();
    }

    /** The reasons why an alternative finds too few devices: each is one also without those before it. */
    private List<FitCause> request(RequestedDevices requested) {
        Funnel funnel = question.funnel(requested.alternative());
        FitCause first = request(requested, funnel);
        boolean isAlone = !first.isShortage() || first.changes().stream().anyMatch(FitChange::helps);
        List<FitCause> causes = new ArrayList<>(List.of(first));
        List<FitChange> parts = new ArrayList<>();
        Changes.Step step = isAlone ? null : Changes.relaxed(requested, funnel);
        for (; step != null; step = Changes.relaxed(requested, funnel)) {
            parts.add(step.change());
            funnel = question.funnel(step.to());
            if (!funnel.isEnough()) {
                List<FitFact> facts = new ArrayList<>(funnel.facts());
                causes.forEach(cause -> facts.removeAll(cause.facts()));
                causes.add(funnel.failed()
                        .cause(requested)
                        .with(facts)
                        .at(funnel.failedField(question.field(requested)))
                        .of(first.devices(), List.of()));
            }
        }
        if (causes.size() == 1) {
            return causes;
        }
        FitChange all = FitChange.Kind.SEVERAL.of(parts.toArray());
        List<FitChange> together = List.of(changes.tried(all, requested.claim(), requested.with(funnel.alternative())));
        return causes.stream().map(cause -> cause.of(cause.devices(), together)).toList();
    }

    private FitCause request(RequestedDevices requested, Funnel funnel) {
        List<FitFact> facts = new ArrayList<>(funnel.facts());
        FitCause cause = funnel.failed().cause(requested).with(facts);
        List<FitChange> tried = new ArrayList<>();
        List<String> nodes = funnel.nodes();
        if (!cause.isShortage() && nodes.size() < question.nodes().size()) {
            facts.add(FitFact.Kind.ON_SOME.fact(new Words.Count(nodes.size(), "node"), new Words.Names(nodes)));
        }
        if (cause.isShortage()) {
            facts.addAll(elsewhere(requested, funnel));
            cause = cause.at(funnel.failedField(question.field(requested)));
            if (triesAll && cause.kind() == FitCause.Kind.TAINT) {
                tried.add(withoutTaints.get());
            }
            tried.addAll(changes.of(requested, funnel));
        }
        return cause.of(funnel.ids(), tried);
    }

    /** The devices that the request selects, or its class if there is none, and why the pod cannot use them. */
    private List<FitFact> elsewhere(RequestedDevices requested, Funnel funnel) {
        DeviceClass deviceClass =
                scheduled.fleet().classes().get(requested.alternative().deviceClassName());
        if (deviceClass == null) {
            return List.of();
        }
        boolean hasNone = funnel.failed() == FitCause.Kind.CLASS_LEAVES_NONE;
        List<String> selectors = new ArrayList<>(deviceClass.selectors());
        selectors.addAll(requested.alternative().selectors());
        Map<FitFact.Kind, List<String>> places = new EnumMap<>(FitFact.Kind.class);
        List<String> expressions = hasNone ? deviceClass.selectors() : selectors;
        for (PoolState pool : PoolState.of(scheduled.fleet())) {
            pool.forEachDevice((slice, device) ->
                    addPlace(reason(pool, slice, device, hasNone), slice, device, expressions, places));
        }
        PoolState.forEachHidden(
                scheduled.fleet(), (slice, device) -> addPlace(FitFact.Kind.STALE, slice, device, expressions, places));
        return places.entrySet().stream()
                .map(place -> place.getKey()
                        .fact(
                                new Words.Count(place.getValue().size(), "device"),
                                new Words.Names(List.copyOf(new TreeSet<>(place.getValue())))))
                .toList();
    }

    private void addPlace(
            FitFact.@Nullable Kind reason,
            Slice slice,
            Device device,
            List<String> expressions,
            Map<FitFact.Kind, List<String>> places) {
        if (reason != null && Boolean.TRUE.equals(FleetClasses.evaluate(scheduled.now(), expressions, device))) {
            places.computeIfAbsent(reason, any -> new ArrayList<>()).add(place(reason, slice, device));
        }
    }

    /** Why the nodes of the pod cannot use a device; null if they can. */
    private FitFact.@Nullable Kind reason(PoolState pool, Slice slice, Device device, boolean hasNone) {
        NodeChoice nodes = slice.nodesOf(device);
        if (scheduled.now().version().ignores(slice) != null) {
            return FitFact.Kind.SLICES_IGNORED;
        }
        if (!scheduled.states().isReachable(slice, device)) {
            return nodes.nodeName().isEmpty() ? FitFact.Kind.NODES_NONE : FitFact.Kind.NODES_GONE;
        }
        boolean isHere = !pool.isUsable() && question.nodes().stream().anyMatch(nodes::includes);
        return !hasNone ? null : isHere ? FitFact.Kind.POOLS_UNUSED : FitFact.Kind.NODES_OTHER;
    }

    private String place(FitFact.Kind reason, Slice slice, Device device) {
        String node = slice.nodesOf(device).nodeName();
        return switch (reason) {
            case SLICES_IGNORED ->
                slice.name() + " (the gate " + scheduled.now().version().ignores(slice) + " is off)";
            case POOLS_UNUSED -> slice.pool().toString();
            case STALE -> slice.name();
            case NODES_GONE -> scheduled.states().missingNode(slice, device);
            default -> node.isEmpty() ? slice.name() : node;
        };
    }

    /** The causes why the workload never fits: constraints, requests with too few devices first, and pools. */
    List<FitCause> never() {
        boolean isEachEnough = question.openClaims().stream()
                .flatMap(claim -> claim.requests().stream())
                .allMatch(request -> request.alternatives().stream()
                        .anyMatch(alternative -> question.funnel(alternative).isEnough()));
        List<FitCause> found = new ArrayList<>();
        if (isEachEnough) {
            found.addAll(constraints());
        }
        List<FitCause> ofRequests = requests();
        ofRequests.stream().filter(FitCause::isShortage).forEach(found::add);
        ofRequests.stream().filter(cause -> !cause.isShortage()).forEach(found::add);
        List<FitFact> invalid = question.freed().byNode().values().stream()
                .filter(Decision.Fails.class::isInstance)
                .map(Decision.Fails.class::cast)
                .filter(fails -> fails.kind() != FitCause.Kind.POOLS_UNUSED)
                .map(Decision.Fails::message)
                .distinct()
                .map(FitFact::message)
                .toList();
        if (!invalid.isEmpty()) {
            found.add(FitCause.Kind.POOLS_INVALID.cause().with(invalid));
        }
        // A change of one alternative explains nothing about the others, which find devices.
        boolean isHelped = found.stream()
                .filter(cause -> !cause.isShortage())
                .flatMap(cause -> cause.changes().stream())
                .anyMatch(FitChange::helps);
        if (isEachEnough
                && !claims.isEmpty()
                && !isHelped
                && fittingWithout(Set.of(), question.nodes()).isEmpty()) {
            found.add(combined());
        }
        return found;
    }

    /** The constraints without which it would fit, or whose attribute no device of a request has. */
    private List<FitCause> constraints() {
        List<FitCause> found = new ArrayList<>();
        for (PodClaim claim : claims) {
            for (int i = 0; i < claim.claim().constraints().size(); i++) {
                ClaimConstraint constraint = new ClaimConstraint(claim.claim(), i);
                FitChange without = changes.without(constraint);
                if (without.helps() || !lacking(constraint).isEmpty()) {
                    found.add(constraint(constraint, claim.spec()).of(List.of(), List.of(without)));
                }
            }
        }
        return found;
    }

    private FitCause constraint(ClaimConstraint constraint, @Nullable ObjectField spec) {
        String name = constraint.attribute();
        int slash = Math.max(0, name.indexOf('/'));
        DeviceRead read = new DeviceRead("attributes", name.substring(0, slash), name.substring(slash + 1));
        List<Device> devices = question.requests().stream()
                .filter(requested -> requested.claim() == constraint.claim() && constraint.concerns(requested))
                .flatMap(requested -> question.funnel(requested.alternative()).devices().stream())
                .toList();
        FitFact problem = scheduled.names().problem(read, devices);
        FitFact.Kind values = constraint.isMatch() ? FitFact.Kind.SAME_VALUE : FitFact.Kind.DIFFERENT_VALUES;
        List<FitFact> unequal = List.of(values.fact(), DeviceValues.values(name, read, devices));
        List<FitFact> lacking = lacking(constraint);
        return FitCause.Kind.CONSTRAINT
                .cause(constraint)
                .with(!lacking.isEmpty() ? lacking : problem == null ? unequal : List.of(problem))
                .at(
                        spec == null
                                ? null
                                : spec.child("devices")
                                        .child("constraints")
                                        .index(constraint.index())
                                        .child(constraint.isMatch() ? "matchAttribute" : "distinctAttribute"));
    }

    /** The requests of a constraint none of whose devices has the attribute, and what the devices have instead. */
    private List<FitFact> lacking(ClaimConstraint constraint) {
        return question.requests().stream()
                .filter(requested -> requested.claim() == constraint.claim())
                .flatMap(requested ->
                        ConstraintAttribute.lacking(
                                constraint,
                                requested,
                                question.funnel(requested.alternative()).devices())
                                .stream())
                .toList();
    }

    private List<String> fittingWithout(Set<String> counters, List<Node> nodes) {
        Fleet fleet = question.free().fleet();
        Allocator free = counters.isEmpty()
                ? question.free()
                : scheduled.allocator(fleet.withDevices(device -> device.withoutCounters(counters)));
        return scheduled.decide(free, nodes, question.openClaims()).fitting();
    }

    /** The reason why existing devices do not suffice. */
    private FitCause combined() {
        Set<String> counters = decidingCounters();
        if (!counters.isEmpty()) {
            return FitCause.Kind.COUNTERS.cause(List.copyOf(counters));
        }
        long requests = question.openClaims().stream()
                .flatMap(claim -> claim.requests().stream())
                .count();
        return (requests > 1 ? FitCause.Kind.REQUESTS : FitCause.Kind.COMBINATION).cause();
    }

    /** Shared counters without which the claims would fit a node, and all of which they need to be without there. */
    private Set<String> decidingCounters() {
        Set<String> deciding = question.requests().stream()
                .flatMap(each -> question.funnel(each.alternative()).devices().stream())
                .flatMap(device -> device.consumesCounters().stream())
                .flatMap(consumption -> consumption.counters().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> fitting = deciding.isEmpty() ? List.of() : fittingWithout(deciding, question.nodes());
        if (fitting.isEmpty()) {
            return Set.of();
        }
        List<Node> one = question.nodes().stream()
                .filter(node -> node.name().equals(fitting.get(0)))
                .toList();
        for (String counter : List.copyOf(deciding)) {
            deciding.remove(counter);
            if (fittingWithout(deciding, one).isEmpty()) {
                deciding.add(counter);
            }
        }
        return deciding;
    }

    /** The causes why the workload does not fit now: the number of devices in use. */
    List<FitCause> taken() {
        return question.requests().stream().map(this::taken).toList();
    }

    private FitCause taken(RequestedDevices requested) {
        Funnel funnel = question.funnel(requested.alternative());
        List<DeviceId> matching = funnel.ids();
        DevicesInUse used = DevicesInUse.of(scheduled, matching);
        List<FitFact> facts = new ArrayList<>();
        facts.add((matching.size() == 1 ? FitFact.Kind.TAKEN_OF_ONE : FitFact.Kind.TAKEN)
                .fact(new Words.Count(matching.size(), "device"), used.counts()));
        facts.addAll(used.facts());
        List<FitFact> tainted = funnel.facts().stream()
                .filter(fact -> fact.kind() == FitFact.Kind.TAINTED)
                .toList();
        facts.addAll(tainted);
        return FitCause.Kind.TAKEN
                .cause(requested)
                .with(facts)
                .of(matching, tainted.isEmpty() || !triesAll ? List.of() : List.of(withoutTaints.get()));
    }

    /** The nodes that the pods may run on, and what excludes the others. */
    FitCause nodes() {
        int all = scheduled.fleet().nodes().size();
        int left = question.nodes().size();
        List<FitChange> change = triesAll && left < all ? List.of(changes.onAnyNode()) : List.of();
        return FitCause.Kind.NODES
                .cause(left, all)
                .with(question.exclusions(
                        change.isEmpty() ? List.of() : change.get(0).freed()))
                .of(List.of(), change);
    }

    List<FitCause> missingClasses() {
        Set<String> reported = new HashSet<>();
        Set<String> known = scheduled.fleet().classes().keySet();
        List<FitCause> found = new ArrayList<>();
        for (RequestedDevices requested : question.requests()) {
            String name = requested.alternative().deviceClassName();
            if (!known.contains(name) && reported.add(name)) {
                ObjectField field = question.field(requested);
                found.add(FitCause.Kind.CLASS_NOT_FOUND
                        .cause(requested)
                        .with(FitFact.Kind.CLASS_NOT_FOUND.fact(name, Spelling.hint(name, known)))
                        .at(field == null ? null : field.child("deviceClassName")));
            }
        }
        return found;
    }

    static List<FitCause> undecided(NodeDecisions decisions) {
        return decisions.byNode().values().stream()
                .filter(Decision.Undecided.class::isInstance)
                .map(decision -> ((Decision.Undecided) decision).reason())
                .distinct()
                .map(reason -> FitCause.Kind.TIME.cause().with(FitFact.message(reason)))
                .toList();
    }
}
