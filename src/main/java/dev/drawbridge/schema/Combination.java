package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Further types of a value, without columns, as JSON Schema combines schemas. */
public final class Combination implements Constraint {

    /** Which of the types a value must have. */
    public enum Keyword {
        ALL("allOf", "must match %s further schemas"),
        ANY("anyOf", "must match one of %s alternatives"),
        ONE("oneOf", "must match exactly one of %s alternatives"),
        NONE("not", "must not match the schema under \"not\""),
        /** All, if it is an object, or a list, as they are. */
        PART("", "");

        /** The keyword of JSON Schema; empty if there is none. */
        public final String word;

        private final String sentence;

        Keyword(String word, String sentence) {
            this.word = word;
            this.sentence = sentence;
        }
    }

    private final Keyword keyword;
    private final List<FieldType> types;
    private final List<TypeNode> nodes;
    private final Decoder decoder;
    private final Demand demand;

    /**
     * A combination of types.
     *
     * @param keywords the same as JSON Schema
     */
    public Combination(Keyword keyword, List<FieldType> types, Decoder decoder, Map<String, Object> keywords) {
        String sentence = keyword.sentence.replace("%s", Integer.toString(types.size()));
        this.keyword = keyword;
        this.types = types;
        this.nodes = types.stream().map(Projector::ofDriver).toList();
        this.decoder = decoder;
        this.demand = new Demand(Origin.DRIVER_PARAMETERS, sentence, keywords);
    }

    /** The type of those values that are objects or lists, if the constraint is about them. */
    static Optional<FieldType> part(Constraint constraint) {
        return constraint instanceof Combination one && one.keyword == Keyword.PART
                ? Optional.of(one.types.get(0))
                : Optional.empty();
    }

    @Override
    public List<Demand> demands() {
        return keyword == Keyword.PART ? List.of() : List.of(demand);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        boolean isPart = value instanceof ObjectValue || value instanceof ListValue;
        if (keyword == Keyword.ALL || keyword == Keyword.PART) {
            nodes.stream()
                    .filter(node -> keyword == Keyword.ALL || isPart && TypeProblem.of(node, value) == null)
                    .forEach(node -> walk(node, value, context));
            return;
        }
        long matches = nodes.stream()
                .filter(node -> {
                    ValidationContext apart = new ValidationContext(null);
                    walk(node, value, apart);
                    return apart.errors().isEmpty();
                })
                .count();
        boolean isMet = keyword == Keyword.NONE ? matches == 0 : keyword == Keyword.ONE ? matches == 1 : matches > 0;
        if (!isMet) {
            Demand unmet = matches > 1 ? demand.adding("matches " + matches) : demand;
            context.report(ErrorType.INVALID, isPart ? null : value, unmet);
        }
    }

    private void walk(TypeNode node, Value value, ValidationContext context) {
        UnknownNames names = node instanceof ObjectNode root ? new UnknownNames(root) : null;
        new SchemaWalker(context, decoder, names, ObjectValue.orEmpty(value)).value(node, value, null);
    }
}
