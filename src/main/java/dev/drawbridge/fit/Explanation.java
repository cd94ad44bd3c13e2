package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceConstraint;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why claims cannot be allocated: how many devices each condition leaves, and what would fit without it. */
final class Explanation {

    private final ScheduledFleet scheduled;
    private final Question question;
    private final List<Node> nodes;
    private final List<PodClaim> podClaims;
    private final List<Claim> claims;
    private final Allocator free;
    private final List<String> hints = new ArrayList<>();
    private final List<FitResult.Reason> constraints = new ArrayList<>();
    private boolean hasHints;

    /** About the claims of a workload that are not allocated. */
    Explanation(ScheduledFleet scheduled, Question question) {
        this.scheduled = scheduled;
        this.question = question;
        this.nodes = question.nodes();
        this.podClaims = question.open();
        this.claims = podClaims.stream().map(PodClaim::claim).toList();
        this.free = question.free();
    }

    private Funnel funnel(Alternative alternative) {
        return scheduled.funnel(nodes, alternative);
    }

    private String subject(Claim claim, int index, Alternative alternative) {
        Request request = claim.requests().get(index);
        ContainerResource resource = question.extendedResource(claim, request.name());
        String path = "spec.devices.requests[" + index + "] \"" + request.name() + "\""
                + (request.isPrioritized() ? " alternative \"" + alternative.name() + "\"" : "");
        String wanted = alternative.isAll() ? "all devices" : Plural.of(alternative.count(), "device");
        return (resource == null ? "claim " + claim + ": " + path : resource) + ": " + wanted + " of class "
                + alternative.deviceClassName()
                + (resource == null || resource.amount() <= alternative.count()
                        ? ""
                        : " (of " + resource.amount() + " requested; the others are shared with later containers)");
    }

    /** What each alternative of each request finds, those that find too little first. */
    private List<FitResult.Reason> requests() {
        List<FitResult.Reason> failed = new ArrayList<>();
        List<FitResult.Reason> others = new ArrayList<>();
        for (PodClaim claim : podClaims) {
            for (int i = 0; i < claim.claim().requests().size(); i++) {
                for (Alternative alternative : claim.claim().requests().get(i).alternatives()) {
                    Funnel funnel = funnel(alternative);
                    boolean isEnough = funnel.isEnough();
                    ObjectField field = isEnough ? null : funnel.failedField(claim.alternative(i, alternative));
                    (isEnough ? others : failed)
                            .add(new FitResult.Reason(subject(claim.claim(), i, alternative), funnel.lines(), field));
                }
            }
        }
        failed.addAll(others);
        return failed;
    }

    /** What each alternative of each request finds, in the order of the claims. */
    List<Shortfall> shortfalls() {
        List<Shortfall> found = new ArrayList<>();
        for (Claim claim : claims) {
            for (int i = 0; i < claim.requests().size(); i++) {
                for (Alternative alternative : claim.requests().get(i).alternatives()) {
                    Funnel funnel = funnel(alternative);
                    found.add(new Shortfall(
                            claim,
                            i,
                            alternative,
                            subject(claim, i, alternative),
                            funnel.failed(),
                            funnel.failedSelector(),
                            funnel.most(),
                            funnel.devices().stream().map(Device::id).distinct().toList(),
                            funnel.lines()));
                }
            }
        }
        return found;
    }

    /** On how many nodes these claims would fit instead of those of the workload. */
    FittingNodes instead(List<Claim> others) {
        return new FittingNodes(
                scheduled.decide(scheduled.now(), nodes, others).fitting().size(),
                scheduled.decide(free, nodes, others).fitting().size());
    }

    List<Claim> claims() {
        return claims;
    }

    /** Why it never fits. */
    List<FitResult.Reason> never(NodeDecisions freed) {
        List<FitResult.Reason> reasons = new ArrayList<>();
        boolean isEachEnough = claims.stream()
                .flatMap(claim -> claim.requests().stream())
                .allMatch(request -> request.alternatives().stream()
                        .anyMatch(alternative -> funnel(alternative).isEnough()));
        findHints();
        if (isEachEnough) {
            reasons.addAll(constraints);
        }
        reasons.addAll(requests());
        List<String> invalid = freed.byNode().values().stream()
                .filter(Decision.Fails.class::isInstance)
                .map(decision -> ((Decision.Fails) decision).message())
                .distinct()
                .toList();
        if (!invalid.isEmpty()) {
            reasons.add(new FitResult.Reason("pools", invalid));
        }
        if (isEachEnough && !claims.isEmpty() && hints.isEmpty() && !fitsAnywhere(free, claims)) {
            reasons.add(combined());
        }
        return reasons;
    }

    private boolean fitsAnywhere(Allocator allocator, List<Claim> some) {
        return !scheduled.decide(allocator, nodes, some).fitting().isEmpty();
    }

    /** Why devices that are there are not enough. */
    private FitResult.Reason combined() {
        boolean hasCounters = claims.stream()
                .flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.alternatives().stream())
                .flatMap(alternative -> funnel(alternative).devices().stream())
                .anyMatch(device -> !device.consumesCounters().isEmpty());
        if (hasCounters) {
            return new FitResult.Reason(
                    "shared counters",
                    List.of("the devices are parts of larger ones, whose counters are not enough for all that is"
                            + " requested"));
        }
        long requests =
                claims.stream().mapToLong(claim -> claim.requests().size()).sum();
        return requests > 1
                ? new FitResult.Reason(
                        "together", List.of("each request alone finds devices; no node has enough for all of them"))
                : new FitResult.Reason(
                        "combination", List.of("no combination of the devices of one node satisfies the claim"));
    }

    /** What would fit with one condition less. */
    List<String> hints() {
        findHints();
        return hints;
    }

    private void findHints() {
        if (hasHints) {
            return;
        }
        hasHints = true;
        for (int c = 0; c < claims.size(); c++) {
            Claim claim = claims.get(c);
            for (int i = 0; i < claim.constraints().size(); i++) {
                if (hint("without constraints[" + i + "] (" + kind(claim, i) + ")", c, claim.withoutConstraint(i))) {
                    constraints.add(constraint(podClaims.get(c), i));
                }
            }
            for (int r = 0; r < claim.requests().size(); r++) {
                Request request = claim.requests().get(r);
                if (!request.isPrioritized()) {
                    hintRequest(c, claim, r, request.alternatives().get(0));
                }
            }
        }
    }

    private static String kind(Claim claim, int index) {
        DeviceConstraint constraint = claim.constraints().get(index);
        return constraint.matchAttribute() != null
                ? "matchAttribute " + constraint.matchAttribute()
                : "distinctAttribute " + constraint.distinctAttribute();
    }

    private FitResult.Reason constraint(PodClaim claim, int index) {
        DeviceConstraint constraint = claim.claim().constraints().get(index);
        String match = constraint.matchAttribute();
        String name = match != null ? match : String.valueOf(constraint.distinctAttribute());
        int slash = name.indexOf('/');
        String problem = slash < 0
                ? null
                : scheduled
                        .names()
                        .problem(new DeviceRead("attributes", name.substring(0, slash), name.substring(slash + 1)));
        String line = match != null
                ? "no node has enough devices with the same value"
                : "no node has enough devices with different values";
        ObjectField spec = claim.spec();
        return new FitResult.Reason(
                "claim " + claim.claim() + ": spec.devices.constraints[" + index + "] (" + kind(claim.claim(), index)
                        + ")",
                List.of(problem == null ? line : problem),
                spec == null
                        ? null
                        : spec.child("devices")
                                .child("constraints")
                                .index(index)
                                .child(match != null ? "matchAttribute" : "distinctAttribute"));
    }

    private void hintRequest(int c, Claim claim, int r, Alternative alternative) {
        Funnel funnel = funnel(alternative);
        String path = "requests[" + r + "].";
        if (funnel.failedSelector() >= 0) {
            hint(
                    "without " + path + "selectors[" + funnel.failedSelector() + "]",
                    c,
                    claim.withAlternative(r, alternative.withoutSelector(funnel.failedSelector())));
        }
        int most = funnel.most();
        if (!alternative.isAll() && most > 0 && most < alternative.count()) {
            ContainerResource resource =
                    question.extendedResource(claim, claim.requests().get(r).name());
            String count = resource == null ? path + "count " : resource + " ";
            hint("with " + count + most, c, claim.withAlternative(r, alternative.withCount(most)));
        }
    }

    private boolean hint(String change, int index, Claim changed) {
        List<Claim> others = new ArrayList<>(claims);
        others.set(index, changed);
        int freed = scheduled.decide(free, nodes, others).fitting().size();
        if (freed > 0) {
            int now = scheduled.decide(scheduled.now(), nodes, others).fitting().size();
            hints.add(change + " it would fit " + Plural.of(now, "node") + " now, " + freed
                    + " when all devices are free");
        }
        return freed > 0;
    }

    /** Why it does not fit now: how many devices are taken. */
    List<FitResult.Reason> taken() {
        List<FitResult.Reason> reasons = new ArrayList<>();
        for (Claim claim : claims) {
            for (int i = 0; i < claim.requests().size(); i++) {
                for (Alternative alternative : claim.requests().get(i).alternatives()) {
                    Funnel funnel = funnel(alternative);
                    AllocatedState allocated = scheduled.now().allocated();
                    List<Device> matching = funnel.devices();
                    long taken = matching.stream()
                            .map(Device::id)
                            .filter(allocated::isAllocated)
                            .distinct()
                            .count();
                    long all = matching.stream().map(Device::id).distinct().count();
                    List<String> lines = new ArrayList<>();
                    lines.add(Plural.of(all, "device")
                            + (all == 1 ? " matches; " : " match; ")
                            + taken
                            + (taken == 1 ? " is taken" : " are taken"));
                    String tainted = funnel.taintLine();
                    if (tainted != null) {
                        lines.add(tainted);
                    }
                    reasons.add(new FitResult.Reason(subject(claim, i, alternative), lines));
                }
            }
        }
        return reasons;
    }

    /** The error of the scheduler, and what to do. */
    List<FitResult.Reason> error(NodeDecisions decisions) {
        List<FitResult.Reason> reasons = new ArrayList<>(missingClasses());
        boolean isAboutClasses = !reasons.isEmpty();
        Map<String, List<String>> nodesByMessage = new LinkedHashMap<>();
        Map<String, Decision.Fails> causes = new LinkedHashMap<>();
        decisions.byNode().forEach((node, decision) -> {
            if (decision instanceof Decision.Fails fails && NodeDecisions.failsPod(fails)) {
                DeviceId device = fails.device();
                String key = device == null ? fails.message() : fails.message().replace(device.toString(), "…");
                nodesByMessage.computeIfAbsent(key, any -> new ArrayList<>()).add(node);
                causes.putIfAbsent(key, fails);
            }
        });
        causes.forEach((key, fails) -> {
            List<String> where = nodesByMessage.getOrDefault(key, List.of());
            if (!isAboutClasses || fails.expression() != null) {
                reasons.add(failure(fails, where));
            }
        });
        int other = decisions.fitting().size();
        int reversed =
                scheduled.decide(scheduled.reversed(), nodes, claims).fitting().size();
        if (other > 0) {
            reasons.add(new FitResult.Reason(
                    Plural.of(other, "node") + " would fit", List.of("but an error on one node fails the pod")));
        }
        if (reversed > other) {
            reasons.add(new FitResult.Reason(
                    "order", List.of("with devices in another order " + Plural.of(reversed, "node") + " would fit")));
        }
        return reasons;
    }

    private FitResult.Reason failure(Decision.Fails fails, List<String> where) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "on node " + where.get(0) + (where.size() > 1 ? " and " + Plural.of(where.size() - 1L, "other") : ""));
        String expression = fails.expression();
        String missing = fails.missingKey();
        if (expression != null) {
            lines.add("expression: " + expression.strip());
        }
        if (expression != null && missing != null) {
            String problem = scheduled.now().selector(expression).reads().stream()
                    .filter(read -> missing.equals(read.name()))
                    .map(scheduled.names()::problem)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            lines.add(
                    problem != null
                            ? problem
                            : "the device has no \"" + missing + "\"; write .?" + missing
                                    + ".orValue(DEFAULT), or has(...) && in front of it");
        }
        return new FitResult.Reason(fails.message(), lines, expression == null ? null : selector(expression));
    }

    /** Where an expression is among the selectors of the claims; null if it is that of a class. */
    private @Nullable ObjectField selector(String expression) {
        for (PodClaim claim : podClaims) {
            for (int i = 0; i < claim.claim().requests().size(); i++) {
                for (Alternative alternative : claim.claim().requests().get(i).alternatives()) {
                    int index = alternative.selectors().indexOf(expression);
                    ObjectField field = claim.alternative(i, alternative);
                    if (index >= 0 && field != null) {
                        return field.child("selectors")
                                .index(index)
                                .child("cel")
                                .child("expression");
                    }
                }
            }
        }
        return null;
    }

    /** The classes that requests name and that do not exist. */
    List<FitResult.Reason> missingClasses() {
        Set<String> reported = new HashSet<>();
        List<FitResult.Reason> reasons = new ArrayList<>();
        for (PodClaim claim : podClaims) {
            for (int i = 0; i < claim.claim().requests().size(); i++) {
                for (Alternative alternative : claim.claim().requests().get(i).alternatives()) {
                    String name = alternative.deviceClassName();
                    ObjectField field = claim.alternative(i, alternative);
                    if (!scheduled.fleet().classes().containsKey(name) && reported.add(name)) {
                        String hint =
                                Spelling.hint(name, scheduled.fleet().classes().keySet());
                        reasons.add(new FitResult.Reason(
                                subject(claim.claim(), i, alternative),
                                List.of("DeviceClass " + name + " not found" + hint),
                                field == null ? null : field.child("deviceClassName")));
                    }
                }
            }
        }
        return reasons;
    }

    /** Why it is not known. */
    static List<FitResult.Reason> undecided(NodeDecisions decisions) {
        return decisions.byNode().values().stream()
                .filter(Decision.Undecided.class::isInstance)
                .map(decision -> ((Decision.Undecided) decision).reason())
                .distinct()
                .map(reason -> new FitResult.Reason("time", List.of(reason)))
                .toList();
    }
}
