package dev.drawbridge.explain;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the table says of a kind, a field or a rule, in a version and a release. */
public final class Manual {

    private final @Nullable ApiVersion version;
    private final @Nullable KubernetesRelease release;
    private final boolean isRecursive;

    /**
     * A manual.
     *
     * @param version null for the newest that has the kind, and that the release serves
     * @param release null for the newest that serves the version
     * @param isRecursive whether the fields of fields are listed, too
     */
    public Manual(@Nullable ApiVersion version, @Nullable KubernetesRelease release, boolean isRecursive) {
        this.version = version;
        this.release = release;
        this.isRecursive = isRecursive;
    }

    /** The names of all kinds. */
    public static Set<String> kinds() {
        Set<String> names = new LinkedHashSet<>();
        Kinds.all().forEach(kind -> names.add(kind.name()));
        return names;
    }

    /**
     * The page about a kind ({@code ResourceClaim}, {@code resourceclaims}), a field ({@code resourceclaim.spec.devices}, or {@code spec.devices}
     * of the first kind that has it) or a rule ({@code maxItems}).
     *
     * @throws IllegalArgumentException with a sentence where there is none
     */
    public Page page(String what) {
        Optional<Origin> rule = Origin.named(what);
        if (rule.isPresent()) {
            return rule(rule.get());
        }
        List<String> steps = Arrays.asList(what.replaceAll("\\[[^]]*]", "").split("\\."));
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
        Arrays.stream(Origin.values()).map(Origin::toString).forEach(names::add);
        throw new IllegalArgumentException("\"" + what + "\" is no kind, no field and no rule"
                + Spelling.hint(steps.get(0), names) + "; the kinds are " + String.join(", ", kinds()));
    }

    /** The kind of this name, in the newest version that fits. */
    private Optional<Subject> subject(String name) {
        ApiVersion[] versions = ApiVersion.values();
        for (int i = versions.length - 1; i >= 0; i--) {
            for (Kind kind : Kinds.all()) {
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
        boolean isWanted = version == null || version == candidate;
        if (!isWanted || Kinds.kind(kind.name(), candidate).filter(kind::equals).isEmpty()) {
            return Optional.empty();
        }
        Optional<KubernetesRelease> serving = release == null
                ? Kinds.newestServing(kind, candidate)
                : Optional.of(release).filter(one -> kind.isServed(candidate, one));
        return serving.map(one -> new Subject(kind, candidate, one));
    }

    /**
     * A kind as JSON Schema, to be written as JSON.
     *
     * @param isDraft7 whether it is draft 7; else it is 2020-12
     * @throws IllegalArgumentException with a sentence where there is no such kind
     */
    public Map<String, Object> schema(String kind, GateSettings gates, boolean isDraft7) {
        Subject subject = subject(kind)
                .orElseThrow(() -> new IllegalArgumentException("\"" + kind
                        + "\" is no kind here" + Spelling.hint(kind, kinds()) + "; the kinds are "
                        + String.join(", ", kinds())));
        return new JsonSchema(
                        subject,
                        gates.in(subject.release()),
                        isDraft7 ? JsonSchema.Draft.DRAFT_7 : JsonSchema.Draft.DRAFT_2020_12)
                .tree();
    }

    /** The kinds that the release serves in the version. */
    public List<String> served() {
        return kinds().stream().filter(kind -> subject(kind).isPresent()).toList();
    }

    /** The name of a kind's file, as kubeconform looks for it: {@code resourceclaim-resource-v1.json}. */
    public String fileName(String kind) {
        ApiVersion found = subject(kind).map(Subject::version).orElseThrow();
        return kind.toLowerCase(Locale.ROOT) + "-" + ApiVersion.GROUP.substring(0, ApiVersion.GROUP.indexOf('.')) + "-"
                + found + ".json";
    }

    private Page page(Lookup found) {
        if (!found.problem().isEmpty()) {
            throw new IllegalArgumentException(found.problem());
        }
        Subject subject = found.subject();
        ObjectSchema owner = found.owner();
        FieldFacts field = found.field();
        Map<String, String> header = new LinkedHashMap<>();
        header.put("KIND", subject.kind().name());
        header.put("VERSION", subject.version().qualified() + " in Kubernetes " + subject.release());
        List<Page.Section> sections = new ArrayList<>();
        if (field != null) {
            header.put("FIELD", found.path() + " <" + field.type() + ">");
            header.put("SOURCE", field.owner() + "." + field.name() + ", " + subject.source());
            add("RULES", rules(subject, field), sections);
            add("ITS OBJECT", mentioning(subject, owner, field), sections);
            add("ABOVE IT", found.above(), sections);
            add("OTHER RELEASES", elsewhere(subject, owner, field), sections);
        } else {
            header.put("SOURCE", owner.name() + ", " + subject.source());
        }
        ObjectSchema object = field == null ? owner : field.object();
        List<Page.Field> fields = new ArrayList<>();
        if (object != null) {
            List<String> together = new ArrayList<>(demands(subject, object.rules()));
            if (field != null) {
                field.others().forEach(other -> addOther(subject, other, together));
            }
            add("RULES OVER SEVERAL FIELDS", together, sections);
            addFields(subject, object, "", fields);
        }
        return new Page(header, sections, fields);
    }

    /** The rules of an object that the field is in some objects instead. */
    private static void addOther(Subject subject, FieldFacts.Other other, List<String> rules) {
        ObjectSchema object = other.shape().anyObject();
        if (object != null) {
            demands(subject, object.rules()).stream()
                    .filter(rule -> !rules.contains(rule))
                    .forEach(rule -> rules.add(other.where() + ": " + rule));
        }
    }

    private static void add(String title, List<String> lines, List<Page.Section> sections) {
        if (!lines.isEmpty()) {
            sections.add(new Page.Section(title, lines));
        }
    }

    /** What is said of the field itself. */
    static List<String> rules(Subject subject, FieldFacts field) {
        List<String> rules = new ArrayList<>();
        rules.add(presence(field));
        if (field.defaultText() != null) {
            rules.add("default " + field.defaultText());
        }
        rules.addAll(demands(subject, field.demands()));
        for (FieldFacts.Other other : field.others()) {
            demands(subject, other.shape().allDemands()).stream()
                    .filter(rule -> !rules.contains(rule))
                    .forEach(rule -> rules.add(other.where() + ": " + rule));
        }
        if (!field.update().isEmpty()) {
            rules.add(field.update() + " [" + Origin.IMMUTABLE + "]");
        }
        if (!field.where().gates().isEmpty()) {
            rules.add("while the feature " + Conditions.gates(field.where().gates())
                    + " is off, the server drops it unless the stored object uses the feature [" + Origin.DROPPED
                    + "]");
        }
        return rules;
    }

    private static String presence(FieldFacts field) {
        if (field.isRequired()) {
            return "required [" + Origin.REQUIRED + "]";
        }
        if (field.isForbidden()) {
            return "must not be set [" + Origin.FORBIDDEN + "]";
        }
        return field.isDocumentedAsRequired()
                ? "documented as required, though no release enforces it: a warning [" + Origin.DOCUMENTED + "]"
                : "optional";
    }

    /** What is demanded in the release, and when. What is said of several combinations of feature gates is said once. */
    private static List<String> demands(Subject subject, List<ColumnedDemand> demands) {
        Map<Demand, List<ColumnedDemand>> byDemand = new LinkedHashMap<>();
        demands.stream()
                .filter(demand -> subject.has(demand.where()))
                .forEach(demand -> byDemand.computeIfAbsent(demand.demand(), any -> new ArrayList<>())
                        .add(demand));
        List<String> sentences = new ArrayList<>();
        byDemand.forEach((demand, same) -> sentences.add(
                (same.size() == 1 ? sentence(same.get(0)) : demand.text()) + " [" + demand.origin() + "]"));
        return sentences;
    }

    private static String sentence(ColumnedDemand demand) {
        return demand.demand().text() + Conditions.of(demand.where());
    }

    /** The rules of the object that name the field. */
    private static List<String> mentioning(Subject subject, ObjectSchema owner, FieldFacts field) {
        Pattern word = Pattern.compile("\\b" + Pattern.quote(field.name()) + "\\b");
        return demands(subject, owner.rules()).stream()
                .filter(rule -> word.matcher(rule).find())
                .toList();
    }

    /** What is different in other releases of the version. */
    private static List<String> elsewhere(Subject subject, ObjectSchema owner, FieldFacts field) {
        Set<String> lines = new LinkedHashSet<>();
        String releases = subject.releases(field.where());
        if (!releases.isEmpty()) {
            lines.add("what is said above holds " + releases);
        }
        for (FieldFacts row : owner.fields()) {
            String ofRow = subject.releases(row.where());
            if (row.name().equals(field.name()) && (row.equals(field) || !ofRow.isEmpty())) {
                if (!row.equals(field)) {
                    lines.add(ofRow + " it is <" + row.type() + ">" + Conditions.of(row.where()));
                }
                row.demands().stream()
                        .filter(demand -> !isSaid(demand, subject, field))
                        .filter(demand -> !subject.releases(demand.where()).isEmpty())
                        .forEach(demand -> lines.add(subject.releases(demand.where()) + ": " + sentence(demand) + " ["
                                + demand.demand().origin() + "]"));
            }
        }
        return List.copyOf(lines);
    }

    private static boolean isSaid(ColumnedDemand demand, Subject subject, FieldFacts field) {
        return field.demands().stream()
                .anyMatch(known -> known.demand().equals(demand.demand()) && subject.has(known.where()));
    }

    private void addFields(Subject subject, ObjectSchema object, String prefix, List<Page.Field> fields) {
        for (FieldFacts field : subject.fields(object)) {
            List<String> rules = new ArrayList<>(rules(subject, field));
            rules.remove("optional");
            ObjectSchema inner = field.object();
            if (inner != null) {
                rules.addAll(demands(subject, inner.rules()));
            }
            field.others().forEach(other -> addOther(subject, other, rules));
            fields.add(new Page.Field(prefix + field.name(), field.type(), field.isRequired(), rules));
            if (isRecursive && inner != null) {
                addFields(subject, inner, prefix + field.name() + ".", fields);
            }
        }
    }

    /** The page about a rule: which fields it is about, in the newest version of each kind. */
    private Page rule(Origin rule) {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("RULE", rule.toString());
        header.put("SAYS", rule.description());
        List<Page.Section> sections = new ArrayList<>();
        for (String kind : kinds()) {
            subject(kind).ifPresent(subject -> {
                List<String> places = new ArrayList<>();
                addPlaces(subject, rule, subject.kind().table(), "", places);
                add(kind + " " + subject.version(), places, sections);
            });
        }
        return new Page(header, sections, List.of());
    }

    private static void addPlaces(Subject subject, Origin rule, ObjectSchema object, String path, List<String> places) {
        String ofObject = path.isEmpty() ? "" : path + ": ";
        said(rule, subject, object.rules()).forEach(demand -> places.add(ofObject + sentence(demand)));
        for (FieldFacts field : subject.fields(object)) {
            String here = path.isEmpty() ? field.name() : path + "." + field.name();
            List<ColumnedDemand> demands = said(rule, subject, field.demands());
            demands.forEach(demand -> places.add(here + ": " + sentence(demand)));
            if (demands.isEmpty() && isOf(rule, subject, field)) {
                places.add(here);
            }
            ObjectSchema inner = field.object();
            if (inner != null) {
                addPlaces(subject, rule, inner, here, places);
            }
            for (FieldFacts.Other other : field.others()) {
                List<String> there = new ArrayList<>();
                said(rule, subject, other.shape().allDemands())
                        .forEach(demand -> there.add(here + ": " + sentence(demand)));
                if (other.shape().anyObject() != null) {
                    addPlaces(subject, rule, other.shape().anyObject(), here, there);
                }
                there.stream()
                        .filter(place -> !places.contains(place))
                        .forEach(place -> places.add(place + ", " + other.where()));
            }
        }
    }

    private static List<ColumnedDemand> said(Origin rule, Subject subject, List<ColumnedDemand> demands) {
        return demands.stream()
                .filter(demand -> demand.demand().origin() == rule && subject.has(demand.where()))
                .toList();
    }

    private static boolean isOf(Origin rule, Subject subject, FieldFacts field) {
        return rule == Origin.REQUIRED && field.isRequired()
                || rule == Origin.FORBIDDEN && field.isForbidden()
                || rule == Origin.DOCUMENTED && field.isDocumentedAsRequired()
                || rule == Origin.IMMUTABLE && !field.update().isEmpty()
                || !said(rule, subject, field.demands()).isEmpty();
    }

    /** Whether the rule is said of the field at a path, of what holds it, or of several fields there. */
    public static boolean says(
            Origin rule, String kind, ApiVersion version, KubernetesRelease release, List<String> path) {
        Optional<Kind> table = Kinds.kind(kind, version);
        return table.isPresent()
                && says(
                        rule,
                        new Subject(table.get(), version, release),
                        table.get().table(),
                        path);
    }

    private static boolean says(Origin rule, Subject subject, ObjectSchema object, List<String> path) {
        if (!said(rule, subject, object.rules()).isEmpty()) {
            return true;
        }
        Optional<FieldFacts> found = path.isEmpty() ? Optional.empty() : subject.field(object, path.get(0));
        if (found.isEmpty()) {
            return false;
        }
        FieldFacts field = found.get();
        // The key of a map is a step of its own.
        int steps = field.type().startsWith("map[") ? Math.min(2, path.size()) : 1;
        List<String> rest = path.subList(steps, path.size());
        ObjectSchema inner = field.object();
        return isOf(rule, subject, field)
                || inner != null && says(rule, subject, inner, rest)
                || field.others().stream()
                        .anyMatch(other -> !said(rule, subject, other.shape().allDemands())
                                        .isEmpty()
                                || other.shape().anyObject() != null
                                        && says(rule, subject, other.shape().anyObject(), rest));
    }
}
