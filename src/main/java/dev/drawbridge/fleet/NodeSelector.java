package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Strconv;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects nodes by labels and fields; one term must match. Source: {@code
 * k8s.io/component-helpers/scheduling/corev1/nodeaffinity}.
 *
 * @param terms a term without requirements matches no node
 */
public record NodeSelector(List<Term> terms) {

    /** Reads a v1.NodeSelector; null for other values. */
    public static @Nullable NodeSelector of(@Nullable Value value) {
        return value instanceof ObjectValue selector
                ? new NodeSelector(Fields.objects(selector.list("nodeSelectorTerms"), Term::of))
                : null;
    }

    /** Requirements that must all be met. */
    public record Term(List<Requirement> labels, List<Requirement> fields) {

        private static Term of(ObjectValue term) {
            return new Term(
                    Fields.objects(term.list("matchExpressions"), Requirement::of),
                    Fields.objects(term.list("matchFields"), Requirement::of));
        }

        @Override
        public String toString() {
            String text = Stream.concat(labels.stream(), fields.stream())
                    .map(Requirement::toString)
                    .collect(Collectors.joining(" && "));
            return text.isEmpty() ? "an empty term, which matches no node" : text;
        }

        boolean matches(Node node, boolean ifUnknown) {
            return !(labels.isEmpty() && fields.isEmpty())
                    && labels.stream()
                            .allMatch(each -> node.knowsLabel(each.key())
                                    ? each.accepts(node.labels().get(each.key()))
                                    : ifUnknown)
                    && fields.stream()
                            .allMatch(each -> each.accepts(each.key().equals("metadata.name") ? node.name() : null));
        }
    }

    /** A requirement for a label or field. */
    public record Requirement(String key, String operator, List<String> values) {

        private static Requirement of(ObjectValue requirement) {
            return new Requirement(
                    requirement.string("key"),
                    requirement.string("operator"),
                    requirement.list("values").texts());
        }

        @Override
        public String toString() {
            String problem = problem();
            return key + " " + operator + (values.isEmpty() ? "" : " " + values)
                    + (problem == null ? "" : ": " + problem);
        }

        /** Whether a label or field with this value meets it; null for a node without the label. */
        public boolean accepts(@Nullable String value) {
            return switch (operator) {
                case "In" -> value != null && values.contains(value);
                case "NotIn" -> value == null || !values.contains(value);
                case "Exists" -> value != null;
                case "DoesNotExist" -> value == null;
                case "Gt" -> compared(value) > 0;
                case "Lt" -> compared(value) < 0;
                default -> false;
            };
        }

        /** Why no scheduler can read it, although the API server accepts text to compare with; null if one can. */
        private @Nullable String problem() {
            return switch (operator) {
                case "In", "NotIn", "Exists", "DoesNotExist" -> null;
                case "Gt", "Lt" ->
                    values.size() == 1 && Strconv.int64(values.get(0)) != null
                            ? null
                            : "for 'Gt', 'Lt' operators, the value must be an integer";
                default -> "unknown operator";
            };
        }

        /** The sign of the difference; 0 if one of them is not an integer. */
        private int compared(@Nullable String value) {
            Long one = value == null ? null : Strconv.int64(value);
            Long other = values.size() == 1 ? Strconv.int64(values.get(0)) : null;
            return one == null || other == null ? 0 : Long.compare(one, other);
        }
    }

    /** A requirement for one value of a label that each matching node has; null if there is none. */
    public @Nullable Requirement ofOneValue() {
        return terms.size() != 1
                ? null
                : terms.get(0).labels().stream()
                        .filter(each ->
                                each.operator().equals("In") && each.values().size() == 1)
                        .findFirst()
                        .orElse(null);
    }

    /** The requirement that no scheduler can read, so that each node is an error; null if all can be read. */
    public @Nullable String unreadable() {
        return terms.stream()
                .flatMap(term -> term.labels().stream())
                .filter(one -> one.problem() != null)
                .map(Requirement::toString)
                .findFirst()
                .orElse(null);
    }

    /** Whether a term certainly matches the node. */
    public boolean matches(Node node) {
        return matches(node, false);
    }

    /** Whether a term matches the node; requirements for unknown labels are met if {@code ifUnknown}. */
    public boolean matches(Node node, boolean ifUnknown) {
        return terms.stream().anyMatch(term -> term.matches(node, ifUnknown));
    }
}
