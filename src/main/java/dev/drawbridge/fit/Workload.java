package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.PodReader;
import dev.drawbridge.manifest.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * What needs devices: a pod, the pods that an object makes, or a claim or template that no pod of the input has.
 *
 * @param manifest the object
 * @param pod the specification of its pods; null of a bare claim or template
 * @param podPath where that is in the object
 * @param replicas how many such pods there are
 */
public record Workload(
        Manifest manifest,
        String namespace,
        String name,
        @Nullable ObjectValue pod,
        FieldPath podPath,
        long replicas) {

    /** The file that it is in. */
    public String file() {
        return manifest.file();
    }

    /** Where the object begins; null if that is not known. */
    public @Nullable Position position() {
        return manifest.object().position();
    }

    public String kind() {
        return manifest.kind();
    }

    /** The object itself. */
    public ObjectValue object() {
        return manifest.object();
    }

    /**
     * One of its pods, as the scheduler has it: a Pod with its status, or one that is yet to be created; null of a bare
     * claim.
     */
    @Nullable
    Pod asPod() {
        if (pod == null) {
            return null;
        }
        return kind().equals("Pod")
                ? PodReader.pod(object(), namespace)
                : PodReader.pod(namespace, name, "", pod, ObjectValue.EMPTY);
    }

    /** Where its devices are requested. */
    public FieldPath claims() {
        if (pod != null) {
            return podPath.child(pod.has("resourceClaims") ? "resourceClaims" : "containers");
        }
        return kind().equals("ResourceClaimTemplate")
                ? FieldPath.of("spec", "spec", "devices")
                : FieldPath.of("spec", "devices");
    }

    @Override
    public String toString() {
        return kind() + " " + namespace + "/" + name;
    }
}
