package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceConstraint;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Request;
import java.util.ArrayList;
import java.util.List;

/** SchedulingHints: what would fit with one condition less (a constraint, a selector, or some of the devices). */
final class SchedulingHints {

    private final ScheduledFleet scheduled;
    private final OpenRequests requests;
    private final List<Node> nodes;
    private final List<PodClaim> podClaims;
    private final List<Claim> claims;
    private final Allocator free;
    private final List<String> texts = new ArrayList<>();
    private final List<FitResult.Reason> constraints = new ArrayList<>();

    SchedulingHints(ScheduledFleet scheduled, Question question, OpenRequests requests) {
        this.scheduled = scheduled;
        this.requests = requests;
        this.nodes = question.nodes();
        this.podClaims = question.open();
        this.claims = question.openClaims();
        this.free = question.free();
        find();
    }

    /** The hints, each a sentence. */
    List<String> texts() {
        return texts;
    }

    /** The constraints without which it would fit. */
    List<FitResult.Reason> constraints() {
        return constraints;
    }

    private void find() {
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
        Funnel funnel = requests.funnel(alternative);
        String path = "requests[" + r + "].";
        if (funnel.failedSelector() >= 0) {
            hint(
                    "without " + path + "selectors[" + funnel.failedSelector() + "]",
                    c,
                    claim.withAlternative(r, alternative.withoutSelector(funnel.failedSelector())));
        }
        int most = funnel.most();
        if (!alternative.isAll() && most > 0 && most < alternative.count()) {
            ContainerResource resource = requests.resource(claim, r);
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
            texts.add(change + " it would fit " + Plural.of(now, "node") + " now, " + freed
                    + " when all devices are free");
        }
        return freed > 0;
    }
}
