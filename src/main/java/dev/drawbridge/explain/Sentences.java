package dev.drawbridge.explain;

import dev.drawbridge.field.Demand;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.Presence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules as sentences, each with the name of its rule in brackets. */
final class Sentences {

    /** The rules of a field itself; that it is optional, too. */
    static List<String> all(Subject subject, FieldFacts field) {
        List<String> rules = of(subject, field);
        if (field.checks().presence() == Presence.OPTIONAL) {
            rules.add(0, "optional");
        }
        return rules;
    }

    /** The rules of a field itself, except "optional". */
    static List<String> of(Subject subject, FieldFacts field) {
        List<String> rules = new ArrayList<>();
        field.checks().presence().demands().forEach(demand -> rules.add(demand.text() + subject.rule(demand.origin())));
        if (field.defaultText() != null) {
            rules.add("default " + field.defaultText());
        }
        rules.addAll(of(subject, field.demands()));
        for (FieldFacts.Other other : field.others()) {
            of(subject, other.shape().allDemands()).stream()
                    .filter(rule -> !rules.contains(rule))
                    .forEach(rule -> rules.add(other.where() + ": " + rule));
        }
        if (!field.checks().update().isEmpty()) {
            rules.add(field.checks().update() + " [" + Origin.IMMUTABLE + "]");
        }
        if (!field.where().gates().isEmpty()) {
            rules.add("while the feature " + Conditions.gates(field.where().gates())
                    + " is off, the server drops it unless the stored object uses the feature [" + Origin.DROPPED
                    + "]");
        }
        return rules;
    }

    /** The demands in the release with their conditions; combinations of gates with the same demand are merged. */
    static Map<Demand, String> byDemand(Subject subject, List<ColumnedDemand> demands) {
        Map<Demand, List<ColumnedDemand>> byDemand = new LinkedHashMap<>();
        demands.stream()
                .filter(demand -> subject.has(demand.where()))
                .forEach(demand -> byDemand.computeIfAbsent(demand.demand(), any -> new ArrayList<>())
                        .add(demand));
        Map<Demand, String> sentences = new LinkedHashMap<>();
        byDemand.forEach(
                (demand, same) -> sentences.put(demand, same.size() == 1 ? sentence(same.get(0)) : demand.text()));
        return sentences;
    }

    /** The demands, each with the name of its rule. */
    static List<String> of(Subject subject, List<ColumnedDemand> demands) {
        List<String> sentences = new ArrayList<>();
        byDemand(subject, demands).forEach((demand, text) -> sentences.add(text + subject.rule(demand.origin())));
        return sentences;
    }

    /** The distinct examples of the demands in the release, with the names of their rules. */
    static List<String> examples(Subject subject, List<ColumnedDemand> demands) {
        return demands.stream()
                .filter(demand -> subject.has(demand.where()))
                .map(ColumnedDemand::demand)
                .flatMap(demand -> examples(demand.example()).map(line -> line + " [" + demand.origin() + "]"))
                .distinct()
                .toList();
    }

    static Stream<String> examples(RuleText.@Nullable Example example) {
        if (example == null) {
            return Stream.empty();
        }
        Stream<String> both = Stream.of("valid: " + example.valid(), "invalid: " + example.invalid());
        return example.stored() == null ? both : Stream.concat(Stream.of("stored: " + example.stored()), both);
    }

    static String sentence(ColumnedDemand demand) {
        return demand.demand().text() + Conditions.of(demand.where());
    }
}
