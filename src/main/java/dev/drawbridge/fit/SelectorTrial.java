package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.CelProblem;
import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a selector for the devices of a fleet.
 *
 * @param values its values, {@code true} first, then those of most devices
 * @param cost the estimate of the maximum cost for a device, and its limit: {@code 4 of at most 1000000}
 * @param refusal why the API server refuses the selector; empty if it accepts it
 */
public record SelectorTrial(List<Value> values, String cost, String refusal) {

    private static final String TRUE = "true";
    private static final String FALSE = "false";

    /**
     * A value.
     *
     * @param text {@code true}, {@code false}, or {@code error: } or {@code unknown: } and the reason
     * @param devices those for which it has this value
     */
    public record Value(String text, List<DeviceId> devices) {

        /** Whether the selector cannot be evaluated for these devices. */
        public boolean isProblem() {
            return !text.equals(TRUE) && !text.equals(FALSE);
        }
    }

    public int devices() {
        return values.stream().mapToInt(value -> value.devices().size()).sum();
    }

    /** The devices for which it is true. */
    public List<DeviceId> matching() {
        return values.stream()
                .filter(value -> value.text().equals(TRUE))
                .flatMap(value -> value.devices().stream())
                .toList();
    }

    /** Evaluates a selector as the scheduler of a release does. */
    public static SelectorTrial of(Fleet fleet, KubernetesRelease release, FeatureGates gates, String expression) {
        DeviceProgram program = new Allocator(fleet, release, gates).selector(expression);
        Map<String, List<DeviceId>> byValue = new LinkedHashMap<>();
        fleet.allDevices().forEach(device -> {
            Object value = program.evaluate(device);
            String text = value instanceof EvaluationProblem problem
                    ? (problem.isUnknown() ? "" : "error: ") + problem.detail()
                    : value.toString();
            byValue.computeIfAbsent(text, any -> new ArrayList<>()).add(device.id());
        });
        SelectorLanguage.Judgement check =
                SelectorSchema.language(release, gates).validate(expression, () -> {});
        CelProblem problem = check.problem();
        List<Value> values = byValue.entrySet().stream()
                .map(value -> new Value(value.getKey(), value.getValue()))
                .sorted(Comparator.comparing((Value value) -> !value.text().equals(TRUE))
                        .thenComparing(value -> -value.devices().size()))
                .toList();
        return new SelectorTrial(
                values,
                Long.toUnsignedString(check.cost()) + " of at most " + SelectorLanguage.MAX_COST,
                problem == null ? "" : problem.detail());
    }
}
