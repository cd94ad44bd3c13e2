package dev.drawbridge.explain;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page about a rule: its text, and the fields that it is about. */
final class RulePage {

    private final RuleText.Row rule;
    private final RuleText text;
    private final List<Page.Section> sections = new ArrayList<>();

    /** Each example with the first field that has it. */
    private final Map<RuleText.Example, List<String>> examples = new LinkedHashMap<>();

    RulePage(RuleText.Row rule) {
        this.rule = rule;
        this.text = rule.text();
    }

    void add(Subject subject) {
        List<String> places = new ArrayList<>();
        addPlaces(subject, subject.table(), "", places);
        if (!places.isEmpty()) {
            sections.add(new Page.Section(subject.name() + " " + subject.version(), places));
        }
    }

    /** The rule's text, its examples, and a link. */
    String help() {
        StringBuilder help = new StringBuilder(String.join("\n", lines()));
        exampleLines().forEach(line -> help.append('\n').append(line));
        if (!sections.isEmpty()) {
            help.append("\ndrawbridge explain ").append(rule).append(" lists the fields that have this rule.");
        }
        return help.toString();
    }

    List<String> lines() {
        return List.of(text.meaning(), "Why: " + text.why(), "Fix: " + text.fix());
    }

    Page page() {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("RULE", text.name());
        header.put("SEVERITY", text.severity().toString());
        header.put("SAYS", text.meaning());
        header.put("PAGE", text.page());
        List<Page.Section> all = new ArrayList<>();
        all.add(new Page.Section("WHY", List.of(text.why())));
        all.add(new Page.Section("FIX", List.of(text.fix())));
        all.add(new Page.Section("EXAMPLES", exampleLines()));
        all.add(new Page.Section("KUBERNETES", List.of(text.releases())));
        all.add(new Page.Section("SOURCE", List.of(text.source())));
        all.addAll(sections);
        return new Page(header, all, List.of());
    }

    private void addPlaces(Subject subject, ObjectSchema object, String path, List<String> places) {
        String ofObject = path.isEmpty() ? "" : path + ": ";
        sentences(subject, object.rules()).forEach(sentence -> places.add(ofObject + sentence));
        addExamples(path, said(subject, object.rules()));
        for (FieldFacts field : subject.fields(object)) {
            String here = path.isEmpty() ? field.name() : path + "." + field.name();
            List<ColumnedDemand> demands = said(subject, field.demands());
            sentences(subject, demands).forEach(sentence -> places.add(here + ": " + sentence));
            addExamples(here, demands);
            if (demands.isEmpty() && isOf(subject, field)) {
                places.add(here);
            }
            ObjectSchema inner = field.object();
            if (inner != null) {
                addPlaces(subject, inner, here, places);
            }
            for (FieldFacts.Other other : field.others()) {
                List<String> there = new ArrayList<>();
                List<ColumnedDemand> ofOther = said(subject, other.shape().allDemands());
                sentences(subject, ofOther).forEach(sentence -> there.add(here + ": " + sentence));
                addExamples(here, ofOther);
                if (other.shape().anyObject() != null) {
                    addPlaces(subject, other.shape().anyObject(), here, there);
                }
                there.stream()
                        .filter(place -> !places.contains(place))
                        .forEach(place -> places.add(place + ", " + other.where()));
            }
        }
    }

    private void addExamples(String path, List<ColumnedDemand> demands) {
        for (ColumnedDemand each : demands) {
            RuleText.Example example = each.demand().example();
            if (example != null) {
                String place = path.isEmpty() ? "" : " (" + path + ")";
                examples.computeIfAbsent(
                        example,
                        any -> Sentences.examples(example)
                                .map(line -> line + place)
                                .toList());
            }
        }
    }

    /** The examples of the fields; if they have none, the rule's own. */
    private List<String> exampleLines() {
        return examples.isEmpty()
                ? Sentences.examples(text.example()).toList()
                : examples.values().stream().flatMap(List::stream).toList();
    }

    private Collection<String> sentences(Subject subject, List<ColumnedDemand> demands) {
        return Sentences.byDemand(subject, said(subject, demands)).values();
    }

    private List<ColumnedDemand> said(Subject subject, List<ColumnedDemand> demands) {
        return demands.stream()
                .filter(demand -> demand.demand().origin() == rule && subject.has(demand.where()))
                .toList();
    }

    private boolean isOf(Subject subject, FieldFacts field) {
        return field.checks().presence().demands().stream().anyMatch(demand -> demand.origin() == rule)
                || rule == Origin.IMMUTABLE && !field.checks().update().isEmpty()
                || !said(subject, field.demands()).isEmpty();
    }
}
