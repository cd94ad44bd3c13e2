package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.cause.FitCause;

/** Allocation fails with an error, so it is unknown what fits. */
final class AllocationError extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Decision.Fails decision;

    AllocationError(String message) {
        this(FitCause.Kind.SCHEDULING_FAILS, message);
    }

    AllocationError(FitCause.Kind kind, String message) {
        this(new Decision.Fails(kind, message, null, null, null));
    }

    AllocationError(Decision.Fails decision) {
        super(decision.message(), null, false, false);
        this.decision = decision;
    }

    Decision.Fails decision() {
        return decision;
    }
}
