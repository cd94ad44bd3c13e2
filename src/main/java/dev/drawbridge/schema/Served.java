package dev.drawbridge.schema;

import java.util.List;

/**
 * Kinds that the same releases serve in a version.
 *
 * @param version the version
 * @param since the first release that serves them
 * @param until the last one
 * @param kinds their names
 */
public record Served(ApiVersion version, KubernetesRelease since, KubernetesRelease until, List<String> kinds) {}
