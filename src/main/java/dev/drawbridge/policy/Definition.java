package dev.drawbridge.policy;

import static dev.drawbridge.schema.KubernetesRelease.*;

import dev.drawbridge.constraint.cel.AdmissionLanguage;
import dev.drawbridge.constraint.cel.AdmissionLanguage.Result;
import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.CelProblem;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.port.GoStrings;
import dev.drawbridge.port.Strconv;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules for policies and bindings themselves.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/apis/admissionregistration/validation/validation.go}.
 */
public final class Definition {

    public static final String POLICY = "ValidatingAdmissionPolicy";

    public static final String BINDING = "ValidatingAdmissionPolicyBinding";

    /** The API group of both. */
    public static final String GROUP = "admissionregistration.k8s.io";

    private static final int MAX_CONDITIONS = 64;
    private static final int MAX_ANNOTATIONS = 20;
    private static final int MAX_VALUE_EXPRESSION = 5120;
    private static final String NAME = "name";
    private static final String EXPRESSION = "expression";
    private static final String NO_EXPRESSION = "expression is not specified";

    /** Source: {@code k8s.io/api/admissionregistration}, APILifecycleIntroduced and APILifecycleRemoved. */
    // @formatter:off
    private static final Map<String, Version> VERSIONS = Map.of(
        GROUP + "/v1alpha1", new Version(K8S_1_27, K8S_1_31, "by Kubernetes 1.26 to 1.31"),
        GROUP + "/v1beta1",  new Version(K8S_1_28, K8S_1_33, "by Kubernetes 1.28 to 1.33"),
        GROUP + "/v1",       new Version(K8S_1_30, null,     "by Kubernetes 1.30 and later"));
    // @formatter:on

    /**
     * The releases that serve a version.
     *
     * @param last null if newer ones do, too
     */
    private record Version(
            KubernetesRelease since, @Nullable KubernetesRelease last, String releases) {

        boolean isServedBy(KubernetesRelease release) {
            return release.compareTo(since) >= 0 && (last == null || release.compareTo(last) <= 0);
        }
    }

    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
    // @formatter:off
    private static final Set<String> RESERVED = Set.of(
        "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import",
        "let", "loop", "package", "namespace", "return", "var", "void", "while");
    // @formatter:on

    private final DefinitionErrors errors = new DefinitionErrors();
    private final MatchDefinition matching = new MatchDefinition(errors);

    private final KubernetesRelease release;

    private Definition(KubernetesRelease release) {
        this.release = release;
    }

    /** Whether an object is a policy or a binding, in any version that a release serves. */
    public static boolean isOne(String apiVersion, String kind) {
        return (kind.equals(POLICY) || kind.equals(BINDING)) && VERSIONS.containsKey(apiVersion);
    }

    /** The newest release that serves policies in a version; an entry of a list may have none. */
    public static KubernetesRelease newestServing(String apiVersion) {
        return Objects.requireNonNullElse(version(apiVersion).last, KubernetesRelease.NEWEST);
    }

    private static Version version(String apiVersion) {
        return Objects.requireNonNull(VERSIONS.get(apiVersion.isEmpty() ? GROUP + "/v1" : apiVersion), apiVersion);
    }

    /**
     * Why a release does not serve a policy or binding in its version, and warnings for names in it that match nothing.
     */
    public static List<DefinitionError> warnings(
            ObjectValue object, KubernetesRelease release, CustomResources custom) {
        List<DefinitionError> warnings = new ArrayList<>(MatchedNames.warnings(object, release, custom));
        unserved(object, release, Severity.ERROR).ifPresent(warnings::add);
        return warnings;
    }

    /** A finding at the version of a policy or binding, if the release does not serve it. */
    public static Optional<DefinitionError> unserved(ObjectValue object, KubernetesRelease release, Severity severity) {
        String apiVersion = object.string("apiVersion");
        if (version(apiVersion).isServedBy(release)) {
            return Optional.empty();
        }
        String text = object.string("kind") + " is served in " + apiVersion + " " + version(apiVersion).releases;
        return Optional.of(new DefinitionError(
                FieldPath.of("apiVersion"), ErrorType.NOT_SUPPORTED, text, severity, Origin.NOT_SERVED, null, ""));
    }

    /** The errors of a new policy or binding, in the server's order. */
    public static List<DefinitionError> errors(ObjectValue object, KubernetesRelease release) {
        Definition definition = new Definition(release);
        definition.errors.metadata(object.object("metadata"));
        FieldPath spec = FieldPath.of("spec");
        if (object.string("kind").equals(POLICY)) {
            definition.policy(object, spec);
        } else {
            definition.binding(object.object("spec"), spec);
        }
        return definition.errors.all();
    }

    /**
     * The errors of a new policy or binding, also those of decoding it, which the server does first; of a policy
     * without errors the warnings of its type checks.
     */
    public static List<DefinitionError> problems(ObjectValue object, KubernetesRelease release) {
        List<DefinitionError> errors = Decoding.errors(
                "admissionregistration.v1." + object.string("kind"), object, () -> errors(object, release));
        Map<KubernetesRelease, Set<FieldPath>> later = new EnumMap<>(KubernetesRelease.class);
        errors.replaceAll(error -> error.within() == null ? error : laterRelease(object, release, error, later));
        return errors.isEmpty() ? new TypeCheck(object.object("spec"), release).warnings() : errors;
    }

    /** An expression's error with the first later release that accepts the expression, if there is one. */
    private static DefinitionError laterRelease(
            ObjectValue object,
            KubernetesRelease release,
            DefinitionError error,
            Map<KubernetesRelease, Set<FieldPath>> known) {
        Predicate<KubernetesRelease> accepts = one -> !known.computeIfAbsent(
                        one,
                        any -> errors(object, one).stream()
                                .map(DefinitionError::path)
                                .collect(Collectors.toSet()))
                .contains(error.path());
        return release.compareTo(KubernetesRelease.NEWEST) >= 0 || !accepts.test(KubernetesRelease.NEWEST)
                ? error
                : Arrays.stream(KubernetesRelease.values())
                        .filter(one -> one.compareTo(release) > 0 && accepts.test(one))
                        .findFirst()
                        .map(one -> error.hinting("; accepted by Kubernetes " + one + " and later"))
                        .orElse(error);
    }

    private void policy(ObjectValue object, FieldPath path) {
        ObjectValue spec = object.object("spec");
        boolean hasParams = spec.has("paramKind");
        errors.oneOf(spec, path, "failurePolicy", "Fail", "Ignore");
        if (hasParams) {
            paramKind(spec.object("paramKind"), path.child("paramKind"));
        }
        FieldPath constraints = path.child("matchConstraints");
        if (spec.has("matchConstraints")) {
            matching.matchResources(spec.object("matchConstraints"), constraints);
            if (spec.object("matchConstraints").list("resourceRules").size() == 0) {
                errors.required(constraints.child("resourceRules"), "");
            }
        } else {
            errors.required(constraints, "");
        }
        AdmissionLanguage bare = PolicyLanguage.of(release, hasParams);
        matchConditions(spec.list("matchConditions"), bare, path.child("matchConditions"));
        AdmissionLanguage language = variables(spec.list("variables"), bare, path.child("variables"));
        ListValue validations = spec.list("validations");
        ListValue annotations = spec.list("auditAnnotations");
        if (validations.size() == 0 && annotations.size() == 0) {
            String detail = "validations or auditAnnotations must contain at least one item";
            errors.required(path.child("validations"), detail);
            errors.required(path.child("auditAnnotations"), detail);
            return;
        }
        DefinitionErrors.each(
                validations, path.child("validations"), (validation, place) -> validation(validation, language, place));
        annotations(object.object("metadata").string(NAME), annotations, language, path.child("auditAnnotations"));
    }

    private void paramKind(ObjectValue kind, FieldPath path) {
        String version = kind.string("apiVersion");
        FieldPath place = path.child("apiVersion");
        String[] parts = version.split("/", -1);
        if (parts.length > 2) {
            errors.invalid(place, version, "unexpected GroupVersion string: " + version);
        } else if (errors.has(place, version, "")) {
            String last = parts[parts.length - 1];
            if (parts.length > 1 && !parts[0].isEmpty()) {
                errors.subdomain(place, parts[0]);
            }
            if (last.isEmpty()) {
                errors.invalid(place, version, "version must be specified");
            } else {
                errors.label(place, last, last, "");
            }
        }
        String name = kind.string("kind");
        if (errors.has(path.child("kind"), name, "")) {
            String start = "may have mixed case, but should otherwise match: ";
            errors.label(path.child("kind"), name.toLowerCase(Locale.ROOT), name, start);
        }
    }

    private void matchConditions(ListValue conditions, AdmissionLanguage language, FieldPath path) {
        if (conditions.size() > MAX_CONDITIONS) {
            String text = "Too many: " + conditions.size() + ": must have at most " + MAX_CONDITIONS + " items";
            errors.add(path, ErrorType.TOO_MANY, text);
        }
        Set<String> names = new HashSet<>();
        DefinitionErrors.each(conditions, path, (condition, place) -> {
            String trimmed = GoStrings.trimSpace(condition.string(EXPRESSION));
            if (errors.has(place.child(EXPRESSION), trimmed, "")) {
                expression(trimmed, trimmed, language, Result.BOOL, place.child(EXPRESSION));
            }
            String name = condition.string(NAME);
            if (errors.has(place.child(NAME), name, "")) {
                errors.qualifiedName(name, place.child(NAME));
                errors.unique(place.child(NAME), name, names);
            }
        });
    }

    private AdmissionLanguage variables(ListValue variables, AdmissionLanguage bare, FieldPath path) {
        AdmissionLanguage language = variables.size() == 0 ? bare : bare.withVariables();
        for (int i = 0; i < variables.size(); i++) {
            ObjectValue variable = ObjectValue.orEmpty(variables.get(i));
            FieldPath place = path.index(i);
            String name = variable.string(NAME);
            boolean isNamed = errors.has(place.child(NAME), GoStrings.trimSpace(name), "name is not specified");
            if (isNamed && (!IDENTIFIER.matcher(name).matches() || RESERVED.contains(name))) {
                errors.invalid(place.child(NAME), name, "must be a valid CEL identifier");
            }
            String text = variable.string(EXPRESSION);
            if (errors.has(place.child(EXPRESSION), GoStrings.trimSpace(text), NO_EXPRESSION)) {
                language = language.with(name, expression(text, text, language, Result.ANY, place.child(EXPRESSION)));
            }
        }
        return language;
    }

    private AdmissionProgram expression(
            String text, String shown, AdmissionLanguage language, Result result, FieldPath path) {
        AdmissionProgram program = language.compile(text, result);
        CelProblem problem = program.problem();
        if (problem != null) {
            errors.add(path, shown, problem, language.hint(program));
        }
        return program;
    }

    private void validation(ObjectValue validation, AdmissionLanguage language, FieldPath path) {
        String text = validation.string(EXPRESSION);
        if (errors.has(path.child(EXPRESSION), GoStrings.trimSpace(text), NO_EXPRESSION)) {
            expression(text, text, language, Result.BOOL, path.child(EXPRESSION));
        }
        String empty = "must be non-empty if specified";
        String ofMessage = validation.string("messageExpression");
        FieldPath place = path.child("messageExpression");
        if (!ofMessage.isEmpty() && GoStrings.trimSpace(ofMessage).isEmpty()) {
            errors.invalid(place, ofMessage, empty);
        } else if (!ofMessage.isEmpty()) {
            expression(ofMessage, ofMessage, language.withoutAuthorizer(), Result.STRING, place);
        }
        String message = validation.string("message");
        String trimmed = GoStrings.trimSpace(message);
        if (!message.isEmpty() && trimmed.isEmpty()) {
            errors.invalid(path.child("message"), message, empty);
        } else if (trimmed.contains("\n") || trimmed.contains("\r")) {
            errors.invalid(path.child("message"), message, "must not contain line breaks");
        }
        errors.oneOf(validation, path, "reason", "Forbidden", "Invalid", "RequestEntityTooLarge");
    }

    private void annotations(String policy, ListValue annotations, AdmissionLanguage language, FieldPath path) {
        if (annotations.size() > MAX_ANNOTATIONS) {
            String all = annotations.objects().stream()
                    .map(one -> "{\"Key\":" + Strconv.quoted(one.string("key")) + ",\"ValueExpression\":"
                            + Strconv.quoted(one.string("valueExpression")) + "}")
                    .collect(Collectors.joining(",", "[", "]"));
            String detail = "must not have more than " + MAX_ANNOTATIONS + " auditAnnotations";
            errors.add(path, ErrorType.INVALID, "Invalid value: " + all + ": " + detail);
        }
        Set<String> keys = new LinkedHashSet<>();
        DefinitionErrors.each(annotations, path, (annotation, place) -> {
            String key = annotation.string("key");
            if (policy.isEmpty()) {
                errors.invalid(place.child("key"), key, "requires metadata.name be non-empty");
            } else {
                errors.qualifiedName(policy + "/" + key, place.child("key"));
            }
            FieldPath value = place.child("valueExpression");
            String text = annotation.string("valueExpression");
            String trimmed = GoStrings.trimSpace(text);
            if (trimmed.getBytes(StandardCharsets.UTF_8).length > MAX_VALUE_EXPRESSION) {
                errors.required(value, "must not exceed " + MAX_VALUE_EXPRESSION + " bytes in length");
            } else if (errors.has(value, trimmed, "valueExpression is not specified")) {
                expression(trimmed, text, language, Result.STRING_OR_NULL, value);
            }
            errors.unique(place.child("key"), key, keys);
        });
    }

    private void binding(ObjectValue spec, FieldPath path) {
        String policy = spec.string("policyName");
        if (errors.has(path.child("policyName"), policy, "")) {
            errors.subdomain(path.child("policyName"), policy);
        }
        if (spec.get("paramRef") instanceof ObjectValue reference) {
            paramRef(reference, path.child("paramRef"));
        }
        if (spec.has("matchResources")) {
            matching.matchResources(spec.object("matchResources"), path.child("matchResources"));
        }
        FieldPath place = path.child("validationActions");
        ListValue actions = spec.list("validationActions");
        Set<String> seen = new HashSet<>();
        DefinitionErrors.eachText(actions, place, (action, at) -> {
            errors.oneOf(at, action, "Audit", "Deny", "Warn");
            errors.unique(at, action, seen);
        });
        if (seen.contains("Deny") && seen.contains("Warn")) {
            errors.invalid(
                    place,
                    actions,
                    "must not contain both Deny and Warn (repeating the same validation failure information in the API"
                            + " response and headers serves no purpose)");
        }
        if (actions.size() == 0) {
            errors.required(place, "");
        }
    }

    private void paramRef(ObjectValue reference, FieldPath path) {
        String name = reference.string(NAME);
        boolean hasSelector = reference.has("selector");
        String both = "Forbidden: name and selector are mutually exclusive";
        if (!name.isEmpty()) {
            errors.pathSegment(name, path.child(NAME));
            if (hasSelector) {
                errors.add(path.child(NAME), ErrorType.FORBIDDEN, both);
            }
        }
        if (hasSelector) {
            matching.selector(reference.object("selector"), path.child("selector"));
            if (!name.isEmpty()) {
                errors.add(path.child("selector"), ErrorType.FORBIDDEN, both);
            }
        }
        if (name.isEmpty() && !hasSelector) {
            errors.required(path, "one of name or selector must be specified");
        }
        String action = reference.string("parameterNotFoundAction");
        if (errors.has(path.child("parameterNotFoundAction"), action, "")) {
            errors.oneOf(path.child("parameterNotFoundAction"), action, "Deny", "Allow");
        }
    }
}
