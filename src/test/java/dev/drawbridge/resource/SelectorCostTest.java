package dev.drawbridge.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests of the exact estimated cost of random expressions, as recorded from Kubernetes' own compiler.
 *
 * <p>A line of the file has four cells: the answers of 1.34, 1.37, and 1.37 with {@code DRAListTypeAttributes}, all
 * with {@code DRAConsumableCapacity}, and the expression. An answer is {@code invalid}, {@code expensive} (above the
 * limit), or the cost.
 */
class SelectorCostTest {

    @Test
    void expressionHasRecordedCost() throws IOException {
        FeatureGates shared = FeatureGates.NONE.with(FeatureGate.DRA_CONSUMABLE_CAPACITY, true);
        List<SelectorLanguage> languages = List.of(
                SelectorSchema.language(KubernetesRelease.K8S_1_34, shared),
                SelectorSchema.language(KubernetesRelease.K8S_1_37, shared),
                SelectorSchema.language(
                        KubernetesRelease.K8S_1_37, shared.with(FeatureGate.DRA_LIST_TYPE_ATTRIBUTES, true)));

        assertThat(ProofLines.of("cel-costs.tsv.gz")).hasSizeGreaterThan(4_000).allSatisfy(cells -> {
            String expression = cells[languages.size()];
            for (int column = 0; column < languages.size(); column++) {
                assertThat(judgement(languages.get(column), expression))
                        .as("column %d of %s", column, expression)
                        .isEqualTo(cells[column]);
            }
        });
    }

    /** Of a compiler of 1.38.0-beta.0: a cell with its answer, and the expression; most have another cost in 1.37. */
    @Test
    void costDependsOnPartsSince138() throws IOException {
        SelectorLanguage language = SelectorSchema.language(
                KubernetesRelease.K8S_1_38, FeatureGates.NONE.with(FeatureGate.DRA_CONSUMABLE_CAPACITY, true));

        assertThat(ProofLines.of("cel-costs-1.38.tsv.gz"))
                .hasSizeGreaterThan(1_000)
                .allSatisfy(cells ->
                        assertThat(judgement(language, cells[1])).as(cells[1]).isEqualTo(cells[0]));
    }

    private static String judgement(SelectorLanguage language, String expression) {
        SelectorLanguage.Judgement judgement = language.validate(expression, () -> {});
        if (judgement.problem() == null) {
            return Long.toString(judgement.cost());
        }
        return judgement.cost() == 0 ? "invalid" : "expensive";
    }
}
