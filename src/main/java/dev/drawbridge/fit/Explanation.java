package dev.drawbridge.fit;

import dev.drawbridge.field.Spelling;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explains why claims of a workload cannot be allocated, by the number of devices that each condition leaves. */
final class Explanation {

    private final ScheduledFleet scheduled;
    private final Question question;
    private final List<Node> nodes;
    private final List<Claim> claims;
    private final Allocator free;
    private final OpenRequests requests;
    private @Nullable SchedulingHints hints;

    /** Creates an explanation for the unallocated claims of a workload. */
    Explanation(ScheduledFleet scheduled, Question question) {
        this.scheduled = scheduled;
        this.question = question;
        this.nodes = question.nodes();
        this.claims = question.openClaims();
        this.free = question.free();
        this.requests = new OpenRequests(scheduled, question);
    }

    /** The devices that each alternative of each request finds; those that find too few come first. */
    private List<FitResult.Reason> requests() {
        List<FitResult.Reason> failed = new ArrayList<>();
        List<FitResult.Reason> others = new ArrayList<>();
        for (RequestedDevices requested : requests.all()) {
            Funnel funnel = requests.funnel(requested.alternative());
            boolean isEnough = funnel.isEnough();
            ObjectField field = isEnough ? null : funnel.failedField(requests.field(requested));
            (isEnough ? others : failed).add(new FitResult.Reason(requests.subject(requested), funnel.lines(), field));
        }
        failed.addAll(others);
        return failed;
    }

    /** The devices that each alternative of each request finds, in the order of the claims. */
    List<Shortfall> shortfalls() {
        return requests.all().stream().map(this::shortfall).toList();
    }

    /** The devices left by each condition of each alternative of each request, in the order of the claims. */
    List<FunnelSteps> funnels() {
        return requests.all().stream()
                .map(requested -> scheduled.funnelSteps(nodes, requested.alternative(), requests.subject(requested)))
                .toList();
    }

    private Shortfall shortfall(RequestedDevices requested) {
        Funnel funnel = requests.funnel(requested.alternative());
        return new Shortfall(
                requested,
                requests.subject(requested),
                funnel.failed(),
                funnel.failedSelector(),
                funnel.most(),
                funnel.devices().stream().map(Device::id).distinct().toList(),
                funnel.lines());
    }

    /** The number of nodes on which these claims would fit instead of the workload's own. */
    FittingNodes instead(List<Claim> others) {
        return new FittingNodes(
                scheduled.decide(scheduled.now(), nodes, others).fitting().size(),
                scheduled.decide(free, nodes, others).fitting().size());
    }

    List<Claim> claims() {
        return claims;
    }

    /** The reasons why the workload never fits. */
    List<FitResult.Reason> never(NodeDecisions freed) {
        List<FitResult.Reason> reasons = new ArrayList<>();
        boolean isEachEnough = requests.isEachEnough();
        if (isEachEnough) {
            reasons.addAll(foundHints().constraints());
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
        if (isEachEnough && !claims.isEmpty() && hints().isEmpty() && !fitsAnywhere(free, claims)) {
            reasons.add(combined());
        }
        return reasons;
    }

    private boolean fitsAnywhere(Allocator allocator, List<Claim> some) {
        return !scheduled.decide(allocator, nodes, some).fitting().isEmpty();
    }

    /** The reason why existing devices do not suffice. */
    private FitResult.Reason combined() {
        boolean hasCounters = requests.all().stream()
                .flatMap(each -> requests.funnel(each.alternative()).devices().stream())
                .anyMatch(device -> !device.consumesCounters().isEmpty());
        if (hasCounters) {
            return new FitResult.Reason(
                    "shared counters",
                    List.of("the devices are parts of larger ones, whose counters are not enough for all that is"
                            + " requested"));
        }
        long count = claims.stream().mapToLong(claim -> claim.requests().size()).sum();
        return count > 1
                ? new FitResult.Reason(
                        "together", List.of("each request alone finds devices; no node has enough for all of them"))
                : new FitResult.Reason(
                        "combination", List.of("no combination of the devices of one node satisfies the claim"));
    }

    /** Hints: what would fit with one condition less. */
    List<String> hints() {
        return foundHints().texts();
    }

    private SchedulingHints foundHints() {
        SchedulingHints known = hints;
        if (known == null) {
            known = new SchedulingHints(scheduled, question, requests);
            hints = known;
        }
        return known;
    }

    /** The reasons why the workload does not fit now: the number of devices in use. */
    List<FitResult.Reason> taken() {
        return requests.all().stream().map(this::taken).toList();
    }

    private FitResult.Reason taken(RequestedDevices requested) {
        Funnel funnel = requests.funnel(requested.alternative());
        AllocatedState allocated = scheduled.now().allocated();
        List<DeviceId> matching =
                funnel.devices().stream().map(Device::id).distinct().toList();
        long all = matching.size();
        long taken = matching.stream().filter(allocated::isAllocated).count();
        List<String> lines = new ArrayList<>();
        lines.add(Plural.of(all, "device")
                + (all == 1 ? " matches; " : " match; ")
                + taken
                + (taken == 1 ? " is taken" : " are taken"));
        String tainted = funnel.taintLine();
        if (tainted != null) {
            lines.add(tainted);
        }
        return new FitResult.Reason(requests.subject(requested), lines);
    }

    /** The scheduler's error, and how to fix it. */
    List<FitResult.Reason> error(NodeDecisions decisions) {
        return new SchedulingErrors(scheduled, question, requests).reasons(decisions, missingClasses());
    }

    /** The missing classes of requests. */
    List<FitResult.Reason> missingClasses() {
        Set<String> reported = new HashSet<>();
        Set<String> known = scheduled.fleet().classes().keySet();
        List<FitResult.Reason> reasons = new ArrayList<>();
        for (RequestedDevices requested : requests.all()) {
            String name = requested.alternative().deviceClassName();
            if (!known.contains(name) && reported.add(name)) {
                ObjectField field = requests.field(requested);
                reasons.add(new FitResult.Reason(
                        requests.subject(requested),
                        List.of("DeviceClass " + name + " not found" + Spelling.hint(name, known)),
                        field == null ? null : field.child("deviceClassName")));
            }
        }
        return reasons;
    }

    /** The reasons why the answer is unknown. */
    static List<FitResult.Reason> undecided(NodeDecisions decisions) {
        return decisions.byNode().values().stream()
                .filter(Decision.Undecided.class::isInstance)
                .map(decision -> ((Decision.Undecided) decision).reason())
                .distinct()
                .map(reason -> new FitResult.Reason("time", List.of(reason)))
                .toList();
    }
}
