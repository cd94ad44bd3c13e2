package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceConstraint;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why claims cannot be allocated: how many devices each condition leaves, and what would fit without it. */
final class Explanation {

    private final Fit fit;
    private final List<Node> nodes;
    private final List<Claim> claims;
    private final Allocator free;
    private @Nullable List<String> hints;

    /** About the claims of a workload that are not allocated. */
    Explanation(Fit fit, Question question) {
        this.fit = fit;
        this.nodes = question.nodes();
        this.claims = question.open().stream().map(PodClaim::claim).toList();
        this.free = question.free();
    }

    private Funnel funnel(Alternative alternative) {
        return fit.funnel(nodes, alternative);
    }

    static String plural(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String subject(Claim claim, int index, Alternative alternative) {
        Request request = claim.requests().get(index);
        String path = "spec.devices.requests[" + index + "] \"" + request.name() + "\""
                + (request.isPrioritized() ? " alternative \"" + alternative.name() + "\"" : "");
        String wanted = alternative.isAll() ? "all devices" : plural(alternative.count(), "device");
        return "claim " + claim + ": " + path + ": " + wanted + " of class " + alternative.deviceClassName();
    }

    private List<FitResult.Reason> requests() {
        List<FitResult.Reason> reasons = new ArrayList<>();
        for (Claim claim : claims) {
            for (int i = 0; i < claim.requests().size(); i++) {
                for (Alternative alternative : claim.requests().get(i).alternatives()) {
                    reasons.add(new FitResult.Reason(
                            subject(claim, i, alternative), funnel(alternative).lines()));
                }
            }
        }
        return reasons;
    }

    /** Why it never fits. */
    List<FitResult.Reason> never(NodeDecisions freed) {
        List<FitResult.Reason> reasons = new ArrayList<>(requests());
        List<String> invalid = freed.byNode().values().stream()
                .filter(Decision.Fails.class::isInstance)
                .map(decision -> ((Decision.Fails) decision).message())
                .distinct()
                .toList();
        if (!invalid.isEmpty()) {
            reasons.add(new FitResult.Reason("pools", invalid));
        }
        boolean isEachEnough = claims.stream()
                .flatMap(claim -> claim.requests().stream())
                .allMatch(request -> request.alternatives().stream()
                        .anyMatch(alternative -> funnel(alternative).isEnough()));
        if (isEachEnough && hints().isEmpty()) {
            reasons.add(new FitResult.Reason(
                    "together", List.of("each request alone finds devices; no node has enough for all of them")));
        }
        return reasons;
    }

    /** What would fit with one condition less. */
    List<String> hints() {
        List<String> known = hints;
        if (known != null) {
            return known;
        }
        List<String> found = findHints();
        hints = found;
        return found;
    }

    private List<String> findHints() {
        List<String> hints = new ArrayList<>();
        for (int c = 0; c < claims.size(); c++) {
            Claim claim = claims.get(c);
            for (int i = 0; i < claim.constraints().size(); i++) {
                DeviceConstraint constraint = claim.constraints().get(i);
                String kind = constraint.matchAttribute() != null
                        ? "matchAttribute " + constraint.matchAttribute()
                        : "distinctAttribute " + constraint.distinctAttribute();
                hint("without constraints[" + i + "] (" + kind + ")", c, claim.withoutConstraint(i), hints);
            }
            for (int r = 0; r < claim.requests().size(); r++) {
                Request request = claim.requests().get(r);
                if (!request.isPrioritized()) {
                    hintRequest(c, claim, r, request.alternatives().get(0), hints);
                }
            }
        }
        return hints;
    }

    private void hintRequest(int c, Claim claim, int r, Alternative alternative, List<String> hints) {
        Funnel funnel = funnel(alternative);
        String path = "requests[" + r + "].";
        if (funnel.failedSelector() >= 0) {
            hint(
                    "without " + path + "selectors[" + funnel.failedSelector() + "]",
                    c,
                    claim.withAlternative(r, alternative.withoutSelector(funnel.failedSelector())),
                    hints);
        }
        int most = funnel.most();
        if (!alternative.isAll() && most > 0 && most < alternative.count()) {
            hint("with " + path + "count " + most, c, claim.withAlternative(r, alternative.withCount(most)), hints);
        }
    }

    private void hint(String change, int index, Claim changed, List<String> hints) {
        List<Claim> others = new ArrayList<>(claims);
        others.set(index, changed);
        int freed = fit.decide(free, nodes, others).fitting().size();
        if (freed > 0) {
            int now = fit.decide(fit.now(), nodes, others).fitting().size();
            hints.add(
                    change + " it would fit " + plural(now, "node") + " now, " + freed + " when all devices are free");
        }
    }

    /** Why it does not fit now: how many devices are taken. */
    List<FitResult.Reason> taken() {
        List<FitResult.Reason> reasons = new ArrayList<>();
        for (Claim claim : claims) {
            for (int i = 0; i < claim.requests().size(); i++) {
                for (Alternative alternative : claim.requests().get(i).alternatives()) {
                    Funnel funnel = funnel(alternative);
                    AllocatedState allocated = fit.now().allocated();
                    List<Device> matching = funnel.devices();
                    long taken = matching.stream()
                            .map(Device::id)
                            .filter(allocated::isAllocated)
                            .distinct()
                            .count();
                    long all = matching.stream().map(Device::id).distinct().count();
                    reasons.add(new FitResult.Reason(
                            subject(claim, i, alternative),
                            List.of(plural(all, "device") + " match; " + taken + " of them are taken")));
                }
            }
        }
        return reasons;
    }

    /** The error of the scheduler, and what to do. */
    List<FitResult.Reason> error(NodeDecisions decisions) {
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
        List<FitResult.Reason> reasons = new ArrayList<>();
        causes.forEach((key, fails) -> {
            List<String> where = nodesByMessage.getOrDefault(key, List.of());
            List<String> lines = new ArrayList<>();
            lines.add(
                    "on node " + where.get(0) + (where.size() > 1 ? " and " + plural(where.size() - 1L, "other") : ""));
            String expression = fails.expression();
            String missing = fails.missingKey();
            if (expression != null) {
                lines.add("expression: " + expression.strip());
            }
            if (missing != null) {
                lines.add("the device has no \"" + missing + "\"; write .?" + missing
                        + ".orValue(DEFAULT), or has(...) && in front of it");
            }
            reasons.add(new FitResult.Reason(fails.message(), lines));
        });
        int other = decisions.fitting().size();
        int reversed = fit.decide(fit.reversed(), nodes, claims).fitting().size();
        if (other > 0) {
            reasons.add(new FitResult.Reason(
                    plural(other, "node") + " would fit", List.of("but an error on one node fails the pod")));
        }
        if (reversed > other) {
            reasons.add(new FitResult.Reason(
                    "order", List.of("with devices in another order " + plural(reversed, "node") + " would fit")));
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
