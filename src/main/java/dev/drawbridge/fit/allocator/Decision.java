package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.NodeChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the claims of a pod can be allocated on a node. */
public sealed interface Decision {

    /** A device as it would be allocated, and the nodes that can use it. */
    record Chosen(AllocatedDevice device, NodeChoice nodes) {}

    /** The claims can be allocated; this is one way, with one list for each claim. */
    record Fits(List<List<Chosen>> devices) implements Decision {}

    /** The claims cannot be allocated. */
    record DoesNotFit() implements Decision {}

    /**
     * Scheduling fails with an error.
     *
     * @param kind the kind of the error, which is that of its cause
     * @param message the scheduler's message
     * @param device the device on which an expression failed; null for other errors
     * @param expression the expression that failed; null for other errors
     * @param missingKey the attribute or capacity that the device lacks; null for other errors
     */
    record Fails(
            FitCause.Kind kind,
            String message,
            @Nullable DeviceId device,
            @Nullable String expression,
            @Nullable String missingKey)
            implements Decision {}

    /** The decision is unknown, or was not found in time. */
    record Undecided(String reason) implements Decision {}
}
