package dev.drawbridge.explain;

import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page about a rule: the fields that it is about. */
final class RulePage {

    private final Origin rule;
    private final List<Page.Section> sections = new ArrayList<>();

    RulePage(Origin rule) {
        this.rule = rule;
    }

    /** Adds the fields of a kind. */
    void add(Subject subject) {
        List<String> places = new ArrayList<>();
        addPlaces(subject, subject.kind().table(), "", places);
        if (!places.isEmpty()) {
            sections.add(new Page.Section(subject.kind().name() + " " + subject.version(), places));
        }
    }

    /** The page about what was added. */
    Page page() {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("RULE", rule.toString());
        header.put("SAYS", rule.description());
        return new Page(header, sections, List.of());
    }

    private void addPlaces(Subject subject, ObjectSchema object, String path, List<String> places) {
        String ofObject = path.isEmpty() ? "" : path + ": ";
        said(subject, object.rules()).forEach(demand -> places.add(ofObject + Sentences.sentence(demand)));
        for (FieldFacts field : subject.fields(object)) {
            String here = path.isEmpty() ? field.name() : path + "." + field.name();
            List<ColumnedDemand> demands = said(subject, field.demands());
            demands.forEach(demand -> places.add(here + ": " + Sentences.sentence(demand)));
            if (demands.isEmpty() && isOf(subject, field)) {
                places.add(here);
            }
            ObjectSchema inner = field.object();
            if (inner != null) {
                addPlaces(subject, inner, here, places);
            }
            for (FieldFacts.Other other : field.others()) {
                List<String> there = new ArrayList<>();
                said(subject, other.shape().allDemands())
                        .forEach(demand -> there.add(here + ": " + Sentences.sentence(demand)));
                if (other.shape().anyObject() != null) {
                    addPlaces(subject, other.shape().anyObject(), here, there);
                }
                there.stream()
                        .filter(place -> !places.contains(place))
                        .forEach(place -> places.add(place + ", " + other.where()));
            }
        }
    }

    private List<ColumnedDemand> said(Subject subject, List<ColumnedDemand> demands) {
        return demands.stream()
                .filter(demand -> demand.demand().origin() == rule && subject.has(demand.where()))
                .toList();
    }

    private boolean isOf(Subject subject, FieldFacts field) {
        return rule == Origin.REQUIRED && field.isRequired()
                || rule == Origin.FORBIDDEN && field.isForbidden()
                || rule == Origin.DOCUMENTED && field.isDocumentedAsRequired()
                || rule == Origin.IMMUTABLE && !field.update().isEmpty()
                || !said(subject, field.demands()).isEmpty();
    }
}
