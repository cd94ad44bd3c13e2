package dev.drawbridge.admission;

import dev.drawbridge.schema.KubernetesRelease;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force for a review.
 *
 * @param release the release to validate against; null for the newest that serves the object's version
 */
public record RulesInForce(@Nullable KubernetesRelease release, Mode mode) {}
