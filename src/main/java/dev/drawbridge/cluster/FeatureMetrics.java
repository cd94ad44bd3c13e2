package dev.drawbridge.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Feature gates in the metrics of an API server.
 *
 * <p>Source: {@code k8s.io/component-base/metrics/prometheus/feature}.
 */
final class FeatureMetrics {

    private static final Pattern LINE =
            Pattern.compile("^kubernetes_feature_enabled\\{name=\"([^\"]+)\",[^}]*} ([01])$", Pattern.MULTILINE);

    private FeatureMetrics() {}

    /** The feature gates in metrics of Prometheus' text format; empty if there are none, also for null. */
    static Map<String, Boolean> of(@Nullable String metrics) {
        Map<String, Boolean> gates = new HashMap<>();
        Matcher line = LINE.matcher(metrics == null ? "" : metrics);
        while (line.find()) {
            gates.put(line.group(1), line.group(2).equals("1"));
        }
        return gates;
    }
}
