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
import java.util.List;

/**
 * The values of a selector for the devices of a fleet.
 *
 * @param devices the number of devices
 * @param matching the number of devices for which it is true
 * @param values the first values, those of matching devices first
 * @param cost the estimate of the maximum cost for a device, and its limit: {@code 4 of at most 1000000}
 * @param refusal why the API server refuses the selector; empty if it accepts it
 */
public record SelectorTrial(int devices, long matching, List<Value> values, String cost, String refusal) {

    /**
     * The value for a device.
     *
     * @param value {@code true}, {@code false}, or {@code error: } and what failed
     */
    public record Value(DeviceId device, String value, boolean matches) {}

    /**
     * Evaluates a selector as the scheduler of a release does.
     *
     * @param most the number of values that are kept
     */
    public static SelectorTrial of(
            Fleet fleet, KubernetesRelease release, FeatureGates gates, String expression, int most) {
        DeviceProgram program = new Allocator(fleet, release, gates).selector(expression);
        List<Value> values = new ArrayList<>();
        for (Slice slice : fleet.slices()) {
            for (Device device : slice.devices()) {
                Object value = program.evaluate(device);
                String text =
                        value instanceof EvaluationProblem problem ? "error: " + problem.detail() : value.toString();
                values.add(new Value(device.id(), text, Boolean.TRUE.equals(value)));
            }
        }
        values.sort(Comparator.comparing(value -> !value.matches()));
        SelectorLanguage.Judgement check =
                SelectorSchema.language(release, gates).validate(expression, () -> {});
        CelProblem problem = check.problem();
        return new SelectorTrial(
                values.size(),
                values.stream().filter(Value::matches).count(),
                values.stream().limit(most).toList(),
                Long.toUnsignedString(check.cost()) + " of at most " + SelectorLanguage.MAX_COST,
                problem == null ? "" : problem.detail());
    }
}
