package dev.drawbridge.admission;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.Malformed;
import dev.drawbridge.admission.AdmissionOutcome.OutOfTime;
import dev.drawbridge.admission.AdmissionOutcome.TooLarge;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonFeed;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Omissions;
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
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Answers AdmissionReviews of {@code admission.k8s.io/v1}. Thread-safe. */
public final class AdmissionHandler {

    private static final String API_VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";

    /** The API server has asked the namespace for the label of admin access before it asks us. */
    private static final Map<String, String> LABELLED =
            Map.of(AdminAccessNeedsLabel.FIRST_LABEL, "true", AdminAccessNeedsLabel.LABEL, "true");

    /** Parts that no rule reads. The entries of managedFields are validated, the field sets in them are not. */
    private static final Omissions UNREAD = Omissions.of(
            "request.userInfo",
            "request.options",
            "request.object.metadata.managedFields.fieldsV1",
            "request.oldObject.metadata.managedFields.fieldsV1");

    /** A string is no longer than the largest object: the API server's limit of a request's body (MaxRequestBodyBytes). */
    private static final int MAX_TEXT = 3 * 1024 * 1024;

    private final JsonReader json;
    private final Validator validator;
    private final Mode mode;
    private final @Nullable KubernetesRelease release;
    private final GateSettings gates;

    /**
     * A handler with one policy.
     *
     * @param maxBytes the largest body that is read
     * @param maxMemory the most heap that the values of one body may take, in bytes
     * @param release the release whose rules apply; null for the newest that serves the object's version
     * @param gates how the feature gates differ from the release's defaults
     */
    public AdmissionHandler(
            int maxBytes,
            long maxMemory,
            Validator validator,
            Mode mode,
            @Nullable KubernetesRelease release,
            GateSettings gates) {
        int maxText = Math.min(maxBytes, MAX_TEXT);
        this.json = JsonReader.withoutPositions(
                new ReadLimits(maxBytes, ReadLimits.DEFAULT.maxDepth(), maxText, maxMemory), UNREAD);
        this.validator = validator;
        this.mode = mode;
        this.release = release;
        this.gates = gates;
    }

    /** The answer to the body; what goes wrong inside is an exception, never an answer. */
    public AdmissionOutcome handle(byte[] body, BooleanSupplier outOfTime) {
        return answer(json.read(body), outOfTime);
    }

    /** Reads a body that arrives in parts; its result goes to {@link #answer}. */
    public JsonFeed feed() {
        return json.feed();
    }

    /**
     * The answer to a body that was read by this handler's {@link #feed}.
     *
     * @param outOfTime whether an answer would come too late; called repeatedly
     */
    public AdmissionOutcome answer(ReadResult body, BooleanSupplier outOfTime) {
        if (body instanceof Unreadable unreadable) {
            String where = unreadable.position() == null ? "" : " (at " + unreadable.position() + ")";
            return unreadable.tooLarge()
                    ? new TooLarge("the review is too large: " + unreadable.reason())
                    : new Malformed("the body is not JSON: " + unreadable.reason() + where);
        }
        if (!(((Document) body).value() instanceof ObjectValue review)
                || !review.string("apiVersion").equals(API_VERSION)
                || !review.string("kind").equals(KIND)) {
            return new Malformed("the body must be an " + KIND + " of apiVersion " + API_VERSION);
        }
        if (!(review.get("request") instanceof ObjectValue fields)) {
            return new Malformed("the " + KIND + " has no request");
        }
        ReviewRequest request = new ReviewRequest(fields);
        String problem = review.hasRepeatedKey() ? "the " + KIND + " has a duplicate key" : request.problem();
        return problem == null ? answer(request, outOfTime) : new Malformed(problem);
    }

    private AdmissionOutcome answer(ReviewRequest request, BooleanSupplier outOfTime) {
        ReviewedObject object = request.object();
        Request judged = request.judged().orElse(null);
        if (judged == null) {
            return answered(object, null, List.of());
        }
        try {
            return answered(object, request, verdict(object, request, judged, outOfTime));
        } catch (CancellationException late) {
            return new OutOfTime(object);
        }
    }

    private Verdict verdict(ReviewedObject object, ReviewRequest request, Request judged, BooleanSupplier outOfTime) {
        return validator.validate(new ValidationRequest(
                object.apiVersion(),
                object.kind(),
                judged,
                request.newObject(),
                judged == Request.CREATE ? null : request.oldObject(),
                release,
                gates,
                UnknownFields.WARN,
                LABELLED,
                outOfTime));
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
