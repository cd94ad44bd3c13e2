package dev.drawbridge.schema;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Suggestion.Kind;
import dev.drawbridge.schema.UnknownName.Move;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The hints and suggestions for the unknown fields of one object. */
final class FieldSuggestions {

    private static final Pattern ENTRY = Pattern.compile("\\[[^]]*]");

    private final ObjectNode root;
    private final ObjectValue whole;

    /** The meanings of names, since a mistake may be repeated in each entry of a list. */
    private final Map<Place, UnknownName> names = new HashMap<>();

    private final Map<ObjectValue, Set<String>> adopted = new IdentityHashMap<>();

    /** The object of the last unknown field, and the fields of it that move, by index. */
    private ObjectValue last = ObjectValue.EMPTY;

    private Map<Integer, Move> moves = Map.of();

    /** The last object with a repeated key, and the first value of each of its keys. */
    private ObjectValue repeating = ObjectValue.EMPTY;

    private final Map<String, Value> firsts = new HashMap<>();

    private record Place(ObjectNode type, String path, String name) {}

    FieldSuggestions(ObjectNode root, ObjectValue whole) {
        this.root = root;
        this.whole = whole;
    }

    /**
     * What to do about an unknown field.
     *
     * @param hint the end of a sentence
     * @param suggestion a change if it has only one meaning; null otherwise
     * @param possible the names of the missing fields of its object that it may be meant for
     */
    record Advice(String hint, @Nullable Suggestion suggestion, List<String> possible) {}

    /**
     * What to do about an unknown field.
     *
     * @param path the path of the object that has the field, as text
     * @param fields the path of the field, with keys of maps as fields
     */
    Advice of(ObjectNode type, ObjectValue object, int entry, String path, FieldPath fields) {
        UnknownName unknown = unknown(type, path, object.key(entry));
        Suggestion suggestion = suggestion(type, object, entry, path, fields);
        if (isName(unknown, type, object, entry, fields.parent())) {
            List<String> possible = suggestion == null ? unknown.names(object) : List.of();
            return new Advice("write \"name: " + object.key(entry) + "\"", suggestion, possible);
        }
        if (suggestion != null && suggestion.kind() == Kind.INTO && suggestion.isOfEntry()) {
            return new Advice(ofEntry(suggestion), suggestion, List.of());
        }
        FieldPath home = suggestion == null || suggestion.kind() != Kind.OUT || suggestion.target() == null
                ? null
                : suggestion.target().parent();
        boolean isHome = home != null && !home.steps().isEmpty();
        Move move = unknown.move;
        if (move != null && !move.isRename() && !isFree(move, object)) {
            return new Advice("remove it: " + move.holder().name + " has it already", suggestion, List.of());
        }
        FieldNode instead = move == null ? null : type.instead(move.holder(), object);
        if (move != null && instead != null) {
            ObjectNode inner = ObjectNode.in(instead.node);
            boolean isThere = inner != null && inner.field(move.field().name) != null;
            String place = (instead.node instanceof ListNode ? "an entry of " : "") + instead.name;
            String hint = isThere
                    ? "it belongs in " + place + (move.isRename() ? ", as " + move.field().name : "")
                    : "remove it: " + instead.name + " does not have it";
            return new Advice(hint, null, List.of());
        }
        boolean isLost = suggestion == null && unknown.nearest.isEmpty() && unknown.elsewhere == null && move == null;
        Around around = isLost ? home(type, object, Objects.requireNonNull(fields.parent()), object.key(entry)) : null;
        FieldNode same = around == null ? null : around.type.field(object.key(entry));
        if (around != null
                && same != null
                && around.object.has(same.name)
                && TypeProblem.fits(same.node, object.value(entry))) {
            String there = around.path.steps().isEmpty() ? "the top level" : around.path.toString();
            return new Advice("remove it: " + there + " has it already", null, List.of());
        }
        boolean isLevel = suggestion != null && suggestion.kind() == Kind.UP && unknown.elsewhere == null;
        String hint = isLevel ? UnknownName.UP : isHome ? "it belongs in " + home : unknown.hint(path, object);
        return new Advice(hint, suggestion, unknown.names(object));
    }

    private UnknownName unknown(ObjectNode type, String path, String name) {
        String here = ENTRY.matcher(path).replaceAll("[]");
        return names.computeIfAbsent(
                new Place(type, here, name), place -> new UnknownName(root, place.type, place.path, place.name));
    }

    private @Nullable Suggestion suggestion(
            ObjectNode type, ObjectValue object, int entry, String path, FieldPath fields) {
        Position position = object.keyPosition(entry);
        FieldPath container = fields.parent();
        if (position == null || container == null) {
            return null;
        }
        Suggestion first = ofEmptyList(type, object, entry, fields);
        if (first != null) {
            return first;
        }
        Map<Integer, Move> moving = moves(type, object, path);
        Move move = moving.get(entry);
        if (move != null) {
            FieldPath target = container.child(move.holder().name).child(move.field().name);
            // Of a part of a type, fields without a row may belong there, too.
            boolean areAllKnown = moving.keySet().stream().allMatch(i -> type.table.covers(object.key(i)))
                    || IntStream.range(0, object.size())
                            .allMatch(i -> moving.containsKey(i) || type.field(object.key(i)) != null);
            return new Suggestion(Kind.INTO, position, fields, target, "", "", move.isGuess() || !areAllKnown);
        }
        String name = object.key(entry);
        Value value = object.value(entry);
        UnknownName unknown = unknown(type, path, name);
        if (unknown.move != null && isRepeatedIn(unknown.move, object, value)) {
            return Suggestion.remove(Kind.DUPLICATE, position, fields);
        }
        if (isName(unknown, type, object, entry, container)) {
            return value instanceof StringValue
                    ? null
                    : new Suggestion(Kind.NAME, position, fields, container.child("name"), "", "", false);
        }
        boolean isNowhere = unknown.isNowhere(object);
        boolean isLevel = unknown.elsewhere != null || unknown.repeatsObject() || unknown.hasHome() || isNowhere;
        if (isLevel
                && value instanceof ObjectValue level
                && (type.hasAll(level) || unknown.elsewhere != null && type.hasAny(level))
                && IntStream.range(0, level.size()).noneMatch(i -> object.get(level.key(i)) != null)) {
            return new Suggestion(Kind.UP, position, fields, container, "", "", isNowhere);
        }
        if (unknown.elsewhere != null) {
            return null;
        }
        FieldNode meant = unknown.meant(object);
        if (meant != null && object.get(meant.name) == null && TypeProblem.fits(meant.node, value)) {
            FieldPath target = container.child(meant.name);
            boolean isGuess = unknown.isGuess(meant);
            return isGuess && value instanceof NullValue
                    ? null
                    : new Suggestion(Kind.RENAME, position, fields, target, "", "", isGuess);
        }
        if (!type.table.covers(name)) {
            return null;
        }
        Around around = unknown.isAlike ? null : home(type, object, container, name);
        FieldNode field = around == null || around.object.has(name) ? null : around.type.field(name);
        if (around != null
                && field != null
                && !(value instanceof NullValue)
                && TypeProblem.isOfType(field.node, value)
                && adopted.computeIfAbsent(around.object, none -> new HashSet<>())
                        .add(name)) {
            FieldPath home = around.path.child(name);
            return new Suggestion(Kind.OUT, position, fields, home, "", "", isOfSeveral(container, around.path));
        }
        // An object or list is more than a switch or a number: what it means belongs elsewhere.
        boolean isContent = value instanceof ObjectValue || value instanceof ListValue;
        return isNowhere && !isContent && unknown.isRemovable(object) && !unknown.hasRelated(object)
                ? Suggestion.remove(Kind.REMOVE, position, fields)
                : null;
    }

    /** Whether the key that begins the entry of a list is its name: it has no value, the entry, or another name. */
    private static boolean isName(
            UnknownName unknown, ObjectNode type, ObjectValue object, int entry, @Nullable FieldPath container) {
        Value value = object.value(entry);
        return container != null
                && container.name() == null
                && entry == 0
                && !unknown.isAlike
                && !unknown.isOfOther()
                && object.key(0).equals(object.key(0).toLowerCase(Locale.ROOT))
                && !object.has("name")
                && type.field("name") != null
                && (value instanceof NullValue
                        || value instanceof ObjectValue content && type.hasAll(content)
                        || value instanceof StringValue && object.size() == 1);
    }

    /**
     * The removal of an entry that is equal to the first with its key. If one of the object's duplicates is not, two
     * objects have become one: a new entry of a list begins with the key that began the first, or below an empty list.
     */
    @Nullable
    Suggestion ofDuplicate(@Nullable ObjectNode type, ObjectValue object, int entry, FieldPath fields) {
        Position position = object.keyPosition(entry);
        if (position == null || fields.parent() == null) {
            return null;
        }
        if (IntStream.range(0, object.size()).allMatch(i -> isSameAsFirst(object, i))) {
            return Suggestion.remove(Kind.DUPLICATE, position, fields);
        }
        Suggestion first = type == null ? null : ofEmptyList(type, object, entry, fields);
        int begin = entry;
        while (begin > 0 && !object.key(begin).equals(object.key(0))) {
            begin--;
        }
        Position start = object.keyPosition(begin);
        return first != null || begin == 0 || start == null || !fields.parent().isEntry()
                ? first
                : new Suggestion(Kind.SPLIT, start, fields.parent().child(object.key(0)), null, "", "", true);
    }

    /** The hint for a field of an entry without its dash. */
    static String ofEntry(Suggestion suggestion) {
        return "put \"- \" before it: it begins an entry of " + suggestion.holder();
    }

    /** The move of a field into the first entry of the list above it that has none; null if there is no such list. */
    private static @Nullable Suggestion ofEmptyList(ObjectNode type, ObjectValue object, int entry, FieldPath fields) {
        int above = TypeProblem.emptyListAbove(type, object, entry);
        Position position = object.keyPosition(entry);
        if (above < 0 || position == null || fields.parent() == null) {
            return null;
        }
        FieldPath target = fields.parent().child(object.key(above)).index(0).child(object.key(entry));
        return Suggestion.move(Kind.INTO, position, fields, target);
    }

    /** Whether an entry is equal to the first with its key, or is the first. */
    private boolean isSameAsFirst(ObjectValue object, int entry) {
        if (repeating != object) {
            repeating = object;
            firsts.clear();
            for (int i = 0; i < object.size(); i++) {
                firsts.putIfAbsent(object.key(i), object.value(i));
            }
        }
        Value first = firsts.get(object.key(entry));
        return first != null && JsonEquality.same(first, object.value(entry));
    }

    private Map<Integer, Move> moves(ObjectNode type, ObjectValue object, String path) {
        if (object != last) {
            last = object;
            moves = found(type, object, path);
        }
        return moves;
    }

    private Map<Integer, Move> found(ObjectNode type, ObjectValue object, String path) {
        Map<Integer, Move> found = new TreeMap<>();
        Set<Move> unfit = new HashSet<>();
        Set<String> seen = new HashSet<>();
        Set<String> ambiguous = ambiguous(object);
        // Only so many errors are kept.
        for (int i = 0; i < object.size() && seen.size() < ValidationContext.MAX_ERRORS; i++) {
            String name = object.key(i);
            boolean isUnknown = type.field(name) == null
                    && (type.table.covers(name) || type.isMissingBelow(name, object.value(i), object))
                    && seen.add(name)
                    && !ambiguous.contains(name);
            Move move = isUnknown ? unknown(type, path, name).move : null;
            if (move != null && isFree(move, object) && type.instead(move.holder(), object) == null) {
                found.put(i, move);
                if (!TypeProblem.fits(move.field().node, object.value(i))) {
                    unfit.add(move);
                }
            }
        }
        // A value of a different type moves only together with others: alone it may be another field.
        found.values()
                .removeIf(move -> unfit.contains(move)
                        && (move.isRename()
                                || found.values().stream()
                                        .noneMatch(
                                                other -> other.holder() == move.holder() && !unfit.contains(other))));
        Map<FieldNode, Integer> counts = new HashMap<>();
        found.values().forEach(move -> counts.merge(move.field(), 1, Integer::sum));
        found.values().removeIf(move -> move.isRename() && counts.getOrDefault(move.field(), 0) > 1);
        return found;
    }

    private static boolean isFree(Move move, ObjectValue object) {
        Value inner = object.get(move.holder().name);
        return inner == null
                || inner instanceof NullValue
                || inner instanceof ObjectValue one && one.get(move.field().name) == null;
    }

    private static boolean isRepeatedIn(Move move, ObjectValue object, Value value) {
        return !move.isRename()
                && object.get(move.holder().name) instanceof ObjectValue inner
                && JsonEquality.same(inner.get(move.field().name), value);
    }

    /** The keys of duplicate entries that are not all equal. */
    private Set<String> ambiguous(ObjectValue object) {
        return object.hasRepeatedKey()
                ? IntStream.range(0, object.size())
                        .filter(i -> !isSameAsFirst(object, i))
                        .mapToObj(object::key)
                        .collect(Collectors.toSet())
                : Set.of();
    }

    private record Around(ObjectNode type, ObjectValue object, FieldPath path) {}

    /** The one object around another whose type has a field of this name; null if none has, or several. */
    private @Nullable Around home(ObjectNode type, ObjectValue object, FieldPath container, String name) {
        List<Around> homes = around(type, object, container).stream()
                .filter(around -> around.type.field(name) != null)
                .toList();
        return homes.size() == 1 ? homes.get(0) : null;
    }

    /** Whether an object is in one of several entries of a list: a field that leaves it then counts for all of them. */
    private boolean isOfSeveral(FieldPath object, FieldPath home) {
        FieldPath path = object;
        while (path.parent() != null && !path.equals(home)) {
            FieldPath around = path.parent();
            if (path.name() == null && Locator.value(whole, around) instanceof ListValue list && list.size() > 1) {
                return true;
            }
            path = around;
        }
        return false;
    }

    /** The objects around an object, the outermost first; empty if the path does not lead to it. */
    private List<Around> around(ObjectNode type, ObjectValue object, FieldPath container) {
        List<Around> around = new ArrayList<>();
        TypeNode here = root;
        Value value = whole;
        FieldPath path = FieldPath.ROOT;
        for (FieldPath step : container.steps()) {
            String name = step.name();
            TypeNode inner = null;
            if (here instanceof ObjectNode outer && value instanceof ObjectValue one && name != null) {
                around.add(new Around(outer, one, path));
                FieldNode field = outer.field(name);
                inner = field == null ? null : field.node;
            } else if (here instanceof MapNode map) {
                inner = map.value();
            } else if (here instanceof ListNode list) {
                inner = list.item();
            }
            if (name != null) {
                value = value instanceof ObjectValue one ? one.get(name) : null;
            } else {
                value = value instanceof ListValue list && step.index() < list.size() ? list.get(step.index()) : null;
            }
            if (inner == null || value == null) {
                return List.of();
            }
            here = inner;
            path = step;
        }
        return here == type && value == object ? around : List.of();
    }
}
