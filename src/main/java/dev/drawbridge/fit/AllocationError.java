package dev.drawbridge.fit;

import dev.drawbridge.fleet.DeviceId;
import org.jspecify.annotations.Nullable;

/** Allocation fails with an error, so that nothing is known about what fits. */
final class AllocationError extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Cause reason;
    private final boolean isOfNode;

    /**
     * What it is about.
     *
     * @param message the sentence, as the scheduler says it
     * @param device the device on which an expression failed; null if it is not about one
     * @param expression the expression; null if it is not about one
     * @param missingKey what the device lacks; null if it is something else
     */
    record Cause(
            String message,
            @Nullable DeviceId device,
            @Nullable String expression,
            @Nullable String missingKey) {}

    AllocationError(String message) {
        this(new Cause(message, null, null, null), false);
    }

    AllocationError(Cause cause) {
        this(cause, false);
    }

    private AllocationError(Cause cause, boolean isOfNode) {
        super(cause.message(), null, false, false);
        this.reason = cause;
        this.isOfNode = isOfNode;
    }

    /** An error that fails the node, and not the pod. */
    static AllocationError ofNode(String message) {
        return new AllocationError(new Cause(message, null, null, null), true);
    }

    /** Whether it fails the node alone. */
    boolean isOfNode() {
        return isOfNode;
    }

    Cause reason() {
        return reason;
    }
}
