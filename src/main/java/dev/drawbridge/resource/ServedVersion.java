package dev.drawbridge.resource;

import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import org.jspecify.annotations.Nullable;

/**
 * A version in which a kind is served, and when. Source: {@code zz_generated.prerelease-lifecycle.go} of the version in
 * {@code k8s.io/api}.
 *
 * @param since the first release that serves it
 * @param deprecated the first release that warns of it; null if none does
 * @param removed the first release without it, such as {@code 1.39}, which the table may not have yet; null if none is
 *     named
 */
public record ServedVersion(
        ApiVersion version,
        KubernetesRelease since,
        @Nullable KubernetesRelease deprecated,
        @Nullable String removed) {

    static ServedVersion version(ApiVersion version, KubernetesRelease since) {
        return new ServedVersion(version, since, null, null);
    }

    ServedVersion deprecated(KubernetesRelease release) {
        return new ServedVersion(version, since, release, removed);
    }

    ServedVersion removed(String release) {
        return new ServedVersion(version, since, deprecated, release);
    }

    boolean isIn(KubernetesRelease release) {
        return since.compareTo(release) <= 0 && !isRemovedIn(release);
    }

    boolean isDeprecatedIn(KubernetesRelease release) {
        return deprecated != null && deprecated.compareTo(release) <= 0 && isIn(release);
    }

    private boolean isRemovedIn(KubernetesRelease release) {
        KubernetesRelease first = removed == null ? null : KubernetesRelease.named(removed);
        return first != null && first.compareTo(release) <= 0;
    }
}
