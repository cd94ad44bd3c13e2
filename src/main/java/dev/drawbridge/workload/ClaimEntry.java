package dev.drawbridge.workload;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import java.util.List;
import java.util.Objects;

/**
 * A claim of a pod.
 *
 * @param path its place in the object
 * @param claim the entry with its name and source
 */
public record ClaimEntry(FieldPath path, ObjectValue claim) {

    static final String FIELD = "resourceClaims";

    private static final List<String> FIELDS =
            List.of("name", "resourceClaimName", "resourceClaimTemplateName", "source");

    /** The name in the pod. */
    public String name() {
        return claim.string("name");
    }

    FieldPath owner() {
        return Objects.requireNonNull(Objects.requireNonNull(path.parent()).parent());
    }

    static boolean isOne(ObjectValue entry) {
        return FIELDS.stream().anyMatch(entry::has);
    }

    static boolean hasSource(ObjectValue entry) {
        return entry.has("resourceClaimName") || entry.has("resourceClaimTemplateName") || entry.has("source");
    }

    /** Whether an entry has a source, and only the fields of a pod's claim. */
    static boolean isWhole(ObjectValue entry) {
        return hasSource(entry) && FIELDS.containsAll(entry.keys());
    }
}
