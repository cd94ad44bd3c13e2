package dev.drawbridge.explain;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FieldFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rules as sentences, each with the name of its rule in brackets. */
final class Sentences {

    private static final String OPTIONAL = "optional";

    private Sentences() {}

    /** The rules of a field itself; that it is optional, too. */
    static List<String> all(Subject subject, FieldFacts field) {
        List<String> rules = of(subject, field);
        if (presence(field).equals(OPTIONAL)) {
            rules.add(0, OPTIONAL);
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
                : OPTIONAL;
    }

    /** The rules of a field itself. That it is optional is none. */
    static List<String> of(Subject subject, FieldFacts field) {
        List<String> rules = new ArrayList<>();
        if (!presence(field).equals(OPTIONAL)) {
            rules.add(presence(field));
        }
        if (field.defaultText() != null) {
            rules.add("default " + field.defaultText());
        }
        rules.addAll(of(subject, field.demands()));
        for (FieldFacts.Other other : field.others()) {
            of(subject, other.shape().allDemands()).stream()
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

    /** What is demanded in the release, and when. What is said of several combinations of feature gates is said once. */
    static List<String> of(Subject subject, List<ColumnedDemand> demands) {
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

    /** What a rule demands, and when. */
    static String sentence(ColumnedDemand demand) {
        return demand.demand().text() + Conditions.of(demand.where());
    }
}
