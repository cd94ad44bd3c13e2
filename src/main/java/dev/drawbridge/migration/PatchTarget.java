package dev.drawbridge.migration;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.validation.ResourceApi;
import org.jspecify.annotations.Nullable;

/**
 * What a patch of kustomize changes.
 *
 * @param kind the kind, such as {@code ResourceClaim}
 * @param apiVersion the API version, such as {@code resource.k8s.io/v1beta1}; empty if the kustomization names none
 */
public record PatchTarget(String kind, String apiVersion) {

    /** The target of a kind of the group, as a kustomization has it; null if it is of another, or a pattern. */
    public static @Nullable PatchTarget of(ObjectValue selector) {
        String kind = selector.string("kind");
        String group = selector.string("group");
        String version = selector.string("version");
        boolean isOurs = ResourceApi.isKind(kind) && (group.isEmpty() || group.equals(ResourceApi.GROUP));
        return isOurs ? new PatchTarget(kind, version.isEmpty() ? "" : ResourceApi.GROUP + "/" + version) : null;
    }
}
