package dev.drawbridge.fit;

import dev.drawbridge.fleet.DeviceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Explains why scheduling a workload fails with an error, and how to fix it. */
final class SchedulingErrors {

    private final ScheduledFleet scheduled;
    private final Question question;
    private final OpenRequests requests;

    SchedulingErrors(ScheduledFleet scheduled, Question question, OpenRequests requests) {
        this.scheduled = scheduled;
        this.question = question;
        this.requests = requests;
    }

    /** The reasons: missing classes, failing expressions, and the decisions for the other nodes. */
    List<FitResult.Reason> reasons(NodeDecisions decisions, List<FitResult.Reason> missingClasses) {
        List<FitResult.Reason> reasons = new ArrayList<>(missingClasses);
        boolean isAboutClasses = !missingClasses.isEmpty();
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
        int reversed = scheduled
                .decide(scheduled.reversed(), question.nodes(), question.openClaims())
                .fitting()
                .size();
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

    /** The field of an expression among the selectors of the claims; null if it is a class's expression. */
    private @Nullable ObjectField selector(String expression) {
        for (RequestedDevices requested : requests.all()) {
            int index = requested.alternative().selectors().indexOf(expression);
            ObjectField field = requests.field(requested);
            if (index >= 0 && field != null) {
                return field.child("selectors").index(index).child("cel").child("expression");
            }
        }
        return null;
    }
}
