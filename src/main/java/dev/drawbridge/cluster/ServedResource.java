package dev.drawbridge.cluster;

import dev.drawbridge.document.ObjectValue;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A resource that a cluster serves: an APIResource of {@code k8s.io/apimachinery/pkg/apis/meta/v1/types.go}.
 *
 * @param apiVersion such as {@code resource.k8s.io/v1}
 * @param plural such as {@code deviceclasses}
 * @param isNamespaced whether its objects are in namespaces
 */
public record ServedResource(String apiVersion, String kind, String plural, boolean isNamespaced) {

    static final ServedResource NODES = new ServedResource("v1", "Node", "nodes", false);

    static final ServedResource PODS = new ServedResource("v1", "Pod", "pods", true);

    private static final Set<String> KINDS =
            Set.of("DeviceClass", "ResourceSlice", "ResourceClaim", "ResourceClaimTemplate", "DeviceTaintRule");

    /** The resource of an APIResourceList's entry. */
    static ServedResource of(String apiVersion, ObjectValue entry) {
        return new ServedResource(apiVersion, entry.string("kind"), entry.string("name"), entry.isTrue("namespaced"));
    }

    /** Whether it is part of a fleet, and no subresource. */
    boolean isOfFleets() {
        return KINDS.contains(kind) && plural.indexOf('/') < 0;
    }

    /** The path that lists the resources of a version. */
    static String root(String apiVersion) {
        return (apiVersion.indexOf('/') < 0 ? "/api/" : "/apis/") + apiVersion;
    }

    /** The path that lists its objects in a namespace; in all if that is null. */
    public String path(@Nullable String namespace) {
        return root(apiVersion) + (isNamespaced && namespace != null ? "/namespaces/" + namespace : "") + "/" + plural;
    }

    ResourceDefinitionContext context() {
        int slash = apiVersion.indexOf('/');
        return new ResourceDefinitionContext.Builder()
                .withGroup(slash < 0 ? null : apiVersion.substring(0, slash))
                .withVersion(apiVersion.substring(slash + 1))
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(isNamespaced)
                .build();
    }
}
