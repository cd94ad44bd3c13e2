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
import dev.drawbridge.schema.Repaired.Kind;
import dev.drawbridge.schema.Repaired.Repair;
import dev.drawbridge.schema.Repaired.Wish;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fixes unambiguous mistakes, as described by their hints: misplaced fields, misspelled names and values, levels that
 * the version does not have, missing or superfluous quotes, and duplicate keys with equal values. Other mistakes
 * remain.
 */
final class Repairs {

    private final ObjectNode root;
    private final Wish wish;

    /** Fields that no enclosing object could take. */
    private final Set<String> homeless;

    private final FieldMoves fieldMoves = new FieldMoves();
    private final List<Repair> repairs = new ArrayList<>();

    /** The fields that belong into an object around the one that has them. */
    private final List<Escaped> escaped = new ArrayList<>();

    /** What is known of names, since a mistake may be repeated in each entry of a list. */
    private final Map<UnknownName, Likeness> likenesses = new HashMap<>();

    /** A name that no field of the type at the path has. */
    private record UnknownName(ObjectNode type, String path, String name) {}

    /**
     * What an unknown name may mean.
     *
     * @param isAlike whether a field of the type, or one level down, is spelled alike
     * @param isNowhere whether no field anywhere is meant
     */
    private record Likeness(boolean isAlike, boolean isNowhere) {

        static Likeness of(UnknownName unknown, ObjectNode root) {
            ObjectNode type = unknown.type;
            String name = unknown.name;
            boolean isAlike = Spelling.nearest(name, Hints.names(type)) != null
                    || Spelling.nearest(name, Hints.namesBelow(type)) != null;
            boolean isNowhere = !isAlike
                    && type.table.replacement(name) == null
                    && Hints.holder(type, name) == null
                    && FieldHomes.of(root, unknown.path, name) == null;
            return new Likeness(isAlike, isNowhere);
        }
    }

    private Repairs(ObjectNode root, Wish wish, Set<String> homeless) {
        this.root = root;
        this.wish = wish;
        this.homeless = homeless;
    }

    /**
     * A field that belongs further up.
     *
     * @param home the type that has it
     */
    private record Escaped(
            String repair,
            ObjectNode home,
            String name,
            Value value,
            @Nullable Position key) {}

    /** The repairs that are wanted. */
    static Repaired of(ObjectNode root, ObjectValue object, Wish wish) {
        Set<String> homeless = new HashSet<>();
        while (true) {
            Repairs repairs = new Repairs(root, wish, homeless);
            ObjectValue repaired = repairs.object(root, object, "", List.of());
            if (repairs.escaped.isEmpty()) {
                return repairs.repairs.isEmpty()
                        ? new Repaired(object, List.of())
                        : new Repaired(repaired, repairs.repairs);
            }
            // Each round leaves at least one more in its place.
            repairs.escaped.forEach(one -> homeless.add(one.repair));
        }
    }

    private boolean isDone(
            Kind kind, @Nullable Position position, String what, boolean isUnsafe, @Nullable Value value) {
        Repair repair = new Repair(kind, position, what, isUnsafe, value);
        boolean isDone =
                (wish.isUnsafe() || !isUnsafe) && wish.isWanted().test(repair.id()) && !homeless.contains(repair.id());
        if (isDone) {
            repairs.add(repair);
        }
        return isDone;
    }

    /**
     * An object with its fields in their right places.
     *
     * @param path its path, such as {@code spec.devices.requests[]}
     * @param above the types of the objects around it, the nearest last
     */
    private ObjectValue object(ObjectNode type, ObjectValue object, String path, List<ObjectNode> above) {
        int before = repairs.size();
        int escapedBefore = escaped.size();
        List<ObjectNode> around = new ArrayList<>(above);
        around.add(type);
        Map<Integer, FieldMoves.Move> moves = fieldMoves.of(type, object);
        moves.entrySet()
                .removeIf(one -> !isDone(
                        one.getValue().isRename() ? Kind.NAME : Kind.PLACE,
                        object.keyPosition(one.getKey()),
                        one.getValue().what(object.key(one.getKey())),
                        false,
                        object.value(one.getKey())));
        Set<String> holders = new HashSet<>();
        moves.values().forEach(move -> holders.add(move.holder().name));
        ObjectValue.Builder fields = ObjectValue.at(object.position());
        Set<String> built = new LinkedHashSet<>();
        Map<String, Value> seen = new HashMap<>();
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            Value earlier = seen.putIfAbsent(name, object.value(i));
            FieldMoves.Move move = moves.get(i);
            FieldNode field = type.field(name);
            if (earlier != null
                    && JsonEquality.same(earlier, object.value(i))
                    && isDone(Kind.DUPLICATE, object.keyPosition(i), "removed the second " + name, false, null)) {
                continue;
            }
            if (move != null) {
                FieldNode holder = move.holder();
                if (object.get(holder.name) == null && built.add(holder.name)) {
                    ObjectValue.Builder inner = ObjectValue.at(null);
                    fields.add(holder.name, held(holder, object, inner, moves, path, around), null);
                }
            } else if (field == null) {
                unknown(type, object, i, path, around, fields);
            } else if (holders.contains(name) && object.value(i) instanceof ObjectValue inner) {
                ObjectValue kept = object((ObjectNode) field.node, inner, below(path, name), around);
                ObjectValue.Builder more = kept.first(kept.size());
                fields.add(name, held(field, object, more, moves, path, around), object.keyPosition(i));
            } else {
                Value value = value(field.node, object.value(i), below(path, name), around);
                fields.add(name, value, object.keyPosition(i));
            }
        }
        boolean isAdopting = adopt(type, object, escaped.subList(escapedBefore, escaped.size()), fields);
        return repairs.size() == before && !isAdopting ? object : fields.build();
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** An object with the fields that belong into it. */
    private ObjectValue held(
            FieldNode holder,
            ObjectValue object,
            ObjectValue.Builder fields,
            Map<Integer, FieldMoves.Move> moves,
            String path,
            List<ObjectNode> around) {
        String inside = below(path, holder.name);
        for (int i = 0; i < object.size(); i++) {
            FieldMoves.Move move = moves.get(i);
            if (move != null && move.holder() == holder) {
                String name = move.field().name;
                fields.add(
                        name,
                        value(move.field().node, object.value(i), below(inside, name), around),
                        object.keyPosition(i));
            }
        }
        return fields.build();
    }

    /** A field that the type does not have, and that belongs into none of its own. */
    private void unknown(
            ObjectNode type,
            ObjectValue object,
            int entry,
            String path,
            List<ObjectNode> around,
            ObjectValue.Builder fields) {
        String name = object.key(entry);
        Value value = object.value(entry);
        Position key = object.keyPosition(entry);
        boolean isElsewhere = type.table.replacement(name) != null || type.table.elsewhere(name, type.target) != null;
        if (isElsewhere && lifted(type, object, entry, path, around, fields)) {
            return;
        }
        if (type.table.isPart()) {
            fields.add(name, value, key);
            return;
        }
        FieldNode named = isElsewhere ? null : FieldMoves.meant(type, object, name, value);
        if (named != null && isDone(Kind.NAME, key, "renamed " + name + " to " + named.name, false, value)) {
            fields.add(named.name, value(named.node, value, below(path, named.name), around), key);
            return;
        }
        Likeness likeness =
                likenesses.computeIfAbsent(new UnknownName(type, path, name), unknown -> Likeness.of(unknown, root));
        ObjectNode home = likeness.isAlike || isElsewhere ? null : home(around, name);
        String what = "moved " + name + " to where it belongs";
        if (home != null && isDone(Kind.PLACE, key, what, false, value)) {
            escaped.add(new Escaped(key + " " + what, home, name, value, key));
            return;
        }
        if (likeness.isNowhere && isDone(Kind.REMOVED, key, "removed " + name + ", an unknown field", true, null)) {
            return;
        }
        fields.add(name, value, key);
    }

    /** Whether the field is a level that the version does not have, whose fields were added in its place. */
    private boolean lifted(
            ObjectNode type,
            ObjectValue object,
            int entry,
            String path,
            List<ObjectNode> around,
            ObjectValue.Builder fields) {
        String what = "moved the fields of " + object.key(entry) + " one level up";
        if (!(object.value(entry) instanceof ObjectValue level)
                || !isLevel(type, object, level)
                || !isDone(Kind.PLACE, object.keyPosition(entry), what, false, level)) {
            return false;
        }
        for (int i = 0; i < level.size(); i++) {
            FieldNode field = type.field(level.key(i));
            Value inner =
                    field == null ? level.value(i) : value(field.node, level.value(i), below(path, field.name), around);
            fields.add(level.key(i), inner, level.keyPosition(i));
        }
        return true;
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

    /** The one type around an object that has a field of this name; null if none has, or several. */
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

    /**
     * Adopts the fields that belong here; existing fields remain.
     *
     * @param inner the fields that were moved out of the object's own fields; those of other objects do not belong here
     */
    private static boolean adopt(ObjectNode type, ObjectValue object, List<Escaped> inner, ObjectValue.Builder fields) {
        Set<String> names = new LinkedHashSet<>();
        inner.removeIf(one -> {
            FieldNode field = type.field(one.name);
            boolean isHome = one.home == type && object.get(one.name) == null;
            boolean isAdopted = isHome && field != null && isOfType(field.node, one.value) && names.add(one.name);
            if (isAdopted) {
                fields.add(one.name, one.value, one.key);
            }
            return isAdopted;
        });
        return !names.isEmpty();
    }

    static boolean isOfType(TypeNode type, Value value) {
        return value instanceof NullValue || TypeProblem.of(type, value) == null;
    }

    private Value value(TypeNode type, Value value, String path, List<ObjectNode> around) {
        if (type instanceof ObjectNode object && value instanceof ObjectValue one) {
            return object(object, one, path, around);
        }
        if (type instanceof ListNode list && value instanceof ListValue items) {
            int before = repairs.size();
            ListValue.Builder repaired = ListValue.at(items.position());
            for (int i = 0; i < items.size(); i++) {
                repaired.add(value(list.item(), items.get(i), path + "[]", around));
            }
            return repairs.size() == before ? items : repaired.build();
        }
        if (type instanceof MapNode map && value instanceof ObjectValue entries) {
            int before = repairs.size();
            ObjectValue.Builder repaired = ObjectValue.at(entries.position());
            for (int i = 0; i < entries.size(); i++) {
                Value entry = value(map.value(), entries.value(i), path + "[]", around);
                repaired.add(entries.key(i), entry, entries.keyPosition(i));
            }
            return repairs.size() == before ? entries : repaired.build();
        }
        if (type instanceof ObjectNode object && !(value instanceof ListValue) && !(value instanceof NullValue)) {
            return wrapped(object, value);
        }
        return type instanceof ScalarNode scalar ? scalar(scalar, value) : value;
    }

    /** A value instead of an object that has one field for it. */
    private Value wrapped(ObjectNode type, Value value) {
        List<FieldNode> holders = Hints.holdersOf(type, value);
        if (holders.size() != 1 || type.table.isPart()) {
            return value;
        }
        String holder = holders.get(0).name;
        return isDone(Kind.PLACE, value.position(), "moved " + value.excerpt() + " into " + holder, false, value)
                ? ObjectValue.at(null).add(holder, value, null).build()
                : value;
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
                String what = "replaced " + text.value() + " by " + meant;
                if (meant != null && isDone(Kind.VALUE, value.position(), what, false, value)) {
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
        Position position = value.position();
        if (value instanceof StringValue text) {
            if (!isDone(Kind.QUOTES, position, "removed the quotes of " + text.value(), false, value)) {
                return value;
            }
            return wanted == ScalarKind.BOOLEAN
                    ? new BooleanValue(text.value().equals("true"), null)
                    : new NumberValue(text.value(), null);
        }
        String known = position == null ? null : wish.written().apply(position);
        String written = known == null ? value.excerpt() : known;
        // 010 is the number eight: whether that was meant, or the text 010, is not known.
        boolean isOther = value instanceof NumberValue && !written.equals(value.excerpt());
        String what = "put " + written + " in quotes" + (isOther ? ", which was the number " + value.excerpt() : "");
        return isDone(Kind.QUOTES, position, what, isOther, value) ? new StringValue(written, null) : value;
    }
}
