package dev.drawbridge.validation;

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
 * @param namespaceLabels the labels of the object's namespace, which admin access requires; null where they are not known
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

    /** The same question about another request, object and stored object. */
    public ValidationRequest of(Request other, Value otherObject, @Nullable Value otherOld) {
        return with(other, otherObject, otherOld, release);
    }

    /** The same question about another release. */
    public ValidationRequest in(KubernetesRelease other) {
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
