package dev.drawbridge.migration;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.validation.ResourceApi;
import org.jspecify.annotations.Nullable;

/**
 * The target of a kustomize patch.
 *
 * @param kind the kind, such as {@code ResourceClaim}
 * @param apiVersion the API version, such as {@code resource.k8s.io/v1beta1}; empty if the kustomization has none
 */
public record PatchTarget(String kind, String apiVersion) {

    /** The target in a kustomization, if its kind is of the group; null for other kinds and patterns. */
    public static @Nullable PatchTarget of(ObjectValue selector) {
        String kind = selector.string("kind");
        String group = selector.string("group");
        String version = selector.string("version");
        boolean isOurs = ResourceApi.isKind(kind) && (group.isEmpty() || group.equals(ResourceApi.GROUP));
        return isOurs ? new PatchTarget(kind, version.isEmpty() ? "" : ResourceApi.GROUP + "/" + version) : null;
    }
}
