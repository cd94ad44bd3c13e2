package dev.drawbridge.fit;

import dev.drawbridge.fleet.DeviceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the claims of a pod can be allocated on a node. */
public sealed interface Decision {

    /** A device for a request, which is {@code request/alternative} where there was a choice. */
    record Chosen(String request, DeviceId device) {}

    /** They can; this is one way, a list a claim. */
    record Fits(List<List<Chosen>> devices) implements Decision {}

    /** They cannot. */
    record DoesNotFit() implements Decision {}

    /**
     * Scheduling fails with an error.
     *
     * @param message what it says
     * @param device the device on which an expression failed; null if it is not about one
     * @param expression the expression; null if it is not about one
     * @param missingKey the attribute or capacity that the device lacks; null if it is something else
     * @param isOfNode whether it fails the node alone, and not the pod
     */
    record Fails(
            String message,
            @Nullable DeviceId device,
            @Nullable String expression,
            @Nullable String missingKey,
            boolean isOfNode)
            implements Decision {}

    /** Not known within the time, or not at all. */
    record Undecided(String reason) implements Decision {}
}
