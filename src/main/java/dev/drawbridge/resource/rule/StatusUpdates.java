package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.List;

/**
 * The stored parts that an update of a status keeps: the spec, and from Kubernetes 1.37 on the claim fields that the
 * update omits. Source: podStatusStrategy, podGroupStatusStrategy, PrepareForUpdate.
 *
 * @param kept fields of the status
 */
public record StatusUpdates(List<String> kept) implements Preparation {

    @Override
    public ObjectValue prepare(ObjectValue object, ObjectValue old) {
        ObjectValue prepared = PodParts.with(object, "spec", old.get("spec"));
        ObjectValue status = object.object("status");
        for (String field : kept) {
            Value stored = old.object("status").get(field);
            if (stored != null && !status.has(field)) {
                status = PodParts.with(status, field, stored);
            }
        }
        return status == object.object("status") ? prepared : PodParts.with(prepared, "status", status);
    }
}
