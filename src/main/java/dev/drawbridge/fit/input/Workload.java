package dev.drawbridge.fit.input;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object that needs devices: a pod, an object that creates pods, or a claim or template that no pod of the input
 * uses.
 *
 * @param manifest the object
 * @param pod the specification of its pods; null for a claim or template
 * @param podPath the field of that specification in the object
 * @param replicas the number of its pods
 */
public record Workload(
        Manifest manifest,
        String namespace,
        String name,
        @Nullable ObjectValue pod,
        FieldPath podPath,
        long replicas) {

    public String file() {
        return manifest.file();
    }

    /** The position of the object; null if unknown. */
    public @Nullable Position position() {
        return manifest.object().position();
    }

    public String kind() {
        return manifest.kind();
    }

    /** Whether a controller makes its pods, and the API server knows no rules of its kind. */
    public boolean isOfCustomKind() {
        return !ResourceApi.hasRulesFor(manifest.apiVersion(), manifest.kind())
                && !ResourceApi.isUnserved(manifest.apiVersion(), manifest.kind());
    }

    /** Whether it is a pod that a cluster has stored, which no LimitRange changes or forbids. */
    public static boolean isStoredPod(Manifest manifest) {
        return manifest.kind().equals("Pod")
                && manifest.object().object("metadata").has("uid");
    }

    public ObjectValue object() {
        return manifest.object();
    }

    /** One of its pods as the scheduler sees it: with its status, or to be created; null for a claim or template. */
    @Nullable
    public Pod asPod() {
        if (pod == null) {
            return null;
        }
        if (kind().equals("Pod")) {
            return Pod.of(object().with("spec", pod), namespace);
        }
        Pod made = Pod.of(namespace, name, "", pod, ObjectValue.EMPTY);
        return made.podGroup().isEmpty() && kind().equals("Job") ? made.ofJob(name) : made;
    }

    /** The field that requests its devices. */
    public FieldPath claims() {
        if (pod != null) {
            return podPath.child(pod.has("resourceClaims") ? "resourceClaims" : "containers");
        }
        return Objects.requireNonNullElse(ClaimDevices.path(kind()), FieldPath.of("spec"));
    }

    @Override
    public String toString() {
        return kind() + " " + namespace + "/" + name;
    }
}
