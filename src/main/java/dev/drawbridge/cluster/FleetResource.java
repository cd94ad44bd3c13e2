package dev.drawbridge.cluster;

import dev.drawbridge.document.ObjectValue;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A resource that is part of a fleet.
 *
 * @param apiVersion such as {@code resource.k8s.io/v1}
 * @param plural such as {@code deviceclasses}
 * @param isNamespaced whether its objects are in namespaces
 */
public record FleetResource(String apiVersion, String kind, String plural, boolean isNamespaced) {

    static final FleetResource NODES = new FleetResource("v1", "Node", "nodes", false);

    static final FleetResource PODS = new FleetResource("v1", "Pod", "pods", true);

    private static final Set<String> KINDS =
            Set.of("DeviceClass", "ResourceSlice", "ResourceClaim", "ResourceClaimTemplate", "DeviceTaintRule");

    /** The fleet resource of an APIResourceList's entry; null if it is not part of a fleet, or is a subresource. */
    static @Nullable FleetResource of(String apiVersion, ObjectValue entry) {
        String plural = entry.string("name");
        return KINDS.contains(entry.string("kind")) && plural.indexOf('/') < 0
                ? new FleetResource(apiVersion, entry.string("kind"), plural, entry.isTrue("namespaced"))
                : null;
    }

    /** The path that lists all of its objects. */
    public String path() {
        return (apiVersion.indexOf('/') < 0 ? "/api/" : "/apis/") + apiVersion + "/" + plural;
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
