package dev.drawbridge.constraint.cel;

import dev.cel.common.CelOptions;

/** How expressions are evaluated. */
final class Runtimes {

    private Runtimes() {}

    /** As Kubernetes does, with so many iterations at most. */
    static CelOptions options(int maxIterations) {
        return CelOptions.current()
                .enableHeterogeneousNumericComparisons(true)
                .enableOptionalSyntax(true)
                .enableHiddenAccumulatorVar(true)
                .comprehensionMaxIterations(maxIterations)
                .build();
    }
}
