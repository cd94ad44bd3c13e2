package dev.drawbridge.validation;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One question to the engine.
 *
 * @param apiVersion the group and version that the object is sent to, such as {@code resource.k8s.io/v1alpha2}
 * @param kind the kind that it is sent to, such as {@code ResourceClaim}
 * @param request what is done with it
 * @param object the object of the request
 * @param oldObject what is stored, whose own mistakes are not validated; null on create
 * @param release the release to validate against; null for the newest that serves the kind in the version
 * @param gates how the feature gates differ from the release's defaults
 * @param unknownFields what a field outside the table means
 * @param namespaceLabels the labels of the object's namespace, which admin access requires; null if they are not known
 * @param outOfTime whether the answer would come too late: called now and then, and ends the work with a
 *     {@link java.util.concurrent.CancellationException}
 */
public record ValidationRequest(
        String apiVersion,
        String kind,
        Request request,
        Value object,
        @Nullable Value oldObject,
        @Nullable KubernetesRelease release,
        GateSettings gates,
        UnknownFields unknownFields,
        @Nullable Map<String, String> namespaceLabels,
        BooleanSupplier outOfTime) {

    public ValidationRequest {
        if ((request == Request.CREATE) != (oldObject == null)) {
            throw new IllegalArgumentException("a CREATE has no old object, every UPDATE has one");
        }
    }

    /**
     * The creation of an object, by the defaults of a release; unknown fields are errors, as kubectl has it.
     *
     * @param release null for the newest that serves the object's version
     */
    public static ValidationRequest create(ObjectValue object, @Nullable KubernetesRelease release) {
        return ofObject(Request.CREATE, object, null, release);
    }

    /** The update of an object that is stored, as {@link #create}. */
    public static ValidationRequest update(
            ObjectValue object, ObjectValue stored, @Nullable KubernetesRelease release) {
        return ofObject(Request.UPDATE, object, stored, release);
    }

    private static ValidationRequest ofObject(
            Request request, ObjectValue object, @Nullable ObjectValue stored, @Nullable KubernetesRelease release) {
        return new ValidationRequest(
                object.string("apiVersion"),
                object.string("kind"),
                request,
                object,
                stored,
                release,
                GateSettings.DEFAULTS,
                UnknownFields.DENY,
                null);
    }

    /** The same question about another request, object and stored object. */
    public ValidationRequest of(Request other, Value otherObject, @Nullable Value otherOld) {
        return with(other, otherObject, otherOld, release);
    }

    /** The same question about another release. */
    public ValidationRequest in(@Nullable KubernetesRelease other) {
        return with(request, object, oldObject, other);
    }

    private ValidationRequest with(
            Request what, Value now, @Nullable Value before, @Nullable KubernetesRelease against) {
        return new ValidationRequest(
                apiVersion, kind, what, now, before, against, gates, unknownFields, namespaceLabels, outOfTime);
    }

    /** A request that may take as long as it needs. */
    public ValidationRequest(
            String apiVersion,
            String kind,
            Request request,
            Value object,
            @Nullable Value oldObject,
            @Nullable KubernetesRelease release,
            GateSettings gates,
            UnknownFields unknownFields,
            @Nullable Map<String, String> namespaceLabels) {
        this(apiVersion, kind, request, object, oldObject, release, gates, unknownFields, namespaceLabels, () -> false);
    }
}
