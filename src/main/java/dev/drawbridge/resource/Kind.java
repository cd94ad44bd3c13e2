package dev.drawbridge.resource;

import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A kind of the group, with its table.
 *
 * @param name the kind, such as {@code ResourceClaim}
 * @param plural its resource, such as {@code resourceclaims}
 * @param hasStatus whether it has the subresource {@code status}
 * @param rules its table, which is loaded when it is first used
 */
public record Kind(
        String name,
        String plural,
        boolean namespaced,
        boolean hasStatus,
        List<ServedVersion> served,
        Supplier<ObjectSchema> rules) {

    public ObjectSchema table() {
        return rules.get();
    }

    boolean isInVersion(ApiVersion version) {
        return served.stream().anyMatch(one -> one.version() == version);
    }

    /** The version with its removal, if the release warns of it; otherwise empty. */
    public Optional<ServedVersion> deprecation(ApiVersion version, KubernetesRelease release) {
        for (ServedVersion one : served) {
            if (one.version() == version && one.isDeprecatedIn(release)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    public boolean isServed(ApiVersion version, KubernetesRelease release) {
        for (ServedVersion one : served) {
            if (one.version() == version && one.isIn(release)) {
                return true;
            }
        }
        return false;
    }
}
