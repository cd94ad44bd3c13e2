package dev.drawbridge.admission;

import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.schema.Operation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code request} of an AdmissionReview. Source: {@code k8s.io/api/admission/v1}, AdmissionRequest.
 *
 * @param validated the request that is validated; empty for DELETE, CONNECT, and subresources other than {@code status}
 */
record ReviewRequest(ObjectValue fields, ReviewedObject object, Optional<Operation> validated) {

    private static final Set<String> OPERATIONS = Set.of("CREATE", "UPDATE", "DELETE", "CONNECT");

    ReviewRequest(ObjectValue fields) {
        this(fields, object(fields), validated(fields));
    }

    /** Why the request cannot be answered; null if it can. */
    @Nullable
    String problem() {
        if (fields.hasRepeatedKey()) {
            return "the request has a duplicate key";
        }
        if (object.uid().isEmpty()) {
            return "the request has no uid";
        }
        if (!OPERATIONS.contains(fields.string("operation"))) {
            return "request.operation must be one of CREATE, UPDATE, DELETE, CONNECT";
        }
        ObjectValue kind = fields.object("kind");
        if (kind.hasRepeatedKey()
                || kind.string("kind").isEmpty()
                || kind.string("version").isEmpty()) {
            return "request.kind must have a group, a version and a kind";
        }
        return validated.isEmpty() ? null : problemWithObjects();
    }

    private @Nullable String problemWithObjects() {
        if (newObject() instanceof NullValue) {
            return "request.object is required for CREATE and UPDATE";
        }
        if (validated.orElseThrow() != Operation.CREATE && oldObject() instanceof NullValue) {
            return "request.oldObject is required for UPDATE";
        }
        boolean isOther = newObject() instanceof ObjectValue sent
                && (isOther(sent, "apiVersion", object.apiVersion()) || isOther(sent, "kind", object.kind()));
        return isOther ? "request.kind must match the kind of request.object" : null;
    }

    /** The object may omit the field; a value of another type is the rules' to refuse. */
    private static boolean isOther(ObjectValue object, String field, String expected) {
        return !List.of("", expected).contains(object.string(field));
    }

    private static ReviewedObject object(ObjectValue fields) {
        ObjectValue kind = fields.object("kind");
        String group = kind.string("group");
        String apiVersion = group.isEmpty() ? kind.string("version") : group + "/" + kind.string("version");
        return new ReviewedObject(
                apiVersion,
                kind.string("kind"),
                fields.string("namespace"),
                fields.string("name"),
                fields.string("operation"),
                fields.string("uid"));
    }

    private static Optional<Operation> validated(ObjectValue fields) {
        String subresource = fields.string("subResource");
        return switch (fields.string("operation")) {
            case "CREATE" -> subresource.isEmpty() ? Optional.of(Operation.CREATE) : Optional.empty();
            case "UPDATE" ->
                switch (subresource) {
                    case "" -> Optional.of(Operation.UPDATE);
                    case "status" -> Optional.of(Operation.UPDATE_STATUS);
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }

    Value newObject() {
        return value("object");
    }

    Value oldObject() {
        return value("oldObject");
    }

    private Value value(String field) {
        Value value = fields.get(field);
        return value == null ? new NullValue(null) : value;
    }
}
