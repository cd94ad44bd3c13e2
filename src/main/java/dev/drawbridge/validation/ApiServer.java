package dev.drawbridge.validation;

import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.UnknownFields;
import org.jspecify.annotations.Nullable;

/**
 * The API server whose verdict is predicted.
 *
 * @param release the release to validate against; null for the newest that serves the kind in the version
 */
public record ApiServer(@Nullable KubernetesRelease release, GateSettings gates, UnknownFields unknownFields) {}
