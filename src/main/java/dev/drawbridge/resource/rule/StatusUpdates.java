package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.List;

/**
 * The stored parts that an update of a status keeps: the spec, and from Kubernetes 1.37 on the claim fields that the
 * update omits. Source: podStatusStrategy, podGroupStatusStrategy, PrepareForUpdate.
 */
public record StatusUpdates(List<String> kept) implements Preparation {

    public static Preparation keepSpec() {
        return new StatusUpdates(List.of());
    }

    /** The spec, and these fields of the status that the update does not have. */
    public static Preparation keepSpecAnd(String... fields) {
        return new StatusUpdates(List.of(fields));
    }

    @Override
    public ObjectValue prepare(ObjectValue object, ObjectValue old) {
        ObjectValue prepared = PodParts.with(object, "spec", old.get("spec"));
        ObjectValue status = object.object("status");
        for (String field : kept) {
            Value stored = old.object("status").get(field);
            if (stored != null && !PodParts.isSet(status, field)) {
                status = PodParts.with(status, field, stored);
            }
        }
        return status == object.object("status") ? prepared : PodParts.with(prepared, "status", status);
    }
}
