package dev.drawbridge.explain;

import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page about a kind, or one of its fields. */
final class FieldPage {

    private static final String DESCRIPTION = "DESCRIPTION";

    private final Subject subject;
    private final boolean isRecursive;
    private final List<Page.Section> sections = new ArrayList<>();

    FieldPage(Subject subject, boolean isRecursive) {
        this.subject = subject;
        this.isRecursive = isRecursive;
    }

    /** The page for a path; an IllegalArgumentException with a message if it leads to nothing. */
    Page of(Lookup found) {
        if (!found.problem().isEmpty()) {
            throw new IllegalArgumentException(found.problem());
        }
        ObjectSchema owner = found.owner();
        FieldFacts field = found.field();
        Map<String, String> header = subject.header();
        boolean isOfDriver = subject.driver() != null;
        if (field != null) {
            header.put("FIELD", found.path() + " <" + field.type() + ">");
            String place = isOfDriver ? "" : field.owner() + "." + field.name() + ", ";
            header.put("SOURCE", place + subject.source(field.owner()));
            add(DESCRIPTION, List.of(Subject.meaning(field)));
            List<String> rules = Sentences.all(subject, field);
            List<String> ofOwner = mentioning(owner, field);
            for (Lookup.Variant variant : found.variants()) {
                addConditional(variant.where(), Sentences.all(subject, variant.field()), rules);
                addConditional(variant.where(), mentioning(variant.owner(), variant.field()), ofOwner);
            }
            add("RULES", rules);
            add("RULES OF THE OBJECT", ofOwner);
            List<String> above = new ArrayList<>(found.above());
            found.ancestors().forEach(ancestor -> addRules(ancestor, above));
            add("RULES OF PARENT OBJECTS", above);
            add("EXAMPLES", examples(owner, field, found.variants()));
            add("OTHER RELEASES", elsewhere(owner, field));
        } else {
            header.put("SOURCE", (isOfDriver ? "" : owner.name() + ", ") + subject.source(owner.name()));
            add(DESCRIPTION, List.of(isOfDriver ? "" : Meanings.ofKind(subject.name())));
        }
        ObjectSchema object = field == null ? owner : field.object();
        List<Page.Field> fields = new ArrayList<>();
        if (object != null) {
            List<String> together = new ArrayList<>(Sentences.of(subject, object.rules()));
            if (field != null) {
                field.others()
                        .forEach(other -> addObject(other.where(), other.shape().anyObject(), together));
                found.variants()
                        .forEach(variant ->
                                addObject(variant.where(), variant.field().object(), together));
            }
            add("RULES ACROSS FIELDS", together);
            addFields(object, "", fields);
        }
        return new Page(header, sections, fields);
    }

    private void addObject(String where, @Nullable ObjectSchema object, List<String> rules) {
        if (object != null) {
            addConditional(where, Sentences.of(subject, object.rules()), rules);
        }
    }

    /** Adds what holds in some objects only. */
    private static void addConditional(String where, List<String> more, List<String> rules) {
        String in = where.isEmpty() ? "" : where + ": ";
        more.stream().filter(rule -> !rules.contains(rule)).forEach(rule -> rules.add(in + rule));
    }

    private void add(String title, List<String> lines) {
        sections.add(new Page.Section(title, lines));
    }

    private List<String> examples(ObjectSchema owner, FieldFacts field, List<Lookup.Variant> variants) {
        List<ColumnedDemand> demands = new ArrayList<>(field.demands());
        field.others().forEach(other -> demands.addAll(other.shape().allDemands()));
        demands.addAll(naming(owner, field.name()));
        for (Lookup.Variant variant : variants) {
            demands.addAll(variant.field().demands());
            demands.addAll(naming(variant.owner(), variant.field().name()));
        }
        ObjectSchema object = field.object();
        if (object != null) {
            demands.addAll(object.rules());
        }
        return Sentences.examples(subject, demands);
    }

    private List<String> mentioning(ObjectSchema owner, FieldFacts field) {
        return Sentences.of(subject, naming(owner, field.name()));
    }

    private static List<ColumnedDemand> naming(ObjectSchema owner, String path) {
        return owner.rules().stream()
                .filter(rule -> rule.demand().isAbout(path))
                .toList();
    }

    private void addRules(Lookup.Ancestor ancestor, List<String> lines) {
        List<String> rules = new ArrayList<>();
        addConditional(ancestor.where(), Sentences.of(subject, naming(ancestor.table(), ancestor.field())), rules);
        String of = ancestor.path().isEmpty() ? "" : ancestor.path() + ": ";
        rules.stream()
                .map(rule -> of + rule)
                .filter(rule -> !lines.contains(rule))
                .forEach(lines::add);
    }

    /** The differences in other releases of the version. */
    private List<String> elsewhere(ObjectSchema owner, FieldFacts field) {
        Set<String> lines = new LinkedHashSet<>();
        String releases = subject.releases(field.where());
        if (!releases.isEmpty()) {
            lines.add("this page applies " + releases);
        }
        for (FieldFacts row : FieldFacts.of(owner)) {
            String ofRow = subject.releases(row.where());
            if (row.name().equals(field.name()) && (row.equals(field) || !ofRow.isEmpty())) {
                if (!row.equals(field)) {
                    lines.add(ofRow + " it is <" + row.type() + ">" + Conditions.of(row.where()));
                }
                row.demands().stream()
                        .filter(demand -> !isSaid(demand, field))
                        .filter(demand -> !subject.releases(demand.where()).isEmpty())
                        .forEach(
                                demand -> lines.add(subject.releases(demand.where()) + ": " + Sentences.sentence(demand)
                                        + subject.rule(demand.demand().origin())));
            }
        }
        return List.copyOf(lines);
    }

    private boolean isSaid(ColumnedDemand demand, FieldFacts field) {
        return field.demands().stream()
                .anyMatch(known -> known.demand().equals(demand.demand()) && subject.has(known.where()));
    }

    private void addFields(ObjectSchema object, String prefix, List<Page.Field> fields) {
        for (FieldFacts field : subject.fields(object)) {
            List<String> rules = new ArrayList<>(Sentences.of(subject, field));
            ObjectSchema inner = field.object();
            if (inner != null) {
                rules.addAll(Sentences.of(subject, inner.rules()));
            }
            field.others()
                    .forEach(other -> addObject(other.where(), other.shape().anyObject(), rules));
            fields.add(new Page.Field(
                    prefix + field.name(), field.type(), field.isRequired(), Subject.meaning(field), rules));
            if (isRecursive && inner != null) {
                addFields(inner, prefix + field.name() + ".", fields);
            }
        }
    }
}
