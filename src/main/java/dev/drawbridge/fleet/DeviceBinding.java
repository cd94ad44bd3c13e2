package dev.drawbridge.fleet;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of an allocated device before its pod is bound.
 *
 * @param conditions all of these
 * @param failureConditions none of these
 * @param met the conditions that its driver reports as true; null if the driver reports nothing yet
 */
public record DeviceBinding(
        List<String> conditions,
        List<String> failureConditions,
        @Nullable Set<String> met) {

    /** Of a device that is ready at once. */
    public static final DeviceBinding NONE = new DeviceBinding(List.of(), List.of(), null);
}
