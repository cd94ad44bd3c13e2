package dev.drawbridge.admission;

import dev.drawbridge.schema.KubernetesRelease;
import org.jspecify.annotations.Nullable;

/**
 * Which rules apply to a review.
 *
 * @param release the release whose rules apply; null for the newest that serves the object's version
 * @param mode what becomes of an object that breaks them
 */
public record RulesInForce(@Nullable KubernetesRelease release, Mode mode) {}
