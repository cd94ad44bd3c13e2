package dev.drawbridge.claim;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * NVIDIA's ComputeDomains, whose controller creates a ResourceClaimTemplate for the pods of the domain.
 *
 * <p>Source: kubernetes-sigs/dra-driver-nvidia-gpu, templates/compute-domain-workload-claim-template.tmpl.yaml.
 */
public final class ComputeDomains {

    private static final String GROUP = "resource.nvidia.com/";
    private static final String CLASS = "compute-domain-default-channel.nvidia.com";

    private ComputeDomains() {}

    /** The ResourceClaimTemplate that the controller creates for the object; null if it creates none. */
    public static @Nullable ObjectValue template(String apiVersion, String kind, ObjectValue object) {
        if (!kind.equals("ComputeDomain") || !apiVersion.startsWith(GROUP)) {
            return null;
        }
        String name = object.object("spec")
                .object("channel")
                .object("resourceClaimTemplate")
                .string("name");
        if (name.isEmpty()) {
            return null;
        }
        ObjectValue request = ObjectValue.at(null)
                .add("name", "channel")
                .add("exactly", in("deviceClassName", new StringValue(CLASS, null)))
                .build();
        ObjectValue claim = in("devices", in("requests", ListValue.of(List.of(request))));
        ObjectValue metadata = ObjectValue.at(null)
                .add("name", name)
                .add("namespace", object.object("metadata").string("namespace"))
                .build();
        return ObjectValue.at(null)
                .add("apiVersion", "resource.k8s.io/v1")
                .add("kind", "ResourceClaimTemplate")
                .add("metadata", metadata)
                .add("spec", in("spec", claim))
                .build();
    }

    private static ObjectValue in(String key, Value value) {
        return ObjectValue.at(null).add(key, value).build();
    }
}
