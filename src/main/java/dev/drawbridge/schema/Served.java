package dev.drawbridge.schema;

import java.util.List;

/**
 * Kinds that the same releases serve in a version.
 *
 * @param until the last one
 */
public record Served(ApiVersion version, KubernetesRelease since, KubernetesRelease until, List<String> kinds) {

    /** The releases: the one, or the first and the last with this between. */
    public String releases(String to) {
        return since == until ? since.toString() : since + to + until;
    }
}
