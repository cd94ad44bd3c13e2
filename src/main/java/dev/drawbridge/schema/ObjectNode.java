package dev.drawbridge.schema;

import dev.drawbridge.constraint.ObjectRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is left of an {@link ObjectSchema} for one target. */
final class ObjectNode implements Node {

    /** The fields of an object that were seen are bits of a long. */
    private static final int MAX_FIELDS = 64;

    final FieldNode[] fields;
    final FieldNode[] mattersWhenAbsent;
    final ObjectRule[] rules;

    /** Whether the server drops a field of it, or of what is below. */
    final boolean hasDropped;

    /** Whether a field of it, or of what is below, has its gate off. */
    final boolean hasGateOff;

    private final Map<String, FieldNode> byName;

    ObjectNode(List<FieldNode> fields, ObjectRule[] rules) {
        if (fields.size() > MAX_FIELDS) {
            throw new IllegalArgumentException("an object type has at most " + MAX_FIELDS + " fields");
        }
        this.fields = fields.toArray(FieldNode[]::new);
        this.mattersWhenAbsent =
                fields.stream().filter(FieldNode::mattersWhenAbsent).toArray(FieldNode[]::new);
        this.rules = rules;
        this.hasDropped = fields.stream().anyMatch(field -> field.dropped || isBelow(field, below -> below.hasDropped));
        this.hasGateOff = fields.stream().anyMatch(field -> field.gateOff || isBelow(field, below -> below.hasGateOff));
        this.byName = new HashMap<>(2 * fields.size());
        fields.forEach(field -> byName.put(field.name, field));
    }

    private static boolean isBelow(FieldNode field, Predicate<ObjectNode> fact) {
        ObjectNode objects = field.node.objects();
        return objects != null && fact.test(objects);
    }

    @Override
    public ObjectNode objects() {
        return this;
    }

    @Nullable
    FieldNode field(String name) {
        return byName.get(name);
    }
}
