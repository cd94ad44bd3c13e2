package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The workloads that claims belong to, found through the {@code ownerReferences} of pods and controllers. */
public final class WorkloadOwners {

    private static final Set<String> OF_DEVICES =
            Set.of("Node", "DeviceClass", "ResourceSlice", "ResourceClaim", "ResourceClaimTemplate", "DeviceTaintRule");

    /** By kind, namespace and name: the controller. */
    private final Map<String, Owner> controllers = new HashMap<>();

    /** Adds an object that may have a controller; objects without one, and those of devices, do not count. */
    public void add(String kind, ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        Owner controller = OF_DEVICES.contains(kind) ? null : Owner.controller(metadata);
        if (controller != null) {
            controllers.put(key(kind, metadata.string("namespace"), metadata.string("name")), controller);
        }
    }

    /**
     * The workload of a claim, such as {@code Deployment ml/serve}: the last known controller of the pod that it was
     * made for, or of the first pod that uses it. Without a pod it is the claim's own controller, or the claim itself.
     */
    public String of(Claim claim) {
        Owner controller = claim.stored().controller();
        String pod = claim.pods().stream().findFirst().orElse(null);
        if (controller != null && !controller.kind().equals("Pod")) {
            return last(controller.kind(), claim.namespace(), controller.name());
        }
        return pod == null ? "ResourceClaim " + claim : last("Pod", claim.namespace(), pod);
    }

    private String last(String kind, String namespace, String name) {
        String key = key(kind, namespace, name);
        Set<String> seen = new HashSet<>();
        @Nullable Owner next = controllers.get(key);
        while (next != null && seen.add(key)) {
            key = key(next.kind(), namespace, next.name());
            next = controllers.get(key);
        }
        return key;
    }

    private static String key(String kind, String namespace, String name) {
        return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
