package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * What needs devices: a pod, the pods that an object makes, or a claim or template that no pod of the input has.
 *
 * @param file the file that it is in
 * @param position where the object begins; null where that is not known
 * @param pod the specification of its pods; null of a bare claim or template
 * @param podPath where that is in the object, with a dot at its end
 * @param object the object itself
 * @param replicas how many such pods there are
 */
public record Workload(
        String file,
        @Nullable Position position,
        String kind,
        String namespace,
        String name,
        @Nullable ObjectValue pod,
        String podPath,
        ObjectValue object,
        long replicas) {

    @Override
    public String toString() {
        return kind + " " + namespace + "/" + name;
    }
}
