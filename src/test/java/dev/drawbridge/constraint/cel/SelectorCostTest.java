package dev.drawbridge.constraint.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * The estimated cost of random expressions, to the unit, as Kubernetes' own compiler gives it.
 *
 * <p>A line of the file has four cells: what 1.34, 1.37, and 1.37 with {@code DRAListTypeAttributes} say, all with {@code DRAConsumableCapacity},
 * and the expression. They say {@code invalid}, {@code expensive} (above the limit), or the cost.
 */
class SelectorCostTest {

    private static final Path COSTS = Path.of("src/test/resources/proof/cel-costs.tsv.gz");

    @Test
    void anExpressionCostsWhatKubernetesEstimates() throws IOException {
        FeatureGates gates = FeatureGates.NONE.with(FeatureGate.DRA_CONSUMABLE_CAPACITY, true);
        List<SelectorLanguage> languages = List.of(
                SelectorSchema.language(KubernetesRelease.K8S_1_34, gates),
                SelectorSchema.language(KubernetesRelease.K8S_1_37, gates),
                SelectorSchema.language(
                        KubernetesRelease.K8S_1_37, gates.with(FeatureGate.DRA_LIST_TYPE_ATTRIBUTES, true)));
        List<String> lines = lines();

        assertThat(lines).hasSize(4_000).allSatisfy(line -> {
            String[] cells = line.split("\t", -1);
            String expression = cells[languages.size()];
            for (int column = 0; column < languages.size(); column++) {
                assertThat(judgement(languages.get(column), expression))
                        .as("column %d of %s", column, expression)
                        .isEqualTo(cells[column]);
            }
        });
    }

    private static String judgement(SelectorLanguage language, String expression) {
        SelectorLanguage.Judgement judgement = language.validate(expression, () -> {});
        if (judgement.problem() == null) {
            return Long.toString(judgement.cost());
        }
        return judgement.cost() == 0 ? "invalid" : "expensive";
    }

    private static List<String> lines() throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(COSTS)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}
