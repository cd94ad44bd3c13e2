package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why scheduling a workload fails with an error, and how to fix it. */
record SchedulingErrors(Question question) {

    /** The causes: missing classes, failing expressions, and the decisions for the other nodes. */
    List<FitCause> causes(NodeDecisions decisions, List<FitCause> missingClasses) {
        List<FitCause> found = new ArrayList<>(missingClasses);
        Map<String, Map<String, Decision.Fails>> byMessage = new LinkedHashMap<>();
        decisions.byNode().forEach((node, decision) -> {
            if (decision instanceof Decision.Fails fails && NodeDecisions.failsPod(fails)) {
                DeviceId device = fails.device();
                String key = device == null ? fails.message() : fails.message().replace(device.toString(), "…");
                byMessage.computeIfAbsent(key, any -> new LinkedHashMap<>()).put(node, fails);
            }
        });
        byMessage.values().forEach(byNode -> {
            Decision.Fails first = byNode.values().iterator().next();
            if (missingClasses.isEmpty() || first.expression() != null) {
                found.add(failure(first, List.copyOf(byNode.keySet())));
            }
        });
        int other = decisions.fitting().size();
        int reversed = question.scheduler()
                .decide(question.scheduler().reversed(), question.nodes(), question.openClaims())
                .fitting()
                .size();
        if (other > 0) {
            found.add(FitCause.Kind.OTHER_NODES_FIT.cause(new Words.Count(other, "node")));
        }
        if (reversed > other) {
            found.add(FitCause.Kind.ORDER.cause(new Words.Count(reversed, "node")));
        }
        return found;
    }

    private FitCause failure(Decision.Fails fails, List<String> where) {
        List<FitFact> facts = new ArrayList<>();
        facts.add(
                where.size() == 1
                        ? FitFact.Kind.ON_NODE.fact(where.get(0))
                        : FitFact.Kind.ON_NODES.fact(where.get(0), new Words.Count(where.size() - 1L, "other")));
        String expression = fails.expression();
        if (expression == null) {
            return fails.kind().cause(fails.message()).with(facts);
        }
        facts.add(FitFact.Kind.EXPRESSION.fact(expression.strip()));
        String missing = fails.missingKey();
        DeviceId failed = fails.device();
        List<Device> ofDriver = question.scheduler()
                .fleet()
                .allDevices()
                .filter(device -> failed != null && device.id().driver().equals(failed.driver()))
                .toList();
        List<DeviceRead> reads = question.scheduler().now().selector(expression).reads();
        if (missing == null) {
            reads.stream()
                    .filter(read -> read.name() != null)
                    .forEach(read -> facts.add(DeviceValues.values(String.valueOf(read.name()), read, ofDriver)));
        } else {
            facts.add(reads.stream()
                    .filter(read -> missing.equals(read.name()))
                    .flatMap(read ->
                            Stream.ofNullable(question.scheduler().names().problem(read, ofDriver)))
                    .findFirst()
                    .orElseGet(() -> FitFact.Kind.MISSING_KEY.fact(missing)));
        }
        return fails.kind().cause(fails.message()).with(facts).at(selector(expression));
    }

    /** The field of an expression among the selectors of the claims; null if it is a class's expression. */
    private @Nullable ObjectField selector(String expression) {
        for (RequestedDevices requested : question.requests()) {
            int index = requested.alternative().selectors().indexOf(expression);
            ObjectField field = question.field(requested);
            if (index >= 0 && field != null) {
                return field.child("selectors").index(index).child("cel").child("expression");
            }
        }
        return null;
    }
}
