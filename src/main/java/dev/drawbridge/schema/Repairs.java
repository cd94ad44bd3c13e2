package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Demand;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts mistakes right that have one meaning, as the hints about them say: fields in the wrong place, names and values
 * that are misspelled, levels that the version does not have, quotes that are missing or too many, and equal keys with
 * equal values. Other mistakes stay.
 */
final class Repairs {

    private final List<Repaired.Repair> repairs = new ArrayList<>();

    /** The fields that belong into an object around the one that has them. */
    private final List<Escaped> escaped = new ArrayList<>();

    private Repairs() {}

    /**
     * A field that belongs further up.
     *
     * @param home the type that has it
     */
    private record Escaped(
            ObjectNode home,
            String name,
            Value value,
            @Nullable Position key) {}

    static Repaired of(ObjectNode root, ObjectValue object) {
        Repairs repairs = new Repairs();
        ObjectValue repaired = repairs.object(root, object, List.of());
        boolean isWhole = repairs.escaped.isEmpty();
        return isWhole && !repairs.repairs.isEmpty()
                ? new Repaired(repaired, repairs.repairs)
                : new Repaired(object, List.of());
    }

    private void repaired(@Nullable Position position, String what) {
        repairs.add(new Repaired.Repair(position, what));
    }

    /**
     * An object with its fields where they belong.
     *
     * @param above the types of the objects around it, the nearest last
     */
    private ObjectValue object(ObjectNode type, ObjectValue object, List<ObjectNode> above) {
        int before = repairs.size();
        List<ObjectNode> around = new ArrayList<>(above);
        around.add(type);
        Map<String, FieldNode> holders = holders(type, object);
        ObjectValue.Builder fields = ObjectValue.at(object.position());
        Set<String> built = new LinkedHashSet<>();
        Map<String, Value> seen = new HashMap<>();
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            Value earlier = seen.putIfAbsent(name, object.value(i));
            FieldNode holder = holders.get(name);
            FieldNode field = type.field(name);
            if (earlier != null && JsonEquality.same(earlier, object.value(i))) {
                repaired(object.keyPosition(i), "removed the second " + name);
            } else if (holder != null) {
                repaired(object.keyPosition(i), "moved " + name + " into " + holder.name);
                if (object.get(holder.name) == null && built.add(holder.name)) {
                    fields.add(holder.name, held(holder, object, ObjectValue.at(null), holders, around), null);
                }
            } else if (field == null) {
                unknown(type, object, i, around, fields);
            } else if (holders.containsValue(field) && object.value(i) instanceof ObjectValue inner) {
                ObjectValue kept = object((ObjectNode) field.node, inner, around);
                ObjectValue.Builder more = kept.first(kept.size());
                fields.add(name, held(field, object, more, holders, around), object.keyPosition(i));
            } else {
                fields.add(name, value(field.node, object.value(i), around), object.keyPosition(i));
            }
        }
        boolean isAdopting = adopt(type, object, fields);
        return repairs.size() == before && !isAdopting ? object : fields.build();
    }

    /** For each field that belongs into one of the others, which that is. */
    private static Map<String, FieldNode> holders(ObjectNode type, ObjectValue object) {
        Map<String, FieldNode> holders = new HashMap<>();
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            FieldNode holder = type.field(name) == null && !type.table.isPart() ? Hints.holder(type, name) : null;
            if (holder != null) {
                Value inner = object.get(holder.name);
                FieldNode field = ((ObjectNode) holder.node).field(name);
                boolean isFree = inner == null || inner instanceof ObjectValue one && one.get(name) == null;
                if (isFree && field != null && isOfType(field.node, object.value(i))) {
                    holders.put(name, holder);
                }
            }
        }
        return holders;
    }

    /** An object with the fields that belong into it. */
    private ObjectValue held(
            FieldNode holder,
            ObjectValue object,
            ObjectValue.Builder fields,
            Map<String, FieldNode> holders,
            List<ObjectNode> around) {
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            FieldNode field = ((ObjectNode) holder.node).field(name);
            if (holders.get(name) == holder && field != null && object.indexOf(name) == i) {
                fields.add(name, value(field.node, object.value(i), around), object.keyPosition(i));
            }
        }
        return fields.build();
    }

    /** A field that the type does not have, and that belongs into none of its own. */
    private void unknown(
            ObjectNode type, ObjectValue object, int entry, List<ObjectNode> around, ObjectValue.Builder fields) {
        String name = object.key(entry);
        Value value = object.value(entry);
        Position key = object.keyPosition(entry);
        boolean isElsewhere = type.table.replacement(name) != null || type.table.elsewhere(name, type.target) != null;
        if (isElsewhere && value instanceof ObjectValue level && isLevel(type, object, level)) {
            repaired(key, "moved the fields of " + name + " one level up");
            for (int i = 0; i < level.size(); i++) {
                FieldNode field = type.field(level.key(i));
                Value inner = field == null ? level.value(i) : value(field.node, level.value(i), around);
                fields.add(level.key(i), inner, level.keyPosition(i));
            }
            return;
        }
        String meant = isElsewhere || type.table.isPart() ? null : Spelling.only(name, Hints.names(type));
        FieldNode named = meant == null ? null : type.field(meant);
        if (named != null && object.get(named.name) == null && isOfType(named.node, value)) {
            repaired(key, "renamed " + name + " to " + named.name);
            fields.add(named.name, value(named.node, value, around), key);
            return;
        }
        ObjectNode home = meant == null && !isElsewhere && !type.table.isPart() ? home(around, name) : null;
        if (home != null) {
            repaired(key, "moved " + name + " to where it belongs");
            escaped.add(new Escaped(home, name, value, key));
            return;
        }
        fields.add(name, value, key);
    }

    /** Whether the fields of an object are fields of the type, and the other object has none of them. */
    private static boolean isLevel(ObjectNode type, ObjectValue object, ObjectValue level) {
        for (int i = 0; i < level.size(); i++) {
            if (type.field(level.key(i)) == null || object.get(level.key(i)) != null) {
                return false;
            }
        }
        return level.size() > 0;
    }

    /** The one type around an object that has a field of this name; null where none has, or several. */
    private static @Nullable ObjectNode home(List<ObjectNode> around, String name) {
        ObjectNode home = null;
        for (ObjectNode type : around.subList(0, around.size() - 1)) {
            if (type.field(name) != null) {
                if (home != null) {
                    return null;
                }
                home = type;
            }
        }
        return home;
    }

    /** Takes in what belongs here; what is here already stays where it was, which leaves the whole object as it is. */
    private boolean adopt(ObjectNode type, ObjectValue object, ObjectValue.Builder fields) {
        boolean isAdopting = false;
        Set<String> names = new LinkedHashSet<>();
        for (Escaped one : List.copyOf(escaped)) {
            FieldNode field = type.field(one.name);
            boolean isHome = one.home == type && object.get(one.name) == null;
            if (isHome && field != null && isOfType(field.node, one.value) && names.add(one.name)) {
                fields.add(one.name, one.value, one.key);
                escaped.remove(one);
                isAdopting = true;
            }
        }
        return isAdopting;
    }

    private static boolean isOfType(Node type, Value value) {
        return value instanceof NullValue || TypeProblem.of(type, value) == null;
    }

    private Value value(Node type, Value value, List<ObjectNode> around) {
        if (type instanceof ObjectNode object && value instanceof ObjectValue one) {
            return object(object, one, around);
        }
        if (type instanceof ListNode list && value instanceof ListValue items) {
            int before = repairs.size();
            ListValue.Builder repaired = ListValue.at(items.position());
            for (int i = 0; i < items.size(); i++) {
                repaired.add(value(list.item(), items.get(i), around));
            }
            return repairs.size() == before ? items : repaired.build();
        }
        if (type instanceof MapNode map && value instanceof ObjectValue entries) {
            int before = repairs.size();
            ObjectValue.Builder repaired = ObjectValue.at(entries.position());
            for (int i = 0; i < entries.size(); i++) {
                repaired.add(entries.key(i), value(map.value(), entries.value(i), around), entries.keyPosition(i));
            }
            return repairs.size() == before ? entries : repaired.build();
        }
        return type instanceof ScalarNode scalar ? scalar(scalar, value) : value;
    }

    private Value scalar(ScalarNode type, Value value) {
        if (!Hints.ofQuotes(type.kind(), value).isEmpty()) {
            return quoted(type.kind(), value);
        }
        if (!(value instanceof StringValue text) || type.kind() != ScalarKind.STRING) {
            return value;
        }
        for (Constraint constraint : type.constraints()) {
            for (Demand demand : constraint.demands()) {
                List<String> allowed = allowed(demand);
                String meant = allowed.isEmpty() || allowed.contains(text.value())
                        ? null
                        : Spelling.only(text.value(), allowed);
                if (meant != null) {
                    repaired(value.position(), "replaced " + text.value() + " by " + meant);
                    return new StringValue(meant, null);
                }
            }
        }
        return value;
    }

    private static List<String> allowed(Demand demand) {
        List<String> allowed = new ArrayList<>();
        if (demand.origin() == Origin.ENUM && demand.keywords().get("enum") instanceof List<?> values) {
            for (Object one : values) {
                if (one instanceof String text && !text.isEmpty()) {
                    allowed.add(text);
                }
            }
        }
        return allowed;
    }

    /** The value with quotes, or without them. */
    private Value quoted(ScalarKind wanted, Value value) {
        if (value instanceof StringValue text) {
            repaired(value.position(), "removed the quotes of " + text.value());
            return wanted == ScalarKind.BOOLEAN
                    ? new BooleanValue(text.value().equals("true"), null)
                    : new NumberValue(text.value(), null);
        }
        repaired(value.position(), "put " + value.excerpt() + " in quotes");
        return new StringValue(value.excerpt(), null);
    }
}
