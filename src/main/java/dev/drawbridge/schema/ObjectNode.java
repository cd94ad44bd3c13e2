package dev.drawbridge.schema;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.constraint.Unions;
import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The projection of an {@link ObjectSchema} for one target. */
final class ObjectNode implements TypeNode {

    private static final FieldNode[] NONE = {};

    final ObjectSchema table;
    final Target target;
    final FieldNode[] fields;
    final FieldNode[] mattersWhenAbsent;
    final ObjectRule[] rules;
    final List<Preparation> preparations;
    private final List<Others> others;

    /** The level that is not written here; null if all are. */
    final ObjectSchema.@Nullable Level unwritten;

    /** The fields that have a level of their own on the server, which is there as soon as one of them is written. */
    private final FieldNode[] level;

    /** The lists from which an update loses entries. */
    final FieldNode[] losingEntries;

    /** Whether the server drops a field of it, or takes entries out of one, or does so below. */
    final boolean hasDropped;

    /** Whether the gate of a field in it, at any depth, is off. */
    final boolean hasGateOff;

    /** Fields of other names; null for any name. */
    record Others(@Nullable LinearPattern names, TypeNode type) {}

    private final Map<String, FieldNode> byName = new HashMap<>();

    ObjectNode(
            ObjectSchema table,
            Target target,
            List<FieldNode> fields,
            ObjectRule[] rules,
            List<Preparation> preparations,
            List<Others> others,
            ObjectSchema.@Nullable Level unwritten) {
        this.table = table;
        this.target = target;
        this.fields = fields.toArray(NONE);
        this.rules = rules;
        this.preparations = preparations;
        this.others = others;
        this.unwritten = unwritten;
        List<FieldNode> mattering = new ArrayList<>();
        List<FieldNode> levelled = new ArrayList<>();
        List<FieldNode> losing = new ArrayList<>();
        boolean drops = false;
        boolean gatesOff = false;
        for (FieldNode field : fields) {
            byName.put(field.name, field);
            addIf(field.mattersWhenAbsent(), field, mattering);
            addIf(
                    unwritten != null
                            && unwritten.isOnServer()
                            && unwritten.fields().contains(field.name),
                    field,
                    levelled);
            addIf(field.removal != null, field, losing);
            ObjectNode below = in(field.node);
            drops |= field.dropped || field.removal != null || below != null && below.hasDropped;
            gatesOff |= field.gateOff || below != null && below.hasGateOff;
        }
        this.mattersWhenAbsent = mattering.toArray(NONE);
        this.level = levelled.toArray(NONE);
        this.losingEntries = losing.toArray(NONE);
        this.hasDropped = drops;
        this.hasGateOff = gatesOff;
    }

    /** Whether an object has a field of the type. */
    boolean hasAny(ObjectValue object) {
        return Arrays.stream(fields).anyMatch(field -> object.has(field.name));
    }

    /** Whether a field like this one is missing one level down, in an object that is missing, too. */
    boolean isMissingBelow(String name, Value value, ObjectValue object) {
        for (FieldNode field : fields) {
            FieldNode meant = field.node instanceof ObjectNode inner ? inner.field(name) : null;
            if (meant != null && !object.has(field.name)) {
                return !(meant.node instanceof ObjectNode below)
                        || value instanceof ObjectValue content && below.hasAny(content);
            }
        }
        return false;
    }

    /** The field that an object has instead of another one, beside which it must not be; null if there is none. */
    @Nullable
    FieldNode instead(FieldNode field, ObjectValue object) {
        return Arrays.stream(rules)
                .map(rule -> Unions.instead(rule, field.name, object))
                .filter(Objects::nonNull)
                .map(this::field)
                .findFirst()
                .orElse(null);
    }

    /** Whether an object has fields, and only fields of the type. */
    boolean hasAll(ObjectValue object) {
        return object.size() > 0 && object.keys().stream().allMatch(key -> field(key) != null);
    }

    /** The object type of a node, or of the entries of its list or map; null if there is none. */
    static @Nullable ObjectNode in(TypeNode node) {
        TypeNode below = node instanceof ListNode list ? list.item() : node instanceof MapNode map ? map.value() : node;
        return below instanceof ObjectNode object ? object : null;
    }

    private static void addIf(boolean isOne, FieldNode field, List<FieldNode> those) {
        if (isOne) {
            those.add(field);
        }
    }

    /** Whether the level that only the server has is there, be it empty since its fields were dropped. */
    boolean hasLevel(ObjectValue object) {
        for (FieldNode field : level) {
            Value value = object.get(field.name);
            if (value instanceof ListValue || NullValue.isDropped(value) || field.isSet(value)) {
                return true;
            }
        }
        return false;
    }

    /** The field whose value other versions have instead of the object: its only scalar. */
    FieldNode onlyScalar() {
        List<FieldNode> scalars = Arrays.stream(fields)
                .filter(field -> field.node instanceof ScalarNode)
                .toList();
        if (scalars.size() != 1) {
            throw new IllegalStateException(table.name() + " has " + scalars.size() + " scalar fields, expected 1");
        }
        return scalars.get(0);
    }

    @Override
    public boolean isObject() {
        return true;
    }

    /** The type of a field that is not one of the table; null if there is none. */
    @Nullable
    TypeNode other(String name) {
        for (Others one : others) {
            if (one.names == null || one.names.isIn(name)) {
                return one.type;
            }
        }
        return null;
    }

    @Nullable
    FieldNode field(String name) {
        return byName.get(name);
    }
}
