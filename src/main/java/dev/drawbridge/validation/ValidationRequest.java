package dev.drawbridge.validation;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A question to the validator.
 *
 * @param apiVersion the group and version of the request, such as {@code resource.k8s.io/v1alpha2}
 * @param oldObject the stored object, whose own mistakes are not reported; null on create
 * @param namespaceLabels the labels of the object's namespace, which admin access requires; null if unknown
 * @param outOfTime whether the answer would come too late; called repeatedly, and true ends the validation with a
 *     {@link java.util.concurrent.CancellationException}
 */
public record ValidationRequest(
        String apiVersion,
        String kind,
        Operation request,
        Value object,
        @Nullable Value oldObject,
        ApiServer server,
        @Nullable Map<String, String> namespaceLabels,
        BooleanSupplier outOfTime) {

    public ValidationRequest {
        if ((request == Operation.CREATE) != (oldObject == null)) {
            throw new IllegalArgumentException("a CREATE has no old object, every UPDATE has one");
        }
    }

    /**
     * A request to create an object with a release's default gates; unknown fields are errors, as in kubectl.
     *
     * @param release null for the newest that serves the object's version
     */
    public static ValidationRequest create(ObjectValue object, @Nullable KubernetesRelease release) {
        return ofObject(Operation.CREATE, object, null, release);
    }

    /** A request to update a stored object, otherwise like {@link #create}. */
    public static ValidationRequest update(
            ObjectValue object, ObjectValue stored, @Nullable KubernetesRelease release) {
        return ofObject(Operation.UPDATE, object, stored, release);
    }

    private static ValidationRequest ofObject(
            Operation request, ObjectValue object, @Nullable ObjectValue stored, @Nullable KubernetesRelease release) {
        ApiServer server = new ApiServer(release, GateSettings.DEFAULTS, UnknownFields.DENY);
        return new ValidationRequest(
                object.string("apiVersion"), object.string("kind"), request, object, stored, server, null);
    }

    /** A copy with another operation, object and stored object. */
    public ValidationRequest of(Operation other, Value otherObject, @Nullable Value otherOld) {
        return with(other, otherObject, otherOld, server);
    }

    public ValidationRequest in(@Nullable KubernetesRelease other) {
        return with(request, object, oldObject, new ApiServer(other, server.gates(), server.unknownFields()));
    }

    private ValidationRequest with(Operation what, Value now, @Nullable Value before, ApiServer by) {
        return new ValidationRequest(apiVersion, kind, what, now, before, by, namespaceLabels, outOfTime);
    }

    /** Creates a request without a time limit. */
    public ValidationRequest(
            String apiVersion,
            String kind,
            Operation request,
            Value object,
            @Nullable Value oldObject,
            ApiServer server,
            @Nullable Map<String, String> namespaceLabels) {
        this(apiVersion, kind, request, object, oldObject, server, namespaceLabels, () -> false);
    }
}
