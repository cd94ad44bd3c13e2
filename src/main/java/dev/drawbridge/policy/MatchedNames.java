package dev.drawbridge.policy;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Warnings for names in the rules and the {@code paramKind} of a policy or binding that match nothing: resources,
 * versions and kinds that their API group does not have. All names of the group are known; of Kubernetes' other groups
 * only some, for which a kind or singular is a mistake. What a CustomResourceDefinition may define is left out.
 */
public final class MatchedNames {

    private static final Set<String> VERSIONS = new TreeSet<>(Set.of("v1alpha1"));
    private static final Set<String> RESOURCES = new TreeSet<>();

    /** The resources of Kubernetes' own kinds, by group, by the singular. */
    private static final Map<String, Map<String, String>> SINGULARS = new TreeMap<>();

    /** The kinds, by group and version. */
    private static final Map<String, Set<String>> KINDS = new TreeMap<>();

    static {
        ResourceApi.served().forEach(row -> {
            VERSIONS.add(row.version().toString());
            row.kinds().forEach(kind -> add(ResourceApi.GROUP, row.version().toString(), kind));
            row.kinds().forEach(kind -> RESOURCES.add(Resources.of(kind)));
        });
        ApiTypes.kinds()
                .map(TypeCheck.Kind::of)
                .forEach(kind -> add(kind.version().group(), kind.version().version(), kind.name()));
    }

    private final List<DefinitionError> warnings = new ArrayList<>();
    private final CustomResources custom;

    private MatchedNames(CustomResources custom) {
        this.custom = custom;
    }

    private static void add(String group, String version, String kind) {
        String singular = kind.toLowerCase(Locale.ROOT);
        SINGULARS.computeIfAbsent(group, none -> new TreeMap<>()).put(singular, Resources.of(kind));
        KINDS.computeIfAbsent(new GroupVersion(group, version).toString(), none -> new HashSet<>())
                .add(kind);
    }

    /** The warnings for a policy, a binding or the configuration of webhooks. */
    public static List<DefinitionError> warnings(
            ObjectValue object, KubernetesRelease release, CustomResources custom) {
        MatchedNames names = new MatchedNames(custom);
        ObjectValue spec = object.object("spec");
        FieldPath path = FieldPath.of("spec");
        names.paramKind(spec.object("paramKind"), path.child("paramKind"));
        for (String match : List.of("matchConstraints", "matchResources")) {
            names.rules(spec.object(match), path.child(match), release);
        }
        FieldPath webhooks = FieldPath.of("webhooks");
        object.list("webhooks").forEachObject((i, webhook) -> names.rules(webhook, webhooks.index(i), release));
        return names.warnings;
    }

    private void rules(ObjectValue match, FieldPath path, KubernetesRelease release) {
        for (String field : List.of("resourceRules", "excludeResourceRules", "rules")) {
            List<ObjectValue> matching = match.list(field).objects().stream()
                    .filter(rule -> matches(rule, served(rule, release)))
                    .map(rule -> rule.with("apiVersions", ListValue.ofTexts(List.of("*"))))
                    .toList();
            match.list(field).forEachObject((i, rule) -> {
                FieldPath place = path.child(field).index(i);
                List<String> served = served(rule, release);
                List<String> versions = rule.list("apiVersions").texts();
                rule(rule, place);
                if (!served.isEmpty()
                        && !matches(rule, served)
                        && rule.list("apiGroups").texts().contains(ResourceApi.GROUP)
                        && VERSIONS.containsAll(versions)
                        && !Weakening.uncovered(List.of(rule), matching).isEmpty()) {
                    String seen = match.string("matchPolicy").equals("Exact")
                            ? ": with matchPolicy Exact, only objects written in a version of the rule match"
                            : ", in which expressions and webhooks then see the objects";
                    String text = "matches nothing of " + ResourceApi.GROUP + " in Kubernetes " + release
                            + ", which does not serve these resources in " + String.join(", ", versions) + "; add ";
                    add(place.child("apiVersions"), text + String.join(", ", served) + seen);
                }
            });
        }
    }

    private static boolean matches(ObjectValue rule, List<String> served) {
        return MatchResources.isOneOf(rule, "apiGroups", ResourceApi.GROUP)
                && served.stream().anyMatch(version -> MatchResources.isOneOf(rule, "apiVersions", version));
    }

    /** The versions in which a release serves the group's resources that a rule names. */
    private static List<String> served(ObjectValue rule, KubernetesRelease release) {
        return ResourceApi.served().stream()
                .flatMap(row -> row.kinds().stream())
                .filter(kind -> hasAny(rule, Set.of("*", Resources.of(kind))))
                .flatMap(kind -> ResourceApi.versions(kind, release).stream())
                .map(version -> GroupVersion.parse(version).version())
                .distinct()
                .toList();
    }

    private void rule(ObjectValue rule, FieldPath path) {
        List<String> groups = rule.list("apiGroups").texts();
        for (int i = 0; i < groups.size(); i++) {
            String near = Spelling.nearest(groups.get(i), List.of(ResourceApi.GROUP));
            if (near != null && !near.equals(groups.get(i)) && hasAny(rule, RESOURCES)) {
                add(path.child("apiGroups").index(i), "no API group " + groups.get(i) + "; did you mean " + near + "?");
            }
        }
        boolean isOfGroup = groups.equals(List.of(ResourceApi.GROUP));
        List<String> versions = rule.list("apiVersions").texts();
        for (int i = 0; i < versions.size() && isOfGroup; i++) {
            FieldPath place = path.child("apiVersions").index(i);
            unknown(versions.get(i), "version", VERSIONS, place);
        }
        List<String> resources = rule.list("resources").texts();
        for (int i = 0; i < resources.size(); i++) {
            String resource = resources.get(i).split("/", 2)[0];
            FieldPath place = path.child("resources").index(i);
            String plural = plural(groups, resource);
            if (isOfGroup) {
                unknown(resource, "resource", RESOURCES, place);
            } else if (plural != null) {
                add(place, "no resource is named " + resource + "; did you mean " + plural + "?");
            }
        }
    }

    /** Whether a resource of a rule is one of these: those of other groups with a like name are not. */
    private static boolean hasAny(ObjectValue rule, Set<String> resources) {
        return rule.list("resources").texts().stream().anyMatch(one -> resources.contains(one.split("/", 2)[0]));
    }

    /** The resource of a kind or singular in Kubernetes' own groups; null if a group may have other resources. */
    private @Nullable String plural(List<String> groups, String resource) {
        if (groups.size() == 1 && groups.get(0).contains(".")) {
            return custom.plural(groups.get(0), resource).orElse(null);
        }
        String found = null;
        for (String group : groups) {
            Map<String, String> known = SINGULARS.getOrDefault(group, Map.of());
            if (known.isEmpty() || known.containsValue(resource)) {
                return null;
            }
            String plural = known.get(resource.toLowerCase(Locale.ROOT));
            found = plural == null ? found : plural;
        }
        return found;
    }

    private void unknown(String name, String what, Set<String> known, FieldPath place) {
        if (!name.equals("*") && !known.contains(name)) {
            String near = name.length() < 3 ? null : Spelling.nearest(name, known);
            String all = "; it has " + String.join(", ", known);
            add(
                    place,
                    ResourceApi.GROUP + " has no " + what + " " + name
                            + (near == null ? all : "; did you mean " + near + "?"));
        }
    }

    private void paramKind(ObjectValue kind, FieldPath path) {
        String name = kind.string("kind");
        Set<String> known = KINDS.getOrDefault(kind.string("apiVersion"), Set.of());
        String near = known.contains(name) ? null : Spelling.nearest(name, known);
        if (near != null) {
            add(
                    path.child("kind"),
                    kind.string("apiVersion") + " has no kind " + name + "; did you mean " + near + "?");
        }
    }

    private void add(FieldPath path, String text) {
        warnings.add(new DefinitionError(path, ErrorType.INVALID, text, Severity.WARNING));
    }
}
