package dev.drawbridge.policy;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a policy or a binding by which its new form may allow what its old form refuses. A part that can only
 * refuse more, such as a further validation, is none; messages and audit annotations decide nothing.
 *
 * @param path in the new form
 * @param now the part in the new form; empty if it does not have it
 * @param before the part in the old form; empty if it does not have it
 */
public record Weakening(FieldPath path, String now, String before) {

    /** Enumerations with the value that refuses more first, which is their default. */
    private static final List<List<String>> RANKS = List.of(
            List.of("failurePolicy", "Fail", "Ignore"),
            List.of("matchPolicy", "Equivalent", "Exact"),
            List.of("parameterNotFoundAction", "Deny", "Allow"));

    private static final List<String> ACTIONS = List.of("Audit", "Warn", "Deny");
    private static final List<String> OPERATIONS = List.of("CONNECT", "CREATE", "DELETE", "UPDATE");
    private static final String RESOURCES = "resources";
    private static final List<String> RULE =
            List.of("operations", "apiGroups", "apiVersions", RESOURCES, "resourceNames");
    private static final String ANY = "*";

    /** The parts in which two forms of a policy, or of a binding, differ. */
    public static List<Weakening> of(ObjectValue before, ObjectValue now) {
        return new Comparison(before.object("spec"), now.object("spec"), FieldPath.of("spec"), new ArrayList<>())
                .policyOrBinding();
    }

    private record Comparison(ObjectValue before, ObjectValue now, FieldPath path, List<Weakening> found) {

        List<Weakening> policyOrBinding() {
            ranks();
            missing("validations", "expression");
            added("matchConditions", "expression");
            changed("variables");
            changed("paramKind");
            changed("policyName");
            in("matchConstraints").matches();
            if (before.has("matchResources") || now.has("matchResources")) {
                in("matchResources").matches();
            }
            in("paramRef").ranks();
            Stream.of("name", "namespace", "selector").forEach(in("paramRef")::changed);
            if (strength(now) < strength(before)) {
                add("validationActions");
            }
            return found;
        }

        private static int strength(ObjectValue spec) {
            return spec.list("validationActions").texts().stream()
                    .mapToInt(ACTIONS::indexOf)
                    .max()
                    .orElse(-1);
        }

        private Comparison in(String field) {
            return new Comparison(before.object(field), now.object(field), path.child(field), found);
        }

        private void ranks() {
            for (List<String> rank : RANKS) {
                String value = now.string(rank.get(0));
                if (value.equals(rank.get(2)) && !before.string(rank.get(0)).equals(value)) {
                    found.add(new Weakening(path.child(rank.get(0)), value, rank.get(1)));
                }
            }
        }

        private void changed(String field) {
            if (!JsonEquality.same(before.get(field), now.get(field))) {
                add(field);
            }
        }

        private void add(String field) {
            found.add(new Weakening(path.child(field), text(now.get(field)), text(before.get(field))));
        }

        /** Reports entries that the new list does not have: all of them must hold. */
        private void missing(String field, String key) {
            ListValue all = now.list(field);
            List<String> before = texts(this.before, field, key);
            List<String> now = texts(this.now, field, key);
            for (int i = 0; i < before.size(); i++) {
                if (!now.contains(before.get(i))) {
                    boolean isReplaced = i < now.size() && !before.contains(now.get(i));
                    FieldPath at = path.child(field);
                    found.add(new Weakening(
                            isReplaced ? at.index(i).child(key) : at,
                            isReplaced ? text(ObjectValue.orEmpty(all.get(i)).get(key)) : "",
                            before.get(i)));
                }
            }
        }

        /** Reports entries that the old list does not have: any of them excludes requests. */
        private void added(String field, String key) {
            List<String> before = texts(this.before, field, key);
            List<String> now = texts(this.now, field, key);
            for (int i = 0; i < now.size(); i++) {
                if (!before.contains(now.get(i))) {
                    found.add(new Weakening(path.child(field).index(i).child(key), now.get(i), ""));
                }
            }
        }

        private static List<String> texts(ObjectValue spec, String field, String key) {
            return spec.list(field).objects().stream()
                    .map(one -> one.string(key).strip())
                    .toList();
        }

        private void matches() {
            ranks();
            for (String selector : List.of("namespaceSelector", "objectSelector")) {
                if (!requirements(before, selector).containsAll(requirements(now, selector))) {
                    add(selector);
                }
            }
            String lost = uncovered(rules(before), rules(now));
            if (!lost.isEmpty()) {
                found.add(new Weakening(path.child("resourceRules"), "", lost));
            }
            String excluded = "excludeResourceRules";
            String more = uncovered(
                    now.list(excluded).objects(), before.list(excluded).objects());
            if (!more.isEmpty()) {
                found.add(new Weakening(path.child(excluded), more, ""));
            }
        }

        private static List<String> requirements(ObjectValue match, String field) {
            ObjectValue selector = match.object(field);
            ObjectValue labels = selector.object("matchLabels");
            List<String> all = new ArrayList<>();
            for (int i = 0; i < labels.size(); i++) {
                all.add(labels.key(i) + "=" + labels.value(i).json());
            }
            selector.list("matchExpressions").objects().forEach(one -> all.add(one.json()));
            return all;
        }

        /** The rules of a binding or a policy; a binding without any matches what its policy does. */
        private static List<ObjectValue> rules(ObjectValue match) {
            List<ObjectValue> rules = match.list("resourceRules").objects();
            return rules.isEmpty() ? List.of(ObjectValue.EMPTY) : rules;
        }
    }

    /** Whether a binding names another policy. */
    public boolean isOfPolicyName() {
        return path.equals(FieldPath.of("spec", "policyName"));
    }

    private static String text(@Nullable Value value) {
        return value == null
                ? ""
                : value instanceof StringValue text ? text.value().strip() : value.excerpt();
    }

    /** The parts of a rule: it matches each combination of their entries. */
    private static List<List<String>> parts(ObjectValue rule) {
        List<List<String>> parts = new ArrayList<>();
        for (String field : RULE) {
            List<String> entries = rule.list(field).texts();
            boolean isAny = entries.isEmpty() || entries.contains(ANY) && !field.equals(RESOURCES);
            List<String> any = field.equals(RULE.get(0)) ? OPERATIONS : List.of(field.equals(RESOURCES) ? "*/*" : ANY);
            parts.add(isAny ? any : entries);
        }
        String scope = rule.string("scope");
        parts.add(scope.isEmpty() || scope.equals(ANY) ? List.of("Cluster", "Namespaced") : List.of(scope));
        return parts;
    }

    /** What the first rules match and the second ones do not, in words; empty if there is nothing. */
    private static String uncovered(List<ObjectValue> rules, List<ObjectValue> by) {
        List<List<List<String>>> all = by.stream().map(Weakening::parts).toList();
        return rules.stream()
                .map(rule -> left(parts(rule), all))
                .filter(rule -> !rule.isEmpty())
                .findFirst()
                .map(rule -> {
                    List<String> parts =
                            rule.stream().map(part -> String.join(", ", part)).toList();
                    String names = parts.get(4).equals(ANY) ? "" : " " + parts.get(4);
                    return parts.get(0) + " of " + parts.get(1) + "/" + parts.get(2) + " " + parts.get(3) + names;
                })
                .orElse("");
    }

    /** The part of a rule that others do not cover, even together: it is split where one of them covers some of it. */
    private static List<List<String>> left(List<List<String>> rule, List<List<List<String>>> by) {
        List<List<List<String>>> near = by.stream()
                .filter(one ->
                        parts(rule).allMatch(i -> rule.get(i).stream().anyMatch(entry -> covers(one.get(i), entry))))
                .toList();
        if (near.isEmpty()) {
            return rule;
        }
        List<List<String>> one = near.get(0);
        OptionalInt part = parts(rule)
                .filter(i -> !rule.get(i).stream().allMatch(entry -> covers(one.get(i), entry)))
                .findFirst();
        return part.isEmpty()
                ? List.of()
                : rule.get(part.getAsInt()).stream()
                        .map(entry -> {
                            List<List<String>> alone = new ArrayList<>(rule);
                            alone.set(part.getAsInt(), List.of(entry));
                            return left(alone, near);
                        })
                        .filter(entry -> !entry.isEmpty())
                        .findFirst()
                        .orElse(List.of());
    }

    private static IntStream parts(List<List<String>> rule) {
        return IntStream.range(0, rule.size());
    }

    private static boolean covers(List<String> patterns, String entry) {
        String[] parts = entry.split("/", 2);
        return patterns.contains(entry)
                || patterns.stream()
                        .anyMatch(one -> MatchResources.isResource(one, parts[0], parts.length > 1 ? parts[1] : ""));
    }
}
