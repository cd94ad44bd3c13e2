package dev.drawbridge.workload;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A use of a claim by a container, or by a device of a virtual machine.
 *
 * @param path the field with its name
 * @param name the name of the claim in the pod
 * @param value the name as written; null if it is not written
 * @param request the request of the claim; empty for all
 * @param requestPath the field with the request
 * @param requestValue the request as written; null if it is not written
 */
public record ClaimUse(
        FieldPath path,
        String name,
        @Nullable Value value,
        String request,
        FieldPath requestPath,
        @Nullable Value requestValue) {

    static void addTo(ObjectValue container, FieldPath path, List<ClaimUse> uses) {
        ListValue claims = container.object("resources").list("claims");
        claims.forEachObject((i, claim) ->
                uses.add(of(claim, path.child("resources").child("claims").index(i), "name", "request")));
    }

    static ClaimUse of(ObjectValue entry, FieldPath path, String name, String request) {
        return new ClaimUse(
                path.child(name),
                entry.string(name),
                entry.get(name),
                entry.string(request),
                path.child(request),
                entry.get(request));
    }
}
