package dev.drawbridge.gitops;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.manifest.Manifest;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * What objects of a tree name: classes in requests, templates and claims in the pods of whatever makes pods. Found by the names of the
 * fields, at any depth.
 */
final class References {

    private static final Map<String, String> FIELDS = Map.of(
            "deviceClassName", "DeviceClass",
            "resourceClassName", "ResourceClass",
            "resourceClaimTemplateName", "ResourceClaimTemplate",
            "resourceClaimName", "ResourceClaim");

    private References() {}

    /** Each text in the object that names an object of another kind, with that kind. */
    static void of(Manifest manifest, BiConsumer<String, StringValue> found) {
        visit(manifest.object(), found);
    }

    private static void visit(Value value, BiConsumer<String, StringValue> found) {
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                String kind = FIELDS.get(object.key(i));
                if (kind != null && object.value(i) instanceof StringValue name) {
                    found.accept(kind, name);
                } else {
                    visit(object.value(i), found);
                }
            }
        } else if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                visit(list.get(i), found);
            }
        }
    }
}
