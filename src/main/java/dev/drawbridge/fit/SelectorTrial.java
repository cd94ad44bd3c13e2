package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.CelProblem;
import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The values of a selector for the devices of a fleet.
 *
 * @param devices the number of devices
 * @param matching the number of devices for which it is true
 * @param values its values, {@code true} first, then those of most devices; at most 200
 * @param cost the estimate of the maximum cost for a device, and its limit: {@code 4 of at most 1000000}
 * @param refusal why the API server refuses the selector; empty if it accepts it
 */
public record SelectorTrial(int devices, int matching, List<Value> values, String cost, String refusal) {

    private static final String TRUE = "true";
    private static final int MAX_VALUES = 200;
    private static final int MAX_EXAMPLES = 3;

    /**
     * A value.
     *
     * @param text {@code true}, {@code false}, or {@code error: } and what failed
     * @param devices the number of devices for which it has this value
     * @param examples the first of them
     */
    public record Value(String text, int devices, String examples) {}

    /** Evaluates a selector as the scheduler of a release does. */
    public static SelectorTrial of(Fleet fleet, KubernetesRelease release, FeatureGates gates, String expression) {
        DeviceProgram program = new Allocator(fleet, release, gates).selector(expression);
        Map<String, List<DeviceId>> byValue = new LinkedHashMap<>();
        for (Slice slice : fleet.slices()) {
            for (Device device : slice.devices()) {
                Object value = program.evaluate(device);
                String text =
                        value instanceof EvaluationProblem problem ? "error: " + problem.detail() : value.toString();
                byValue.computeIfAbsent(text, any -> new ArrayList<>()).add(device.id());
            }
        }
        SelectorLanguage.Judgement check =
                SelectorSchema.language(release, gates).validate(expression, () -> {});
        CelProblem problem = check.problem();
        List<Value> values = byValue.entrySet().stream()
                .map(value -> value(value.getKey(), value.getValue()))
                .sorted(Comparator.comparing((Value value) -> !value.text().equals(TRUE))
                        .thenComparing(value -> -value.devices()))
                .limit(MAX_VALUES)
                .toList();
        return new SelectorTrial(
                byValue.values().stream().mapToInt(List::size).sum(),
                byValue.getOrDefault(TRUE, List.of()).size(),
                values,
                Long.toUnsignedString(check.cost()) + " of at most " + SelectorLanguage.MAX_COST,
                problem == null ? "" : problem.detail());
    }

    private static Value value(String text, List<DeviceId> devices) {
        String examples =
                devices.stream().limit(MAX_EXAMPLES).map(DeviceId::toString).collect(Collectors.joining(", "));
        return new Value(text, devices.size(), examples + (devices.size() > MAX_EXAMPLES ? ", …" : ""));
    }
}
