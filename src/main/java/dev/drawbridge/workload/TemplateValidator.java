package dev.drawbridge.workload;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Trace;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates objects as the API server does, and those of custom kinds by the rules of pods in their templates: the API
 * server applies these rules once the controller creates the pods. Thread-safe.
 *
 * @param validator validates objects of Kubernetes' own kinds
 */
public record TemplateValidator(Validator validator, PodTemplates templates) {

    /** The steps of a path to the specification of the pods. */
    private static final int SPEC = FieldPath.of("template", "spec").steps().size();

    /** The fields that are a pod's in templates from which a controller makes the specification of a pod. */
    private static final Set<String> ABOUT_CLAIMS =
            Set.of("containers", "initContainers", "ephemeralContainers", PodTemplate.CLAIMS);

    /**
     * Whether there are rules for the object: it is of a known kind, has pod templates with claims, or is a workload
     * with claims, a policy, a binding or a quota that no release serves. Values of a chart may have a kind and
     * metadata, but hardly a name and a spec.
     */
    public boolean hasRulesFor(String apiVersion, String kind, ObjectValue object, boolean mayMention) {
        if (ResourceApi.hasRulesFor(apiVersion, kind)) {
            return true;
        }
        Manifest manifest = new Manifest("", "", object, apiVersion, kind);
        return (mayMention || templates.areKnown(manifest))
                        && !templates.ofCustomKind(manifest).isEmpty()
                || (object.has("spec") || object.has("template"))
                        && (object.object("metadata").has("name")
                                || !manifest.generateName().isEmpty())
                        && (ResourceApi.isUnservedOther(apiVersion, kind)
                                || mayMention
                                        && (ResourceApi.isUnserved(apiVersion, kind)
                                                || !meantGroup(apiVersion, kind).isEmpty())
                                        && Mentions.in(manifest) != null);
    }

    private static String meantGroup(String apiVersion, String kind) {
        return WorkloadKinds.meantGroup(ResourceApi.group(apiVersion), kind);
    }

    private List<PodTemplate> of(String apiVersion, String kind, ObjectValue object) {
        return templates.ofCustomKind(new Manifest("", "", object, apiVersion, kind));
    }

    /** Whether the object of a request mentions claims; nothing else in it is validated unless it is of the group. */
    public boolean mentionsClaims(ValidationRequest request) {
        return ResourceApi.hasRulesFor(request.apiVersion(), request.kind())
                ? validator.mentionsClaims(request)
                : request.object() instanceof ObjectValue object
                        && of(request.apiVersion(), request.kind(), object).stream()
                                .anyMatch(PodTemplate::mentionsClaims);
    }

    /**
     * The verdict of the API server, on a custom kind that on its pods; unless the trace is null, every rule checked is
     * added to it.
     *
     * @param isGraded whether mistakes are warnings in a template that is not copied unchanged into pods
     */
    public Verdict validate(ValidationRequest request, @Nullable Trace trace, boolean isGraded) {
        if (ResourceApi.hasRulesFor(request.apiVersion(), request.kind())
                || !(request.object() instanceof ObjectValue object)) {
            return validator.validate(request, trace);
        }
        boolean isUnserved = ResourceApi.isUnserved(request.apiVersion(), request.kind());
        String group = isUnserved ? "" : meantGroup(request.apiVersion(), request.kind());
        if (!group.isEmpty()) {
            return Validator.unknown(Verdict.Reason.UNKNOWN_VERSION, request, "did you mean " + group + "?");
        }
        List<PodTemplate> found = of(request.apiVersion(), request.kind(), object);
        if (found.isEmpty()) {
            return validator.validate(request, trace);
        }
        Verdict all = Verdict.of(header(object), List.of());
        for (PodTemplate template : parts(found)) {
            Verdict one = template.claimsField().equals(PodTemplate.CLAIMS)
                    ? validator.validate(created(request, template), trace)
                    : Verdict.Allowed.NOTHING;
            if (one instanceof Verdict.NotApplicable) {
                return one;
            }
            all = all.and(placed(one, template, isGraded));
        }
        return all;
    }

    /** The misspelled names of the fields with an object's type: no table has its other fields. */
    private static List<FieldError> header(ObjectValue object) {
        List<FieldError> errors = new ArrayList<>();
        for (String field : List.of("apiVersion", "kind")) {
            int entry = object.indexLike(field);
            Position position = entry < 0 || object.has(field) ? null : object.keyPosition(entry);
            if (position != null) {
                FieldPath path = FieldPath.of(object.key(entry));
                Suggestion fix = Suggestion.move(Suggestion.Kind.RENAME, position, path, FieldPath.of(field));
                Demand demand = new Demand(Origin.UNKNOWN_FIELD, "unknown field; did you mean " + field + "?");
                errors.add(new FieldError(
                        ErrorType.UNKNOWN_FIELD, path, null, demand, position, null, FieldError.NO_LIMIT, fix));
            }
        }
        return errors;
    }

    /** The templates, and instead of one whose claims are anywhere its lists of claims that look like a pod's. */
    private static List<PodTemplate> parts(List<PodTemplate> templates) {
        List<PodTemplate> parts = new ArrayList<>();
        for (PodTemplate template : templates) {
            Map<FieldPath, List<ClaimEntry>> lists = new LinkedHashMap<>();
            if (template.loose() == null) {
                parts.add(template);
            } else {
                template.declarations()
                        .forEach(one -> lists.computeIfAbsent(one.owner(), none -> new ArrayList<>())
                                .add(one));
            }
            lists.forEach((owner, claims) -> {
                if (claims.stream().allMatch(one -> ClaimEntry.isWhole(one.claim()))) {
                    parts.add(part(template, owner, claims));
                }
            });
        }
        return parts;
    }

    private static PodTemplate part(PodTemplate template, FieldPath owner, List<ClaimEntry> claims) {
        Position position = claims.get(0).claim().position();
        ListValue list = ListValue.of(claims.stream().map(ClaimEntry::claim).toList());
        ObjectValue spec =
                ObjectValue.at(position).add(PodTemplate.CLAIMS, list, position).build();
        return new PodTemplate(template.manifest(), spec, owner, PodTemplate.CLAIMS, 1, true);
    }

    /** The creation of the pods: an update of the object replaces them. */
    private static ValidationRequest created(ValidationRequest request, PodTemplate template) {
        ObjectValue spec = template.spec();
        if (!template.isCopied()) {
            spec = spec.only(ABOUT_CLAIMS::contains);
        }
        ObjectValue holder = ObjectValue.at(spec.position())
                .add("spec", spec, spec.position())
                .build();
        ObjectValue pods = ObjectValue.at(spec.position())
                .add("apiVersion", "v1")
                .add("kind", "PodTemplate")
                .add("template", holder, spec.position())
                .build();
        return new ValidationRequest(
                "v1", "PodTemplate", Operation.CREATE, pods, null, request.server(), request.namespaceLabels());
    }

    private static Verdict placed(Verdict verdict, PodTemplate template, boolean isGraded) {
        boolean mayBeElsewhere = (template.isGuessed() || template.isCompleted())
                && template.claims().isEmpty();
        List<FieldError> errors = new ArrayList<>();
        List<FieldError> warnings = new ArrayList<>();
        for (FieldError error : verdict.errors()) {
            boolean isOwnField = template.isGuessed() && error.origin() == Origin.UNKNOWN_FIELD;
            if (!isOwnField && (!mayBeElsewhere || error.origin() != Origin.CONTAINER_CLAIM)) {
                (isGraded && !template.isCopied() ? warnings : errors).add(error.moved(SPEC, template.path()));
            }
        }
        verdict.warnings().forEach(warning -> warnings.add(warning.moved(SPEC, template.path())));
        return Verdict.of(errors, warnings);
    }
}
