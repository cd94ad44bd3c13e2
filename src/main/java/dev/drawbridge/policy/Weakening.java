package dev.drawbridge.policy;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Choice MATCH_POLICY = new Choice("matchPolicy", "Equivalent", "Exact");
    private static final List<Choice> CHOICES = List.of(
            new Choice("failurePolicy", "Fail", "Ignore"),
            MATCH_POLICY,
            new Choice("parameterNotFoundAction", "Deny", "Allow"));

    private static final List<String> ACTIONS = List.of("Audit", "Warn", "Deny");
    private static final List<String> OPERATIONS = List.of("CONNECT", "CREATE", "DELETE", "UPDATE");
    private static final String ANY = "*";
    private static final int MOST_NAMES = 10;
    private static final Pattern SPACES_OR_LITERAL =
            Pattern.compile("\\s+|'(?:[^'\\\\]|\\\\.)*+'|\"(?:[^\"\\\\]|\\\\.)*+\"");

    /** The parts in which two forms of a policy, or of a binding, differ. */
    public static List<Weakening> of(ObjectValue before, ObjectValue now) {
        return new Comparison(before.object("spec"), now.object("spec"), FieldPath.of("spec"), new ArrayList<>())
                .policyOrBinding();
    }

    /**
     * A field with two values.
     *
     * @param strict the value that refuses more, which is the default
     */
    private record Choice(String field, String strict, String lax) {

        boolean isLax(ObjectValue holder) {
            return holder.string(field).equals(lax);
        }
    }

    private record Comparison(ObjectValue before, ObjectValue now, FieldPath path, List<Weakening> found) {

        List<Weakening> policyOrBinding() {
            choices();
            missing("validations");
            added("matchConditions");
            redefined();
            changed("paramKind");
            changed("policyName");
            in("matchConstraints").matches();
            if (before.has("matchResources") || now.has("matchResources")) {
                in("matchResources").matches();
            }
            in("paramRef").choices();
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

        private void choices() {
            for (Choice choice : CHOICES) {
                if (choice.isLax(now) && !choice.isLax(before)) {
                    found.add(new Weakening(path.child(choice.field), choice.lax, choice.strict));
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
        private void missing(String field) {
            List<String> before = texts(this.before, field);
            List<String> now = texts(this.now, field);
            for (int i = 0; i < before.size(); i++) {
                if (!now.contains(before.get(i))) {
                    boolean isReplaced = i < now.size() && !before.contains(now.get(i));
                    FieldPath at = path.child(field);
                    found.add(new Weakening(
                            isReplaced ? at.index(i).child("expression") : at,
                            isReplaced ? now.get(i) : "",
                            before.get(i)));
                }
            }
        }

        /** Reports entries that the old list does not have: any of them excludes requests. */
        private void added(String field) {
            List<String> before = texts(this.before, field);
            List<String> now = texts(this.now, field);
            for (int i = 0; i < now.size(); i++) {
                if (!before.contains(now.get(i))) {
                    found.add(new Weakening(path.child(field).index(i).child("expression"), now.get(i), ""));
                }
            }
        }

        /** Reports variables with another expression; a new one changes nothing that does not name it. */
        private void redefined() {
            Map<String, String> old = new HashMap<>();
            before.list("variables").objects().forEach(one -> old.put(one.string("name"), expression(one)));
            ListValue variables = now.list("variables");
            for (int i = 0; i < variables.size(); i++) {
                ObjectValue one = ObjectValue.orEmpty(variables.get(i));
                String other = old.getOrDefault(one.string("name"), expression(one));
                if (!other.equals(expression(one))) {
                    FieldPath at = path.child("variables").index(i).child("expression");
                    found.add(new Weakening(at, expression(one), other));
                }
            }
        }

        /** An expression in one line, unless it has comments, which end with their line. */
        private static String expression(ObjectValue one) {
            String text = one.string("expression").strip();
            return text.contains("//")
                    ? text
                    : SPACES_OR_LITERAL
                            .matcher(text)
                            .replaceAll(part -> part.group().isBlank() ? " " : Matcher.quoteReplacement(part.group()));
        }

        private static List<String> texts(ObjectValue spec, String field) {
            return spec.list(field).objects().stream()
                    .map(Comparison::expression)
                    .toList();
        }

        private void matches() {
            choices();
            for (String selector : List.of("namespaceSelector", "objectSelector")) {
                if (!new LabelSelector(now.object(selector)).covers(new LabelSelector(before.object(selector)))) {
                    add(selector);
                }
            }
            String lost = uncovered(rules(before), rules(now));
            if (!lost.isEmpty()) {
                found.add(new Weakening(path.child("resourceRules"), "", lost));
            }
            String excluded = "excludeResourceRules";
            if (MATCH_POLICY.isLax(before)
                    && !MATCH_POLICY.isLax(now)
                    && now.list(excluded).size() > 0) {
                // Rules that exclude match other versions of the resource, too.
                FieldPath at = path.child(MATCH_POLICY.field);
                found.add(new Weakening(at, MATCH_POLICY.strict, MATCH_POLICY.lax));
            }
            String more = uncovered(
                    now.list(excluded).objects(), before.list(excluded).objects());
            if (!more.isEmpty()) {
                found.add(new Weakening(path.child(excluded), more, ""));
            }
        }

        /** The rules of a binding or a policy; a binding without any matches what its policy does. */
        private static List<ObjectValue> rules(ObjectValue match) {
            List<ObjectValue> rules = match.list("resourceRules").objects();
            return rules.isEmpty() ? List.of(ObjectValue.EMPTY) : rules;
        }
    }

    public boolean isOfPolicyName() {
        return path.equals(FieldPath.of("spec", "policyName"));
    }

    private static String text(@Nullable Value value) {
        return value == null
                ? ""
                : value instanceof StringValue text ? text.value().strip() : value.excerpt();
    }

    /** What the first rules match and the second ones do not, in words; empty if there is nothing. */
    static String uncovered(List<ObjectValue> rules, List<ObjectValue> by) {
        List<Rule> all = by.stream().map(Rule::of).toList();
        return rules.stream()
                .flatMap(rule -> Rule.of(rule).without(all).stream())
                .findFirst()
                .map(Rule::toString)
                .orElse("");
    }

    /**
     * A rule about resources: it matches each combination of the entries of its parts.
     *
     * @param parts the entries of {@link #FIELDS}, then the scopes
     */
    private record Rule(List<List<String>> parts) {

        private static final String RESOURCES = "resources";
        private static final List<String> FIELDS =
                List.of("operations", "apiGroups", "apiVersions", RESOURCES, "resourceNames");

        static Rule of(ObjectValue rule) {
            List<List<String>> parts = new ArrayList<>();
            for (String field : FIELDS) {
                List<String> entries = rule.list(field).texts();
                boolean isAny = entries.isEmpty() || entries.contains(ANY) && !field.equals(RESOURCES);
                List<String> any =
                        field.equals(FIELDS.get(0)) ? OPERATIONS : List.of(field.equals(RESOURCES) ? "*/*" : ANY);
                parts.add(isAny ? any : entries);
            }
            String scope = rule.string("scope");
            parts.add(scope.isEmpty() || scope.equals(ANY) ? List.of("Cluster", "Namespaced") : List.of(scope));
            return new Rule(parts);
        }

        /** The rule without what others match: several rules that have no combination in common. */
        List<Rule> without(List<Rule> others) {
            List<Rule> left = List.of(this);
            for (Rule other : others) {
                left = left.stream().flatMap(one -> one.without(other).stream()).toList();
            }
            return left;
        }

        /** One rule for each part that is not covered, where the parts before are. */
        private List<Rule> without(Rule other) {
            List<Rule> left = new ArrayList<>();
            List<List<String>> covered = new ArrayList<>(parts);
            for (int i = 0; i < parts.size(); i++) {
                List<String> patterns = other.parts.get(i);
                List<String> in = new ArrayList<>();
                List<String> out = new ArrayList<>();
                parts.get(i).forEach(entry -> (covers(patterns, entry) ? in : out).add(entry));
                if (in.isEmpty()) {
                    return List.of(this);
                }
                if (!out.isEmpty()) {
                    covered.set(i, out);
                    left.add(new Rule(List.copyOf(covered)));
                }
                covered.set(i, in);
            }
            return left;
        }

        private static boolean covers(List<String> patterns, String entry) {
            return patterns.contains(entry)
                    || patterns.stream().anyMatch(one -> one.contains(ANY) && MatchResources.isResource(one, entry));
        }

        @Override
        public String toString() {
            List<String> words = parts.stream()
                    .map(part -> Printable.first(MOST_NAMES, part))
                    .toList();
            String names = words.get(4).equals(ANY) ? "" : " " + words.get(4);
            return words.get(0) + " of " + words.get(1) + "/" + words.get(2) + " " + words.get(3) + names;
        }
    }
}
