package dev.drawbridge.fit.allocator;

/** Allocation fails with an error, so it is unknown what fits. */
final class AllocationError extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Decision.Fails decision;

    AllocationError(String message) {
        this(new Decision.Fails(message, null, null, null, false));
    }

    AllocationError(Decision.Fails decision) {
        super(decision.message(), null, false, false);
        this.decision = decision;
    }

    static AllocationError ofNode(String message) {
        return new AllocationError(new Decision.Fails(message, null, null, null, true));
    }

    Decision.Fails decision() {
        return decision;
    }
}
