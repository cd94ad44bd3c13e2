package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionLanguage;
import dev.drawbridge.constraint.cel.AdmissionLanguage.Result;
import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.CelProblem;
import dev.drawbridge.constraint.cel.ObjectTypes;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks the validations and messages of a policy with the types of the kinds that its rules name without a wildcard.
 * Kinds whose types are not known are left out.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go}.
 */
final class TypeCheck {

    /** The number of kinds of a rule after which the server stops: maxTypesToCheck. */
    private static final int MAX_KINDS = 10;

    private static final Comparator<Kind> ORDER = Comparator.comparing((Kind kind) -> kind.version.group())
            .thenComparing(kind -> kind.version.version())
            .thenComparing(Kind::name);

    /** A kind of objects. */
    record Kind(GroupVersion version, String name) {

        /** The kind of a type: {@code resource.v1.ResourceClaim}. */
        static Kind of(String type) {
            String[] parts = type.split("\\.");
            String group = parts[0].equals("core") ? "" : parts[0];
            boolean isLong = ResourceApi.GROUP.startsWith(group + ".") || Definition.GROUP.startsWith(group + ".");
            String full = isLong ? group + ".k8s.io" : group;
            return new Kind(new GroupVersion(full, parts[1]), parts[2]);
        }

        boolean isServed(KubernetesRelease release) {
            // The claims of pods had other fields before 1.31.
            return version.group().equals(ResourceApi.GROUP)
                    ? ResourceApi.versions(name, release).contains(version.toString())
                    : release.compareTo(KubernetesRelease.K8S_1_31) >= 0;
        }

        Optional<ObjectTypes> types() {
            return ApiTypes.named(version, name).map(type -> new ObjectTypes(name, type, TypeCheck::fields));
        }

        @Override
        public String toString() {
            return version.group() + "/" + version.version() + ", Kind=" + name;
        }
    }

    /** A kind, and the entries of a rule that name it. */
    private record Named(String group, String version, String resource, Kind kind) {}

    private final ObjectValue spec;
    private final KubernetesRelease release;
    private final List<DefinitionError> warnings = new ArrayList<>();

    TypeCheck(ObjectValue spec, KubernetesRelease release) {
        this.spec = spec;
        this.release = release;
    }

    private static Map<String, String> fields(String type) {
        Map<String, String> fields = new TreeMap<>();
        ApiTypes.fields(type).forEach(field -> fields.put(field.name(), field.type()));
        return fields;
    }

    /** The warnings, one for each expression and kind. */
    List<DefinitionError> warnings() {
        ObjectTypes params = paramTypes();
        Map<Kind, AdmissionLanguage> languages = new TreeMap<>(ORDER);
        kinds().forEach(kind -> kind.types().ifPresent(types -> languages.put(kind, language(types, params))));
        List<ObjectValue> validations = spec.list("validations").objects();
        for (int i = 0; i < validations.size(); i++) {
            FieldPath path = FieldPath.of("spec", "validations").index(i);
            for (String field : List.of("expression", "messageExpression")) {
                String text = validations.get(i).string(field);
                if (!text.isEmpty()) {
                    languages.forEach((kind, language) -> check(text, path.child(field), kind, language));
                }
            }
        }
        return warnings;
    }

    private void check(String expression, FieldPath path, Kind kind, AdmissionLanguage language) {
        AdmissionProgram program = language.compile(expression, Result.ANY);
        CelProblem problem = program.problem();
        if (problem != null) {
            String text = kind + ": " + problem.detail();
            String hint = language.hint(program);
            warnings.add(new DefinitionError(
                    path, ErrorType.INVALID, text, Severity.WARNING, Origin.POLICY_DEFINITION, problem.place(), hint));
        }
    }

    private AdmissionLanguage language(ObjectTypes object, @Nullable ObjectTypes params) {
        AdmissionLanguage language =
                PolicyLanguage.of(release, spec.has("paramKind")).with(object, params);
        for (ObjectValue variable : spec.list("variables").objects()) {
            language =
                    language.with(variable.string("name"), language.compile(variable.string("expression"), Result.ANY));
        }
        return language;
    }

    private @Nullable ObjectTypes paramTypes() {
        ObjectValue kind = spec.object("paramKind");
        return new Kind(GroupVersion.parse(kind.string("apiVersion")), kind.string("kind"))
                .types()
                .orElse(null);
    }

    private Set<Kind> kinds() {
        List<Kind> all = ApiTypes.kinds()
                .map(Kind::of)
                .filter(kind -> kind.isServed(release))
                .toList();
        Set<Kind> kinds = new TreeSet<>(ORDER);
        for (ObjectValue rule :
                spec.object("matchConstraints").list("resourceRules").objects()) {
            List<Named> named = named(rule, all);
            named.stream().limit(MAX_KINDS).forEach(one -> kinds.add(one.kind));
            if (named.size() >= MAX_KINDS) {
                break;
            }
        }
        return kinds;
    }

    /** The kinds that a rule names, in the server's order; the core group stands for all groups. */
    private static List<Named> named(ObjectValue rule, List<Kind> all) {
        List<String> groups = entries(rule, "apiGroups");
        List<String> versions = entries(rule, "apiVersions");
        List<String> resources = resources(rule);
        List<Named> named = new ArrayList<>();
        for (Kind kind : all) {
            Set<String> own = Set.of(Resources.of(kind.name), kind.name.toLowerCase(Locale.ROOT));
            for (String group : first(groups, one -> one.isEmpty() || one.equals(kind.version.group()))) {
                for (String version : first(versions, kind.version.version()::equals)) {
                    first(resources, own::contains)
                            .forEach(resource -> named.add(new Named(group, version, resource, kind)));
                }
            }
        }
        named.sort(
                Comparator.comparing(Named::group).thenComparing(Named::version).thenComparing(Named::resource));
        return named;
    }

    /** The first entries that name a kind; the server does not come to the next ones. */
    private static List<String> first(List<String> entries, Predicate<String> isNamed) {
        return entries.stream().filter(isNamed).sorted().limit(MAX_KINDS).toList();
    }

    /** The entries of a rule; none if one of them is a wildcard. */
    private static List<String> entries(ObjectValue rule, String field) {
        List<String> all = rule.list(field).texts();
        return all.stream().anyMatch(one -> one.contains("*")) ? List.of() : all;
    }

    /** The resources of a rule without wildcards and subresources. */
    private static List<String> resources(ObjectValue rule) {
        return rule.list("resources").texts().stream()
                .filter(one -> !one.contains("*") && !one.contains("/"))
                .map(one -> one.toLowerCase(Locale.ROOT))
                .toList();
    }
}
