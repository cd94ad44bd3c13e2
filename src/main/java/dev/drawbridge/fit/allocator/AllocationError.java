package dev.drawbridge.fit.allocator;

/** Allocation fails with an error, so it is unknown what fits. */
final class AllocationError extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Decision.Fails decision;

    AllocationError(String message) {
        this(Decision.Reason.OTHER, message);
    }

    AllocationError(Decision.Reason reason, String message) {
        this(new Decision.Fails(reason, message, null, null, null));
    }

    AllocationError(Decision.Fails decision) {
        super(decision.message(), null, false, false);
        this.decision = decision;
    }

    Decision.Fails decision() {
        return decision;
    }
}
