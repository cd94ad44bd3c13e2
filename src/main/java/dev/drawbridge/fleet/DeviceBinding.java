package dev.drawbridge.fleet;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of an allocated device: for binding its pod, and of its health.
 *
 * @param conditions conditions that must all be true
 * @param failureConditions conditions that must all be false
 * @param met the conditions that the driver reports as true; null if it has not reported yet
 * @param isUnhealthy whether the driver reports the condition {@code Ready: False}
 */
public record DeviceBinding(
        List<String> conditions,
        List<String> failureConditions,
        @Nullable Set<String> met,
        boolean isUnhealthy) {

    /** The binding of a device without conditions. */
    public static final DeviceBinding NONE = new DeviceBinding(List.of(), List.of(), null, false);
}
