package dev.drawbridge.explain;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Served;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The manual of a version and a release: kinds, fields and rules from the table.
 *
 * @param version null for the newest that has the kind, and that the release serves
 * @param release null for the newest that serves the version
 * @param isRecursive whether the fields of fields are listed, too
 */
public record Manual(@Nullable ApiVersion version, @Nullable KubernetesRelease release, boolean isRecursive) {

    /** The names of all kinds. */
    public static Set<String> kinds() {
        Set<String> names = new LinkedHashSet<>();
        all().forEach(kind -> names.add(kind.name()));
        return names;
    }

    /**
     * The names of variables, macros and functions in selectors; after a dot, those of functions of a value.
     *
     * @param release null for the newest
     */
    public static Set<String> celNames(@Nullable KubernetesRelease release, GateSettings gates) {
        KubernetesRelease known = release == null ? KubernetesRelease.NEWEST : release;
        return SelectorSchema.language(known, gates.in(known)).names();
    }

    private static List<Kind> all() {
        List<Kind> all = new ArrayList<>(Kinds.all());
        all.addAll(Kinds.workloads());
        return all;
    }

    /**
     * The page for a kind ({@code ResourceClaim}, {@code resourceclaims}), a field ({@code resourceclaim.spec.devices},
     * or {@code spec.devices} of the first kind that has it) or a rule ({@code maxItems}).
     *
     * @param others further rules, by the title of their section on the page of another rule with the same name
     * @throws IllegalArgumentException with a message if there is none
     */
    public Page page(String what, Map<String, RuleText.Row[]> others) {
        Page rule = rulePage(what, others);
        if (rule != null) {
            return rule;
        }
        List<String> steps = Arrays.asList(what.replaceAll("\\[[^]]*]", "").split("\\.", -1));
        Optional<Subject> named = subject(steps.get(0));
        if (named.isPresent()) {
            return page(new Lookup(named.get(), steps.subList(1, steps.size())));
        }
        Lookup furthest = null;
        for (String kind : kinds()) {
            Optional<Subject> subject = subject(kind);
            Lookup lookup = subject.isPresent() ? new Lookup(subject.get(), steps) : null;
            if (lookup != null && lookup.depth() > (furthest == null ? 0 : furthest.depth())) {
                furthest = lookup;
            }
        }
        if (furthest != null) {
            return page(furthest);
        }
        Set<String> names = kinds();
        Stream.concat(Stream.<RuleText.Row[]>of(Origin.values()), others.values().stream())
                .flatMap(Arrays::stream)
                .forEach(row -> names.add(row.toString()));
        throw notFound(steps.get(0), "unknown kind, field or rule \"" + what + "\"", names);
    }

    private Subject known(String kind) {
        return subject(kind).orElseThrow(() -> notFound(kind, "unknown kind \"" + kind + "\"", kinds()));
    }

    /** The error for a missing page: the kind is in another version or release, or the name is unknown. */
    private IllegalArgumentException notFound(String kind, String sentence, Set<String> names) {
        Optional<Subject> elsewhere = new Manual(null, null, false).subject(kind);
        return new IllegalArgumentException(elsewhere
                .map(one -> one.name() + " is not served "
                        + (release == null ? "" : "by Kubernetes " + release)
                        + (release == null || version == null ? "" : " ")
                        + (version == null ? "" : "in " + version)
                        + "; the newest is " + one.version() + " in Kubernetes " + one.release())
                .orElseGet(() -> sentence + hint(kind, names)));
    }

    private String hint(String kind, Set<String> names) {
        if (Arrays.stream(ErrorType.values()).anyMatch(type -> type.toString().equals(kind))) {
            return ", but the type of an error; a rule is the last word in the brackets of a finding";
        }
        String hint = Spelling.hint(kind, names);
        String like = hint.isEmpty() ? Spelling.hintOfPart(kind, kinds()) : hint;
        return like.isEmpty() ? "; the kinds are " + String.join(", ", kinds()) : like;
    }

    /** The versions of the group that some release serves, oldest first. */
    public static List<ApiVersion> versions() {
        return Kinds.served().stream().map(Served::version).distinct().toList();
    }

    /** A rule's text in a few lines, for code scanners and pages. */
    public String help(Origin rule) {
        return rulePage(rule).help();
    }

    private RulePage rulePage(RuleText.Row rule) {
        RulePage page = new RulePage(rule);
        if (rule instanceof Origin) {
            kinds().forEach(kind -> subject(kind).ifPresent(page::add));
        }
        return page;
    }

    private @Nullable Page rulePage(String what, Map<String, RuleText.Row[]> others) {
        Optional<Origin> rule = Origin.allNamed(what).stream().findFirst().or(() -> Origin.named("format=" + what));
        Page page = rule.map(origin -> rulePage(origin).page()).orElse(null);
        if (page != null && rule.get() == Origin.CEL) {
            page = CelPage.before(page, release == null ? KubernetesRelease.NEWEST : release);
        }
        for (Map.Entry<String, RuleText.Row[]> other : others.entrySet()) {
            Optional<RuleText.Row> row = RuleText.Row.named(what, other.getValue());
            if (row.isPresent()) {
                RulePage more = rulePage(row.get());
                page = page == null ? more.page() : page.with(new Page.Section(other.getKey(), more.lines()));
            }
        }
        return page;
    }

    /** The kind of this name, in the newest version that fits. */
    private Optional<Subject> subject(String name) {
        ApiVersion[] versions = ApiVersion.values();
        for (int i = versions.length - 1; i >= 0; i--) {
            for (Kind kind : all()) {
                boolean isNamed =
                        kind.name().equalsIgnoreCase(name) || kind.plural().equals(name.toLowerCase(Locale.ROOT));
                Optional<Subject> subject = isNamed ? subject(kind, versions[i]) : Optional.empty();
                if (subject.isPresent()) {
                    return subject;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Subject> subject(Kind kind, ApiVersion candidate) {
        boolean isWanted = version == null || version.toString().equals(candidate.toString());
        if (!isWanted || Kinds.kind(kind.name(), candidate).filter(kind::equals).isEmpty()) {
            return Optional.empty();
        }
        Optional<KubernetesRelease> serving = release == null
                ? Kinds.newestServing(kind, candidate)
                : Optional.of(release).filter(one -> kind.isServed(candidate, one));
        return serving.map(one -> new Subject(kind, candidate, one));
    }

    /**
     * A kind as JSON Schema, ready to serialize.
     *
     * @param isDraft7 true for draft 7, false for 2020-12
     * @throws IllegalArgumentException with a message if there is no such kind
     */
    public Map<String, Object> schema(String kind, GateSettings gates, boolean isDraft7) {
        Subject subject = known(kind);
        String meaning = Meanings.ofKind(subject.name());
        return new JsonSchema(List.of(subject), gates.in(subject.release()), version(isDraft7))
                .tree(subject.name(), (meaning.isEmpty() ? "" : meaning + "\n\n") + subject);
    }

    /**
     * The kinds of the group that the release serves in the version. Of others the table has a part, which validates no
     * whole object.
     */
    public List<String> served() {
        return Kinds.all().stream()
                .map(Kind::name)
                .distinct()
                .filter(kind -> subject(kind).isPresent())
                .toList();
    }

    /** The file name of a kind for kubeconform: {@code resourceclaim-resource-v1.json}, {@code pod-v1.json}. */
    public String fileName(String kind) {
        Subject found = known(kind);
        String group = found.version().group();
        int dot = group.indexOf('.');
        String shortened = dot < 0 ? group : group.substring(0, dot);
        return found.name().toLowerCase(Locale.ROOT) + "-" + (shortened.isEmpty() ? "" : shortened + "-")
                + found.version() + ".json";
    }

    private Page page(Lookup found) {
        return new FieldPage(found.subject(), isRecursive).of(found);
    }

    /**
     * The page for a kind of parameters, or the field that these steps lead to.
     *
     * @throws IllegalArgumentException with a message if there is none
     */
    public static Page page(Subject parameters, List<String> steps, boolean isRecursive) {
        return new FieldPage(parameters, isRecursive).of(new Lookup(parameters, steps));
    }

    /** The page for the last of the fields that kinds of parameters have, each within the one before. */
    public static Page nearest(Subject parameters, List<String> fields) {
        int depth = new Lookup(parameters, fields).depth();
        return page(parameters, fields.subList(0, depth), false);
    }

    /** The kind of this name in a version, if there is one. */
    public static Optional<Subject> subject(String apiVersion, String kind) {
        return ApiVersion.ofObject(apiVersion).flatMap(version -> new Manual(version, null, false).subject(kind));
    }

    /** Kinds of parameters as JSON Schema, ready to serialize. */
    public static Map<String, Object> schema(String title, List<Subject> parameters, boolean isDraft7) {
        return new JsonSchema(parameters, FeatureGates.NONE, version(isDraft7)).tree(title, "");
    }

    /** The identifier of a draft of JSON Schema. */
    public static String draft(boolean isDraft7) {
        return version(isDraft7).uri;
    }

    private static JsonSchema.Draft version(boolean isDraft7) {
        return isDraft7 ? JsonSchema.Draft.DRAFT_7 : JsonSchema.Draft.DRAFT_2020_12;
    }
}
