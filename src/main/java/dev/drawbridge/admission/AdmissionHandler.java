package dev.drawbridge.admission;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.Decision;
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
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers AdmissionReviews of {@code admission.k8s.io/v1}. Thread-safe. */
public final class AdmissionHandler {

    private static final String API_VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";

    /** The API server checks the namespace's label for admin access before it calls the webhook. */
    private static final Map<String, String> LABELLED =
            Map.of(AdminAccessNeedsLabel.FIRST_LABEL, "true", AdminAccessNeedsLabel.LABEL, "true");

    /** Parts that no rule reads. The entries of managedFields are validated, the field sets in them are not. */
    private static final Omissions UNREAD = Omissions.of(
            "request.userInfo",
            "request.options",
            "request.object.metadata.managedFields.fieldsV1",
            "request.oldObject.metadata.managedFields.fieldsV1");

    /** A string is no longer than the largest object: the API server's limit of a request (MaxRequestBodyBytes). */
    private static final int MAX_TEXT = 3 * 1024 * 1024;

    private final JsonReader json;
    private final Validator validator;
    private final Supplier<RulesInForce> rules;
    private final GateSettings gates;
    private final Supplier<DriverRules> drivers;
    private final FleetRules fleet;
    private final boolean reviewsWorkloads;

    /**
     * Creates a handler with one policy.
     *
     * @param maxMemory the most heap that the values of one body may use, in bytes
     * @param rules the rules in force; called for each review
     * @param drivers how invalid parameters are handled; called for each review
     * @param fleet the findings for claims that fit no node
     * @param reviewsWorkloads whether pods and built-in workloads get warnings
     */
    public AdmissionHandler(
            int maxBytes,
            long maxMemory,
            Validator validator,
            Supplier<RulesInForce> rules,
            GateSettings gates,
            Supplier<DriverRules> drivers,
            FleetRules fleet,
            boolean reviewsWorkloads) {
        int maxText = Math.min(maxBytes, MAX_TEXT);
        this.json = JsonReader.withoutPositions(
                new ReadLimits(maxBytes, ReadLimits.DEFAULT.maxDepth(), maxText, maxMemory), UNREAD);
        this.validator = validator;
        this.rules = rules;
        this.gates = gates;
        this.drivers = drivers;
        this.fleet = fleet;
        this.reviewsWorkloads = reviewsWorkloads;
    }

    /** Answers a body. A bug is thrown as an exception, never returned as an answer. */
    public AdmissionOutcome handle(byte[] body, BooleanSupplier outOfTime) {
        return answer(json.read(body), outOfTime);
    }

    /** Reads a body that arrives in parts; its result goes to {@link #answer}. */
    public JsonFeed feed() {
        return new JsonFeed(json);
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

    private AdmissionOutcome answer(ReviewRequest review, BooleanSupplier outOfTime) {
        ReviewedObject object = review.object();
        Operation kind = review.validated().orElse(null);
        boolean isWorkload = ResourceApi.isWorkload(object.apiVersion(), object.kind());
        if (kind == null || isWorkload && !reviewsWorkloads) {
            return answered(object, Decision.ALLOWED, null, List.of(), Set.of());
        }
        RulesInForce inForce = rules.get();
        ValidationRequest request = new ValidationRequest(
                object.apiVersion(),
                object.kind(),
                kind,
                review.newObject(),
                kind == Operation.CREATE ? null : review.oldObject(),
                new ApiServer(inForce.release(), gates, UnknownFields.WARN),
                LABELLED,
                outOfTime);
        try {
            return answer(review, request, inForce);
        } catch (CancellationException late) {
            return new OutOfTime(object);
        }
    }

    private Answered answer(ReviewRequest review, ValidationRequest request, RulesInForce inForce) {
        ReviewedObject object = review.object();
        String signature = signature(request);
        Warnings warnings = new Warnings(signature);
        Verdict engine = validator.validate(request);
        if (engine instanceof Verdict.NotApplicable none) {
            boolean isOther = engine.isOther()
                    || none.reason() == Verdict.Reason.UNKNOWN_KIND
                    || !request.apiVersion().startsWith(ResourceApi.GROUP + "/")
                            && !ResourceApi.isWorkload(request.apiVersion(), request.kind());
            if (!isOther) {
                warnings.add("not checked: " + none.explanation());
            }
            return answered(object, Decision.ALLOWED, null, warnings.texts(), Set.of());
        }
        if (ResourceApi.isWorkload(request.apiVersion(), request.kind())) {
            new WorkloadWarnings(request, validator).addTo(warnings, engine);
            if (request.request() == Operation.CREATE) {
                warnings.addAll("", fleet.answer(request).warnings());
            }
            return answered(object, Decision.ALLOWED, null, warnings.texts(), Set.of());
        }
        DriverRules ofDrivers = drivers.get();
        WebhookVerdict verdict = WebhookVerdict.of(request, engine, validator)
                .with(ofDrivers.findings(request, fleet), ofDrivers.mode() == DriverRules.DriverMode.ENFORCE);
        if (verdict.denied().isEmpty() && request.request() == Operation.CREATE) {
            verdict = verdict.with(fleet.answer(request));
        }
        Decision decision = verdict.denied().isEmpty()
                ? Decision.ALLOWED
                : inForce.mode() == Mode.WARN ? Decision.WOULD_DENY : Decision.DENIED;
        if (decision == Decision.WOULD_DENY) {
            warnings.addAll("would be denied: ", verdict.denied());
        }
        warnings.addAll("not checked: ", verdict.unchecked());
        warnings.addAll(
                "not denied, the cluster runs Kubernetes " + verdict.shown() + " or later: ", verdict.outdated());
        warnings.addAll("not denied, already stored: ", verdict.stored());
        warnings.addAll("", verdict.warnings());
        String uid = ObjectValue.orEmpty(review.newObject()).object("metadata").string("uid");
        Status denial = decision == Decision.DENIED ? Denial.status(object, uid, verdict.denied(), signature) : null;
        return answered(object, decision, denial, warnings.texts(), origins(verdict));
    }

    /** Names Drawbridge as the source: kubectl prints warnings and causes of denials like the API server's own. */
    private String signature(ValidationRequest request) {
        return Optional.ofNullable(request.server().release())
                .or(() -> ResourceApi.newestServing(request.apiVersion(), request.kind()))
                .map(release -> " (drawbridge, Kubernetes " + release + ")")
                .orElse(" (drawbridge)");
    }

    private static Set<Origin> origins(WebhookVerdict verdict) {
        Set<Origin> origins = EnumSet.noneOf(Origin.class);
        for (List<FieldError> errors : List.of(verdict.denied(), verdict.stored(), verdict.outdated())) {
            errors.forEach(error -> origins.add(error.origin()));
        }
        return origins;
    }

    private static Answered answered(
            ReviewedObject object,
            Decision decision,
            @Nullable Status denial,
            List<String> warnings,
            Set<Origin> rules) {
        AdmissionResponse response = new AdmissionResponse();
        response.setUid(object.uid());
        response.setAllowed(denial == null);
        response.setStatus(denial);
        response.setWarnings(warnings);
        AdmissionReview answer = new AdmissionReview();
        answer.setApiVersion(API_VERSION);
        answer.setKind(KIND);
        answer.setResponse(response);
        return new Answered(answer, object, decision, rules);
    }
}
