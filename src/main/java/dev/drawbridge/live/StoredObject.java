package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.fleet.Owner;
import dev.drawbridge.manifest.Manifest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An object as a cluster stores it, without {@code managedFields}.
 *
 * @param namespace empty for a cluster-scoped object
 * @param versions the API versions of {@code resource.k8s.io} in which it was written, from {@code managedFields} and
 *     the annotation of {@code kubectl apply}
 */
public record StoredObject(
        SnapshotKind kind, String apiVersion, String namespace, String name, ObjectValue object, Set<String> versions) {

    private static final Pattern DRA_VERSION =
            Pattern.compile("\"apiVersion\" ?: ?\"(resource\\.k8s\\.io/[a-z0-9]+)\"");
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /** Creates the stored object from the API server's object. */
    public static StoredObject of(SnapshotKind kind, String apiVersion, ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        Set<String> versions = new TreeSet<>();
        for (ObjectValue manager : metadata.list("managedFields").objects()) {
            versions.add(manager.string("apiVersion"));
        }
        Matcher applied = DRA_VERSION.matcher(metadata.object("annotations").string(LAST_APPLIED));
        if (applied.find()) {
            versions.add(applied.group(1));
        }
        versions.removeIf(version -> !version.startsWith("resource.k8s.io/"));
        return new StoredObject(
                kind,
                apiVersion,
                metadata.string("namespace"),
                metadata.string("name"),
                trimmed(kind, object),
                Set.copyOf(versions));
    }

    /** The object without large fields that no check reads. */
    private static ObjectValue trimmed(SnapshotKind kind, ObjectValue object) {
        ObjectValue small = without(object, "metadata", "managedFields");
        return switch (kind) {
            case NODE -> without(small, "status", "images");
            case RESOURCE_SLICE -> without(small, "spec", "devices");
            default -> small;
        };
    }

    private static ObjectValue without(ObjectValue object, String parent, String field) {
        return object.mapped((key, value) -> key.equals(parent) && value instanceof ObjectValue inner
                ? inner.only(name -> !name.equals(field))
                : value);
    }

    /** {@code NAMESPACE/NAME}, or the name of an object without a namespace. */
    public String key() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    public Manifest manifest() {
        return new Manifest("", "", object, apiVersion, kind.toString());
    }

    /** The name of the node of a pod; empty if it has none. */
    public String node() {
        return spec().string("nodeName");
    }

    public ObjectValue metadata() {
        return object.object("metadata");
    }

    public Map<String, String> labels() {
        return metadata().object("labels").texts();
    }

    public ObjectValue spec() {
        return object.object("spec");
    }

    /** A pod that it would create. */
    public StoredObject ofTemplate() {
        return new StoredObject(SnapshotKind.POD, "v1", namespace, name, spec().object("template"), Set.of());
    }

    /** The specification of a claim, or of the claims of a template. */
    public ObjectValue claimSpec() {
        return kind == SnapshotKind.RESOURCE_CLAIM_TEMPLATE ? spec().object("spec") : spec();
    }

    public ObjectValue status() {
        return object.object("status");
    }

    /** The uid; empty if unset. */
    public String uid() {
        return metadata().string("uid");
    }

    public boolean isBeingDeleted() {
        return metadata().has("deletionTimestamp");
    }

    /** Whether it is a pod whose containers have ended for good. */
    public boolean hasEnded() {
        String phase = status().string("phase");
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** The time of the deletion request; null if unset. */
    public @Nullable Instant deleted() {
        return Fields.time(metadata(), "deletionTimestamp");
    }

    /** The time of its creation; null if unset. */
    public @Nullable Instant created() {
        return Fields.time(metadata(), "creationTimestamp");
    }

    public List<Owner> owners() {
        return Owner.of(metadata());
    }

    /** The condition of this type; empty if there is none. */
    public ObjectValue condition(String type) {
        return status().list("conditions").objects().stream()
                .filter(condition -> condition.string("type").equals(type))
                .findFirst()
                .orElse(ObjectValue.EMPTY);
    }

    /** Whether the condition of this type is True. */
    public boolean isTrue(String condition) {
        return condition(condition).string("status").equals("True");
    }

    /** The kind and key, such as {@code Pod ml/train}. */
    @Override
    public String toString() {
        return kind + " " + key();
    }
}
