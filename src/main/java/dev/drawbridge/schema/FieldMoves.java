package dev.drawbridge.schema;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Spelling;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds fields of an object that belong in one of its other fields. */
final class FieldMoves {

    /** Moves of names by type, since a mistake may be repeated in each entry of a list. */
    private final Map<ObjectNode, Map<String, Optional<Move>>> known = new HashMap<>();

    /**
     * The right place for a field.
     *
     * @param holder the field that holds it
     * @param field the field that it is there
     * @param isRename whether its name is another there
     */
    record Move(FieldNode holder, FieldNode field, boolean isRename) {

        /** The description of the move for a field of this name. */
        String what(String name) {
            return isRename
                    ? "renamed " + name + " to " + field.name + " and moved it into " + holder.name
                    : "moved " + name + " into " + holder.name;
        }
    }

    /** The moves by entry index. */
    Map<Integer, Move> of(ObjectNode type, ObjectValue object) {
        Map<Integer, Move> moves = new TreeMap<>();
        if (type.table.isPart()) {
            return moves;
        }
        Set<Move> unfit = new HashSet<>();
        Set<String> seen = new HashSet<>();
        Set<String> ambiguous = ambiguous(object);
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            Move move = seen.add(name) && !ambiguous.contains(name) ? move(type, object, name) : null;
            if (move != null) {
                moves.put(i, move);
                if (!fits(move.field.node, object.value(i))) {
                    unfit.add(move);
                }
            }
        }
        // A value of a different type moves only together with others: alone it may be another field.
        moves.values()
                .removeIf(move -> unfit.contains(move)
                        && (move.isRename
                                || moves.values().stream()
                                        .noneMatch(other -> other.holder == move.holder && !unfit.contains(other))));
        Map<String, Integer> counts = new HashMap<>();
        moves.values().forEach(move -> counts.merge(move.holder.name + "." + move.field.name, 1, Integer::sum));
        moves.values()
                .removeIf(
                        move -> move.isRename && counts.getOrDefault(move.holder.name + "." + move.field.name, 0) > 1);
        return moves;
    }

    /** The keys of duplicate entries that are not all equal. */
    private static Set<String> ambiguous(ObjectValue object) {
        Map<String, Value> first = new HashMap<>();
        Set<String> ambiguous = new HashSet<>();
        for (int i = 0; i < object.size(); i++) {
            Value earlier = first.putIfAbsent(object.key(i), object.value(i));
            if (earlier != null && !JsonEquality.same(earlier, object.value(i))) {
                ambiguous.add(object.key(i));
            }
        }
        return ambiguous;
    }

    private @Nullable Move move(ObjectNode type, ObjectValue object, String name) {
        if (type.field(name) != null) {
            return null;
        }
        Move move = known.computeIfAbsent(type, none -> new HashMap<>())
                .computeIfAbsent(name, none -> Optional.ofNullable(move(type, name)))
                .orElse(null);
        if (move == null) {
            return null;
        }
        Value inner = object.get(move.holder.name);
        boolean isFree = inner == null || inner instanceof ObjectValue one && one.get(move.field.name) == null;
        return isFree ? move : null;
    }

    private static @Nullable Move move(ObjectNode type, String name) {
        FieldNode holder = Hints.holder(type, name);
        return holder == null ? renamed(type, name) : new Move(holder, ofHolder(holder, name), false);
    }

    private static FieldNode ofHolder(FieldNode holder, String name) {
        FieldNode field = ((ObjectNode) holder.node).field(name);
        if (field == null) {
            throw new IllegalStateException(holder.name + " has no field " + name);
        }
        return field;
    }

    /** A field one level down that is spelled alike, if none of the type itself is and no other version has it. */
    private static @Nullable Move renamed(ObjectNode type, String name) {
        String meant = Hints.meantBelow(type, name);
        FieldNode holder = meant == null ? null : Hints.holder(type, meant);
        return meant == null || holder == null ? null : new Move(holder, ofHolder(holder, meant), true);
    }

    /** The only field with a similar name that is unset and has the type of the value; null if there is none. */
    static @Nullable FieldNode meant(ObjectNode type, ObjectValue object, String name, Value value) {
        String meant = Spelling.only(name, Hints.names(type));
        FieldNode field = meant == null ? null : type.field(meant);
        return field != null && object.get(field.name) == null && fits(field.node, value) ? field : null;
    }

    /** Whether the value is of the type, or would be with quotes or without them. */
    private static boolean fits(TypeNode type, Value value) {
        return Repairs.isOfType(type, value)
                || type instanceof ScalarNode scalar
                        && !Hints.ofQuotes(scalar.kind(), value).isEmpty();
    }
}
