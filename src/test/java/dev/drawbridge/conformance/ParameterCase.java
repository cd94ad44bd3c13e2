package dev.drawbridge.conformance;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.DriverGates;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A recorded check of parameters: a driver's findings, with some of its feature gates. Its verdicts count for the
 * newest release.
 */
final class ParameterCase {

    private static final String GROUP = "parameters";

    private ParameterCase() {}

    /** Whether the line is about parameters. */
    static boolean isOne(ObjectValue fields) {
        return fields.has("parameters") && fields.has("driver");
    }

    /** Adds every verdict of the line to the result. */
    static void compare(ObjectValue fields, ConformanceResult result) {
        String driver = fields.string("driver");
        Value parameters = fields.get("parameters");
        ListValue verdicts = fields.list("verdicts");
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i) instanceof ObjectValue verdict && parameters != null) {
                compare(fields.string("id"), driver, parameters, verdict, result);
            }
        }
    }

    private static void compare(
            String id, String driver, Value parameters, ObjectValue verdict, ConformanceResult result) {
        Map<String, Boolean> gates = new LinkedHashMap<>();
        ListValue on = verdict.list("gates");
        for (int i = 0; i < on.size(); i++) {
            if (on.get(i) instanceof StringValue gate) {
                gates.put(gate.value(), true);
            }
        }
        RecordedRelease release = new RecordedRelease(KubernetesRelease.NEWEST, gates.isEmpty() ? "" : "all");
        Verdict found = DriverRegistry.builtIn()
                .with(new DriverGates(Map.of(driver, gates), true))
                .parameters(driver)
                .validate(parameters, FieldPath.of(GROUP));
        boolean isAllowed = found.errors().isEmpty() && parameters instanceof ObjectValue;
        if (isAllowed == verdict.isTrue("allowed")) {
            result.same(release, GROUP);
        } else {
            result.different(
                    release,
                    GROUP,
                    id + ": driver " + (verdict.isTrue("allowed") ? "allows" : "refuses: " + verdict.string("reason"))
                            + ", ours " + found.errors() + " " + parameters.excerpt());
        }
    }
}
