package dev.drawbridge.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests of the values of random expressions for one device, as recorded from Kubernetes' own evaluator.
 *
 * <p>A line of the file has four cells: the answers of the schedulers of 1.34, 1.36 and 1.37 with default gates, and
 * the expression. An answer is {@code true}, {@code false}, {@code error}, or {@code no} if it does not compile.
 */
class SelectorValueTest {

    private static final Device DEVICE = new Device(
            new DeviceId("d.example.com", "pool", "device"),
            Map.of(
                    "s", new Attribute("gpu-1,gpu-22,b"),
                    "i", new Attribute(42L),
                    "b", new Attribute(true),
                    "a", new Attribute("10.1.2.3"),
                    "n", new Attribute("10.1.2.3/24"),
                    "v", new Attribute(known(SemanticVersion.parse("1.2.3-rc.1"))),
                    "x.org/u", new Attribute("https://u:p@ex.org:8080/p%20q/r?a=1&b=2&a=3#f"),
                    "x.org/six", new Attribute("2001:db8::5")),
            Map.of(
                    "m", new DeviceCapacity(known(Quantity.parse("10Gi")), null),
                    "x.org/k", new DeviceCapacity(known(Quantity.parse("1500m")), null)),
            true,
            List.of(),
            List.of(),
            NodeChoice.NONE,
            null);

    private static <T> T known(@Nullable T value) {
        return Objects.requireNonNull(value);
    }

    @Test
    void expressionHasRecordedValue() throws IOException {
        List<SelectorLanguage> languages = List.of(
                language(KubernetesRelease.K8S_1_34),
                language(KubernetesRelease.K8S_1_36),
                language(KubernetesRelease.K8S_1_37));

        assertThat(ProofLines.of("cel-values.tsv.gz")).hasSizeGreaterThan(1_500).allSatisfy(cells -> {
            String expression = cells[languages.size()];
            for (int column = 0; column < languages.size(); column++) {
                assertThat(value(languages.get(column).program(expression).evaluate(DEVICE)))
                        .as("column %d of %s", column, expression)
                        .isEqualTo(cells[column]);
            }
        });
    }

    private static SelectorLanguage language(KubernetesRelease release) {
        return SelectorSchema.storedLanguage(release, FeatureGates.defaults(release));
    }

    private static String value(Object value) {
        if (!(value instanceof EvaluationProblem problem)) {
            return value.toString();
        }
        return problem.detail().startsWith("CEL compile error") ? "no" : "error";
    }
}
