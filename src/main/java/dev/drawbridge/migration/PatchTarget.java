package dev.drawbridge.migration;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.validation.ResourceApi;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The target of a kustomize patch.
 *
 * @param kind the kind, such as {@code ResourceClaim}
 * @param name the object's name, or a pattern; empty for all objects of the kind
 * @param apiVersion the API version, such as {@code resource.k8s.io/v1beta1}; empty if the kustomization has none
 */
public record PatchTarget(String kind, String name, String apiVersion) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9.-]+");

    /** The kind and name; only the kind if the name is empty or a pattern, since it may be any of the kind. */
    public String key() {
        return NAME.matcher(name).matches() ? kind + " " + name : kind;
    }

    /** The target in a kustomization, if its kind is of the group; null for other kinds and patterns. */
    public static @Nullable PatchTarget of(ObjectValue selector) {
        String kind = selector.string("kind");
        String group = selector.string("group");
        String version = selector.string("version");
        boolean isOurs = ResourceApi.isKind(kind) && (group.isEmpty() || group.equals(ResourceApi.GROUP));
        String apiVersion = version.isEmpty() ? "" : ResourceApi.GROUP + "/" + version;
        return isOurs ? new PatchTarget(kind, selector.string("name"), apiVersion) : null;
    }
}
