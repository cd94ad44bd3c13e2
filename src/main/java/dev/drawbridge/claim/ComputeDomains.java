package dev.drawbridge.claim;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
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
        ObjectValue request = with("name", "channel")
                .add("exactly", with("deviceClassName", CLASS).build(), null)
                .build();
        ListValue requests = ListValue.at(null).add(request).build();
        ObjectValue claim = in("devices", in("requests", requests));
        ObjectValue metadata = with("name", name)
                .add("namespace", new StringValue(object.object("metadata").string("namespace"), null), null)
                .build();
        return with("apiVersion", "resource.k8s.io/v1")
                .add("kind", new StringValue("ResourceClaimTemplate", null), null)
                .add("metadata", metadata, null)
                .add("spec", in("spec", claim), null)
                .build();
    }

    private static ObjectValue.Builder with(String key, String value) {
        return ObjectValue.at(null).add(key, new StringValue(value, null), null);
    }

    private static ObjectValue in(String key, Value value) {
        return ObjectValue.at(null).add(key, value, null).build();
    }
}
