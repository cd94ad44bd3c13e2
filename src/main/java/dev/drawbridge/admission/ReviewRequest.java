package dev.drawbridge.admission;

import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.schema.Request;
import java.util.Optional;

/** The {@code request} of an AdmissionReview. Source: {@code k8s.io/api/admission/v1}, AdmissionRequest. */
record ReviewRequest(ObjectValue fields) {

    String uid() {
        return fields.string("uid");
    }

    ReviewedObject object() {
        ObjectValue kind = fields.object("kind");
        String group = kind.string("group");
        String apiVersion = group.isEmpty() ? kind.string("version") : group + "/" + kind.string("version");
        return new ReviewedObject(
                apiVersion,
                kind.string("kind"),
                fields.string("namespace"),
                fields.string("name"),
                fields.string("operation"),
                uid());
    }

    /** The request that the rules judge; empty where they judge none: DELETE, CONNECT, and subresources but {@code status}. */
    Optional<Request> judged() {
        String subresource = fields.string("subResource");
        return switch (fields.string("operation")) {
            case "CREATE" -> subresource.isEmpty() ? Optional.of(Request.CREATE) : Optional.empty();
            case "UPDATE" ->
                switch (subresource) {
                    case "" -> Optional.of(Request.UPDATE);
                    case "status" -> Optional.of(Request.UPDATE_STATUS);
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }

    /** What the request asks for, or null. */
    Value newObject() {
        return value("object");
    }

    /** What is stored, or null. */
    Value oldObject() {
        return value("oldObject");
    }

    private Value value(String field) {
        Value value = fields.get(field);
        return value == null ? NullValue.ABSENT : value;
    }
}
