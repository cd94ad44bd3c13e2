package dev.drawbridge.fit;

import dev.drawbridge.fleet.DeviceId;
import org.jspecify.annotations.Nullable;

/** The allocator gives up: it cannot know what fits. */
final class AllocationError extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Cause reason;

    /**
     * What it is about.
     *
     * @param message the sentence, as the scheduler says it
     * @param device the device on which an expression failed; null where it is not about one
     * @param expression the expression; null where it is not about one
     * @param missingKey what the device lacks; null where it is something else
     */
    record Cause(
            String message,
            @Nullable DeviceId device,
            @Nullable String expression,
            @Nullable String missingKey) {}

    AllocationError(String message) {
        this(new Cause(message, null, null, null));
    }

    AllocationError(Cause cause) {
        super(cause.message(), null, false, false);
        this.reason = cause;
    }

    Cause reason() {
        return reason;
    }
}
