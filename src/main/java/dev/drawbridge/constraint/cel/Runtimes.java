package dev.drawbridge.constraint.cel;

import dev.cel.common.CelOptions;
import dev.cel.extensions.CelStringExtensions;
import java.util.EnumSet;
import java.util.Set;

/** How expressions are evaluated. */
final class Runtimes {

    /** The functions of texts that dev.cel evaluates as cel-go does. Of the others, it refuses numbers that Go takes. */
    static final Set<CelStringExtensions.Function> STRINGS = EnumSet.complementOf(EnumSet.of(
            CelStringExtensions.Function.INDEX_OF,
            CelStringExtensions.Function.LAST_INDEX_OF,
            CelStringExtensions.Function.REPLACE,
            CelStringExtensions.Function.SPLIT));

    private Runtimes() {}

    /** As Kubernetes does, with so many iterations at most. */
    static CelOptions options(int maxIterations) {
        return CelOptions.current()
                .enableHeterogeneousNumericComparisons(true)
                .enableOptionalSyntax(true)
                .enableHiddenAccumulatorVar(true)
                .errorOnDuplicateMapKeys(false)
                .comprehensionMaxIterations(maxIterations)
                .build();
    }
}
