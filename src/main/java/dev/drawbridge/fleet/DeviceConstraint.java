package dev.drawbridge.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the devices of a claim have in common, or have not.
 *
 * @param requests the requests that it is about, or {@code request/alternative}; empty for all
 * @param matchAttribute the attribute of which all have the same value; null if it is not about one
 * @param distinctAttribute the attribute of which each has another value; null if it is not about one
 */
public record DeviceConstraint(
        List<String> requests,
        @Nullable String matchAttribute,
        @Nullable String distinctAttribute) {}
