package dev.drawbridge.admission;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.Malformed;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers AdmissionReviews of {@code admission.k8s.io/v1}. Thread-safe. */
public final class AdmissionHandler {

    private static final String API_VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";
    private static final Set<String> OPERATIONS = Set.of("CREATE", "UPDATE", "DELETE", "CONNECT");

    /** The API server has asked the namespace for the label of admin access before it asks us. */
    private static final Map<String, String> LABELLED =
            Map.of(AdminAccessNeedsLabel.FIRST_LABEL, "true", AdminAccessNeedsLabel.LABEL, "true");

    private final JsonReader json;
    private final Validator validator;
    private final Mode mode;
    private final @Nullable KubernetesRelease release;
    private final GateSettings gates;

    /**
     * A handler with one policy.
     *
     * @param maxBytes the largest body that is read
     * @param release the release whose rules apply; null for the newest that serves the object's version
     * @param gates how the feature gates differ from the release's defaults
     */
    public AdmissionHandler(
            int maxBytes, Validator validator, Mode mode, @Nullable KubernetesRelease release, GateSettings gates) {
        this.json = JsonReader.withoutPositions(new ReadLimits(maxBytes, ReadLimits.DEFAULT.maxDepth()));
        this.validator = validator;
        this.mode = mode;
        this.release = release;
        this.gates = gates;
    }

    /** The answer to the body; what goes wrong inside is an exception, never an answer. */
    public AdmissionOutcome handle(byte[] body) {
        ReadResult result = json.read(body);
        if (result instanceof Unreadable unreadable) {
            String where = unreadable.position() == null ? "" : " (at " + unreadable.position() + ")";
            return new Malformed("the body is no JSON: " + unreadable.reason() + where);
        }
        if (!(((Document) result).value() instanceof ObjectValue review)
                || !review.string("apiVersion").equals(API_VERSION)
                || !review.string("kind").equals(KIND)) {
            return new Malformed("the body must be an " + KIND + " of apiVersion " + API_VERSION);
        }
        if (!(review.get("request") instanceof ObjectValue request)) {
            return new Malformed("the " + KIND + " has no request");
        }
        return answer(new ReviewRequest(request));
    }

    private AdmissionOutcome answer(ReviewRequest request) {
        ReviewedObject object = request.object();
        if (request.uid().isEmpty()) {
            return new Malformed("the request has no uid");
        }
        if (!OPERATIONS.contains(object.operation())) {
            return new Malformed("request.operation must be one of CREATE, UPDATE, DELETE, CONNECT");
        }
        Request judged = request.judged().orElse(null);
        if (judged == null) {
            return answered(object, null, List.of());
        }
        if (request.newObject() instanceof NullValue) {
            return new Malformed("request.object is missing, which a " + object.operation() + " must have");
        }
        if (judged != Request.CREATE && request.oldObject() instanceof NullValue) {
            return new Malformed("request.oldObject is missing, which an UPDATE must have");
        }
        return answered(object, request, verdict(object, request, judged));
    }

    private Verdict verdict(ReviewedObject object, ReviewRequest request, Request judged) {
        return validator.validate(new ValidationRequest(
                object.apiVersion(),
                object.kind(),
                judged,
                request.newObject(),
                judged == Request.CREATE ? null : request.oldObject(),
                release,
                gates,
                UnknownFields.WARN,
                LABELLED));
    }

    private Answered answered(ReviewedObject object, ReviewRequest request, Verdict verdict) {
        if (verdict instanceof Verdict.NotApplicable none) {
            boolean foreign =
                    none.reason() == Verdict.Reason.OTHER_GROUP || none.reason() == Verdict.Reason.UNKNOWN_KIND;
            return answered(object, null, foreign ? List.of() : List.of(none.explanation() + "; it was not checked"));
        }
        if (verdict instanceof Verdict.Allowed allowed) {
            return answered(object, null, texts(allowed.warnings()));
        }
        Verdict.Denied denied = (Verdict.Denied) verdict;
        List<String> warnings = texts(denied.warnings());
        if (mode == Mode.WARN) {
            warnings.addAll(0, texts(denied.errors()));
            return answered(object, null, warnings);
        }
        return answered(object, Denial.status(object, objectUid(request), denied.errors()), warnings);
    }

    private static String objectUid(ReviewRequest request) {
        return request.newObject() instanceof ObjectValue object
                ? object.object("metadata").string("uid")
                : "";
    }

    private static List<String> texts(List<FieldError> errors) {
        List<String> texts = new ArrayList<>();
        errors.forEach(error -> texts.add(error.path() + ": " + error.message()));
        return texts;
    }

    private static Answered answered(ReviewedObject object, @Nullable Status denial, List<String> warnings) {
        AdmissionResponse response = new AdmissionResponse();
        response.setUid(object.uid());
        response.setAllowed(denial == null);
        response.setStatus(denial);
        response.setWarnings(Warnings.fitted(warnings));
        AdmissionReview review = new AdmissionReview();
        review.setApiVersion(API_VERSION);
        review.setKind(KIND);
        review.setResponse(response);
        return new Answered(review, object, denial == null);
    }
}
