package dev.drawbridge.schema;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is left of an {@link ObjectSchema} for one target. */
final class ObjectNode implements Node {

    /** The fields of an object that were seen are bits of a long. */
    private static final int MAX_FIELDS = 64;

    final FieldNode[] fields;
    final FieldNode[] mattersWhenAbsent;
    final ObjectRule[] rules;

    /** The fields that have a level of their own on the server, which is there as soon as one of them is written. */
    private final FieldNode[] level;

    /** The lists from which an update loses entries. */
    final FieldNode[] losingEntries;

    /** Whether the server drops a field of it, or takes entries out of one, or does so below. */
    final boolean hasDropped;

    /** Whether a field of it, or of what is below, has its gate off. */
    final boolean hasGateOff;

    /** The fields by the length of their names, which hardly two have in common: faster than a hash. */
    private final FieldNode[][] byLength;

    ObjectNode(List<FieldNode> fields, ObjectRule[] rules, Set<String> level) {
        if (fields.size() > MAX_FIELDS) {
            throw new IllegalArgumentException("an object type has at most " + MAX_FIELDS + " fields");
        }
        this.fields = fields.toArray(FieldNode[]::new);
        this.mattersWhenAbsent =
                fields.stream().filter(FieldNode::mattersWhenAbsent).toArray(FieldNode[]::new);
        this.rules = rules;
        this.level = fields.stream().filter(field -> level.contains(field.name)).toArray(FieldNode[]::new);
        this.losingEntries =
                fields.stream().filter(field -> field.removal != null).toArray(FieldNode[]::new);
        this.hasDropped = fields.stream()
                .anyMatch(field -> field.dropped || field.removal != null || isBelow(field, below -> below.hasDropped));
        this.hasGateOff = fields.stream().anyMatch(field -> field.gateOff || isBelow(field, below -> below.hasGateOff));
        this.byLength = byLength(fields);
    }

    private static FieldNode[][] byLength(List<FieldNode> fields) {
        int longest =
                fields.stream().mapToInt(field -> field.name.length()).max().orElse(0);
        FieldNode[][] byLength = new FieldNode[longest + 1][];
        for (int i = 0; i <= longest; i++) {
            int length = i;
            byLength[i] = fields.stream()
                    .filter(field -> field.name.length() == length)
                    .toArray(FieldNode[]::new);
        }
        return byLength;
    }

    private static boolean isBelow(FieldNode field, Predicate<ObjectNode> fact) {
        ObjectNode objects = field.node.objects();
        return objects != null && fact.test(objects);
    }

    /** Whether the level that only the server has is there, be it empty since its fields were taken away. */
    boolean hasLevel(ObjectValue object) {
        for (FieldNode field : level) {
            Value value = object.get(field.name);
            if (value != null && (value == NullValue.TAKEN_AWAY || value instanceof ListValue || field.isSet(value))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public ObjectNode objects() {
        return this;
    }

    @Nullable
    FieldNode field(String name) {
        if (name.length() < byLength.length) {
            for (FieldNode field : byLength[name.length()]) {
                if (field.name.equals(name)) {
                    return field;
                }
            }
        }
        return null;
    }
}
