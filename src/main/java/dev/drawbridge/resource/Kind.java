package dev.drawbridge.resource;

import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import java.util.List;
import java.util.Optional;

/**
 * A kind of the group, with its table.
 *
 * @param name the kind, such as {@code ResourceClaim}
 * @param plural its resource, such as {@code resourceclaims}
 * @param namespaced whether its objects live in namespaces
 * @param hasStatus whether it has the subresource {@code status}
 * @param served where it is served
 * @param deprecations where it is deprecated
 * @param rules its table
 */
public record Kind(
        String name,
        String plural,
        boolean namespaced,
        boolean hasStatus,
        List<Availability> served,
        List<Deprecation> deprecations,
        Table rules) {

    /** Its table. */
    public ObjectSchema table() {
        return rules.schema();
    }

    /** Whether any release serves the kind in the version. */
    boolean isInVersion(ApiVersion version) {
        for (Availability where : served) {
            if (where.versions().contains(version)) {
                return true;
            }
        }
        return false;
    }

    /** The deprecation of the version that the release tells of; empty where there is none. */
    public Optional<Deprecation> deprecation(ApiVersion version, KubernetesRelease release) {
        for (Deprecation one : deprecations) {
            if (one.where().exists(version, release)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** Whether the release serves the kind in the version. */
    public boolean isServed(ApiVersion version, KubernetesRelease release) {
        for (Availability where : served) {
            if (where.exists(version, release)) {
                return true;
            }
        }
        return false;
    }
}
