package dev.drawbridge.schema;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The possible meanings of a field name that an object type does not have, at one place of the whole type. A field of
 * the type or one level down is meant if it is spelled alike, or else if it is the only one of its {@link Likeness}.
 */
final class UnknownName {

    /** The hint for a level too many. */
    static final String UP = "move its content up by one level";

    private static final int MAX_SHOWN = 2;

    /** The length from which a name may be a part of a longer one. */
    private static final int MIN_PART = 5;

    /** The length from which a name may be like another in a weaker way. */
    private static final int MIN_LETTERS = 4;

    /** How a name may mean a field whose name is spelled differently, from the least likely way on. */
    private enum Likeness {
        NONE,

        /** One has the other as a part, or they begin alike, as {@code params} and {@code parameters}. */
        RELATED,

        /** It leaves out letters from the start of a word on, as {@code expr} does of {@code expression}. */
        SHORT,

        /** The field begins or ends with it, as {@code deviceClassName} does with {@code deviceClass}. */
        PART,

        /** Users call the field so. */
        ALIAS
    }

    private final String path;
    private final String name;
    private final String lower;

    /** The place that a misplaced field moves to; null if no field one level down is meant, or several are. */
    final @Nullable Move move;

    /** A replacement, or the versions and releases that have the field, as the end of a sentence; null for none. */
    final @Nullable String elsewhere;

    /** Whether another field of the type replaces it. */
    private final boolean isReplaced;

    /** Whether a field of the type, or one level down, is spelled alike. */
    final boolean isAlike;

    private final Map<String, FieldNode> own;

    private final ObjectNode type;

    private final ObjectNode root;

    /** The only field of the type that takes any object; null if there is none. */
    private final @Nullable String any;

    /** The fields of the type that are most likely meant. */
    final List<FieldNode> nearest;

    /** Where the field exists, level by level; empty if a field that is meant is found before. */
    private final List<String> homes;

    /**
     * A place in an object next to the field.
     *
     * @param holder the field that has the object
     * @param field the field in that object
     * @param isRename whether it has another name there
     * @param isGuess whether a person must look at it
     */
    record Move(FieldNode holder, FieldNode field, boolean isRename, boolean isGuess) {}

    /** A place of the whole type; its path is made for the few that have the field. */
    private record Home(@Nullable Home around, String step, ObjectNode type, int depth) {

        String path() {
            return around == null || around.step.isEmpty() ? step : around.path() + "." + step;
        }
    }

    /** The meanings of a name in an object at a path, such as {@code spec.devices.requests[]}, below a root type. */
    UnknownName(ObjectNode root, ObjectNode type, String path, String name) {
        this.path = path;
        this.name = name;
        this.lower = name.toLowerCase(Locale.ROOT);
        String replacement = type.table.replacement(name);
        String other = replacement != null ? null : type.table.elsewhere(name, type.target);
        this.isReplaced = replacement != null;
        this.elsewhere = replacement != null ? replacement : other == null ? null : "it " + other;
        FieldNode holder = replacement != null ? null : holder(type, name);
        Map<String, FieldNode> fields = new LinkedHashMap<>();
        Arrays.stream(type.fields).forEach(field -> fields.put(field.name, field));
        Map<String, FieldNode> below = below(type);
        this.own = fields;
        this.type = type;
        this.root = root;
        List<String> open = fields.values().stream()
                .filter(one -> one.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.RAW)
                .map(one -> one.name)
                .toList();
        this.any = open.size() == 1 ? open.get(0) : null;
        // Of a type that may have others of such names, a field is only named.
        Map<String, FieldNode> whole = type.table.covers(name) ? fields : Map.of();
        List<FieldNode> likely = alike(fields);
        likely = likely.isEmpty() && holder == null ? like(whole, Likeness.PART) : likely;
        List<FieldNode> inner = alike(below);
        inner = inner.isEmpty() ? like(below, Likeness.PART) : inner;
        this.isAlike = !likely.isEmpty() || !inner.isEmpty();
        boolean isKnown = elsewhere != null || holder != null || !likely.isEmpty() || inner.size() == 1;
        this.homes = isKnown ? List.of() : homes(root, path, name);
        if (!isKnown && homes.isEmpty()) {
            likely = like(whole, Likeness.SHORT);
            inner = likely.isEmpty() ? like(below, Likeness.SHORT) : List.of();
        }
        // "poolName" is pool.name, though it begins like pool.
        Move composed = elsewhere == null && alike(fields).isEmpty() ? composed() : null;
        if (composed != null) {
            this.nearest = List.of();
            this.move = composed;
            return;
        }
        boolean isBelow = holder == null && elsewhere == null && likely.isEmpty() && inner.size() == 1;
        FieldNode target = isBelow ? holder(type, inner.get(0).name) : holder;
        FieldNode moved = isBelow
                ? inner.get(0)
                : target != null && target.node instanceof ObjectNode object ? object.field(name) : null;
        this.nearest = likely;
        this.move =
                target == null || moved == null ? null : new Move(target, moved, isBelow, isBelow && isGuess(moved));
    }

    /** The field in an object next to this one whose names together are this name; null if there is none. */
    private @Nullable Move composed() {
        for (FieldNode holder : type.fields) {
            for (FieldNode one : holder.node instanceof ObjectNode object ? object.fields : new FieldNode[0]) {
                if (!holder.ignored && name.equalsIgnoreCase(holder.name + one.name)) {
                    return new Move(holder, one, true, false);
                }
            }
        }
        return null;
    }

    /** The only field of an object type whose object has a field with this name; null if there is none, or several. */
    private static @Nullable FieldNode holder(ObjectNode type, String name) {
        FieldNode holder = null;
        for (FieldNode field : type.fields) {
            if (!field.ignored && field.node instanceof ObjectNode inner && inner.field(name) != null) {
                if (holder != null) {
                    return null;
                }
                holder = field;
            }
        }
        return holder;
    }

    /** The fields whose names have the fewest mistakes. */
    private List<FieldNode> alike(Map<String, FieldNode> fields) {
        return Spelling.alike(name, fields.keySet()).stream().map(fields::get).toList();
    }

    /** The fields that the name may mean, if it is as like to one of them as this; empty if there are too many. */
    private List<FieldNode> like(Map<String, FieldNode> fields, Likeness least) {
        Map<Likeness, List<FieldNode>> like = fields.values().stream().collect(Collectors.groupingBy(this::likeness));
        List<FieldNode> called = like.getOrDefault(Likeness.ALIAS, List.of());
        List<FieldNode> all = fields.values().stream()
                .filter(one -> likeness(one).compareTo(Likeness.SHORT) >= 0)
                .toList();
        // Of many, those that begin with it are meant.
        List<FieldNode> few = all.size() <= MAX_SHOWN
                ? all
                : all.stream().filter(one -> one.name.startsWith(name)).toList();
        boolean isAny = like.keySet().stream().anyMatch(one -> one.compareTo(least) >= 0);
        return !isAny || called.isEmpty() && few.size() > MAX_SHOWN ? List.of() : called.isEmpty() ? few : called;
    }

    private Likeness likeness(FieldNode field) {
        String other = field.name.toLowerCase(Locale.ROOT);
        int shorter = Math.min(lower.length(), other.length());
        int same = Spelling.common(lower, other);
        if (field.aliases.stream().anyMatch(name::equalsIgnoreCase)) {
            return Likeness.ALIAS;
        }
        if (lower.length() >= MIN_PART && isEnd(lower, other)) {
            return Likeness.PART;
        }
        if (shorter < MIN_LETTERS) {
            return lower.length() > 1 && (other.startsWith(lower) || isOneLetterLess(other))
                    ? Likeness.SHORT
                    : Likeness.NONE;
        }
        boolean isRelated = isEnd(other, lower) || other.contains(lower) || same >= MIN_LETTERS && 2 * same >= shorter;
        return isShortFor(field.name) ? Likeness.SHORT : isRelated ? Likeness.RELATED : Likeness.NONE;
    }

    /** Whether one letter of another name is missing, which is not its first. */
    private boolean isOneLetterLess(String other) {
        int same = Spelling.common(lower, other);
        return same > 0 && other.length() == lower.length() + 1 && other.endsWith(lower.substring(same));
    }

    /** Whether the letters of the name are in another one in this order, from the start of a word on. */
    private boolean isShortFor(String other) {
        int found = 0;
        for (int i = 0; i < other.length() && found < lower.length(); i++) {
            boolean isStart = found > 0 || i == 0 || Character.isUpperCase(other.charAt(i));
            found += isStart && Character.toLowerCase(other.charAt(i)) == lower.charAt(found) ? 1 : 0;
        }
        return found == lower.length() && other.length() <= MIN_LETTERS * lower.length();
    }

    /** Whether a person must look at it: a few letters may mean any field, and a switch is not turned on by a guess. */
    boolean isGuess(FieldNode field) {
        return Spelling.nearest(name, List.of(field.name)) == null
                && (!isAlike
                        || nearest.size() > 1
                        || likeness(field) != Likeness.PART
                        || field.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.BOOLEAN);
    }

    private static boolean isEnd(String part, String whole) {
        return whole.startsWith(part) || whole.endsWith(part);
    }

    /** The fields one level down, by their names. */
    private static Map<String, FieldNode> below(ObjectNode type) {
        Map<String, FieldNode> below = new LinkedHashMap<>();
        for (FieldNode field : type.fields) {
            if (!field.ignored && field.node instanceof ObjectNode inner) {
                Arrays.stream(inner.fields).forEach(one -> below.put(one.name, one));
            }
        }
        return below;
    }

    boolean repeatsObject() {
        return endsWith(path, name);
    }

    /** Whether the field exists elsewhere in the object, in not too many places. */
    boolean hasHome() {
        return !homes.isEmpty() && homes.size() <= MAX_SHOWN;
    }

    /** Whether it is the name of a field of another object, or of another version. */
    boolean isOfOther() {
        return elsewhere != null || move != null || repeatsObject() || !homes.isEmpty();
    }

    /** Whether no field is meant. */
    boolean isNowhere(ObjectValue object) {
        boolean isMeant = isAlike || elsewhere != null || move != null || !nearest.isEmpty();
        return !isMeant && !hasHome() && guess(object) == null;
    }

    /**
     * The field of the type that is meant, or the only unset one that is related; null if there are several, or if the
     * name has another place.
     */
    @Nullable
    FieldNode meant(ObjectValue object) {
        List<FieldNode> alike =
                nearest.stream().filter(one -> !isReplaced(one, object)).toList();
        if (alike.size() == 1) {
            return alike.get(0);
        }
        List<FieldNode> possible = possible(object);
        if (!alike.isEmpty()) {
            return only(possible.stream().filter(alike::contains).toList());
        }
        FieldNode related = only(own.values().stream()
                .filter(one -> !object.has(one.name) && !isReplaced(one, object) && likeness(one) != Likeness.NONE)
                .toList());
        if (move != null || elsewhere != null || hasHome() && !isName(related, object)) {
            return null;
        }
        return related != null
                ? related
                : only(possible.stream().filter(one -> isNeeded(one, object)).toList());
    }

    private static @Nullable FieldNode only(List<FieldNode> fields) {
        return fields.size() == 1 ? fields.get(0) : null;
    }

    /** The unset fields of the type that may have the value. */
    List<FieldNode> possible(ObjectValue object) {
        return own.values().stream().filter(one -> isPossible(one, object)).toList();
    }

    private boolean isPossible(FieldNode field, ObjectValue object) {
        Value value = object.get(name);
        return value != null && !field.ignored && !object.has(field.name) && mayHave(field.node, value);
    }

    /** The names of the missing fields of an object that may be meant. */
    List<String> names(ObjectValue object) {
        boolean isAny = isReplaced || elsewhere == null && !type.hasAny(object);
        return own.values().stream()
                .filter(one -> !object.has(one.name)
                        && (isAny || nearest.contains(one) || elsewhere == null && isPossible(one, object)))
                .map(one -> one.name)
                .toList();
    }

    /** Whether a related scalar is what an object without any known field is about, as the name of a reference. */
    private boolean isName(@Nullable FieldNode related, ObjectValue object) {
        return related != null && related.node instanceof ScalarNode && !type.hasAny(object);
    }

    /** Whether the object has a field of the type that is spelled a little like the name. */
    boolean hasRelated(ObjectValue object) {
        return own.values().stream().anyMatch(one -> object.has(one.name) && likeness(one) != Likeness.NONE);
    }

    /**
     * Whether an object means the same without the field: it has other fields, and lacks none that the value may be
     * meant for. A toleration without its key, or a selector without its driver, matches more than was meant.
     */
    boolean isRemovable(ObjectValue object) {
        return type.hasAny(object) && (hasRelated(object) || possible(object).isEmpty());
    }

    private static boolean mayHave(TypeNode type, Value value) {
        return TypeProblem.fits(type, value)
                && (!(value instanceof ObjectValue content)
                        || !(type instanceof ObjectNode object)
                        || object.hasAll(content));
    }

    /** Whether an object lacks the field, or looks like it: a field whose name says nothing is meant to be that one. */
    private boolean isNeeded(FieldNode field, ObjectValue object) {
        return any == null
                && (!hasRelated(object) || nearest.stream().anyMatch(one -> isReplaced(one, object)))
                && (field.presence == Presence.REQUIRED
                        || field.node instanceof ObjectNode
                        || unions(field).anyMatch(one -> one.stream().noneMatch(object::has)));
    }

    /** Whether the object has the only one of several fields that it may have, of which this is one. */
    private boolean isReplaced(FieldNode field, ObjectValue object) {
        return unions(field).anyMatch(one -> one.stream().anyMatch(object::has));
    }

    /** The names of the fields that exclude each other, of each union with this one. */
    private Stream<List<String>> unions(FieldNode field) {
        return Arrays.stream(type.rules)
                .flatMap(rule -> rule.demands().stream())
                .filter(demand -> demand.origin() == Origin.UNION)
                .map(Demand::others)
                .filter(names -> names.contains(field.name));
    }

    /** What a person may mean: a related field, or one that has any; null if there is none. */
    private @Nullable String guess(ObjectValue object) {
        FieldNode meant = meant(object);
        String holder = any != null ? any : map(object);
        return meant != null ? "did you mean " + meant.name + "?" : holder == null ? null : "move it into " + holder;
    }

    /** The map that the field may be an entry of: the only field of the type, or the only one with such objects. */
    private @Nullable String map(ObjectValue object) {
        if (!(object.get(name) instanceof ObjectValue content)) {
            return type.fields.length == 1 && type.fields[0].node instanceof MapNode ? type.fields[0].name : null;
        }
        FieldNode of = only(own.values().stream()
                .filter(one -> one.node instanceof MapNode entries
                        && entries.value() instanceof ObjectNode entry
                        && entry.hasAll(content))
                .toList());
        return of == null ? null : of.name;
    }

    /** The end of a sentence on a field at the path with its indexes: the meaning that is most likely. */
    String hint(String here, ObjectValue object) {
        if (repeatsObject() && move == null) {
            return UP;
        }
        if (move != null && !move.isRename) {
            // "spec" alone would be the object that it is in.
            return "move it into " + (endsWith(path, move.holder.name) ? here + "." : "") + move.holder.name;
        }
        if (elsewhere != null) {
            return elsewhere;
        }
        FieldNode meant = meant(object);
        FieldNode there = meant == null ? only(nearest) : meant;
        if (there != null && object.has(there.name)) {
            Value value = object.get(name);
            boolean isRaw = there.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.RAW;
            boolean isOther =
                    value != null && !(value instanceof ObjectValue) && (isRaw || !TypeProblem.fits(there.node, value));
            List<String> places = isOther ? homes(root, path, name) : List.of();
            return places.size() == 1
                    ? "it belongs in " + places.get(0)
                    : "remove it: " + there.name + " is set already";
        }
        if (!nearest.isEmpty()) {
            return (meant == null ? nearest : List.of(meant))
                    .stream()
                            .limit(MAX_SHOWN)
                            .map(one -> one.name)
                            .collect(Collectors.joining(" or ", "did you mean ", "?"));
        }
        if (move != null) {
            return "did you mean " + move.holder.name + "." + move.field.name + "?";
        }
        String guess = guess(object);
        if (hasHome() && meant == null) {
            return "it belongs " + (homes.get(0).isEmpty() ? "at the top level" : "in " + String.join(" or ", homes));
        }
        return guess != null ? guess : isRemovable(object) ? "remove it or fix the name" : expected(object);
    }

    /** A hint for a field that is needed by another name: those that may have the value, or all, if they are few. */
    private String expected(ObjectValue object) {
        Value value = object.get(name);
        List<String> possible = possible(object).stream()
                .filter(one -> value != null
                        && TypeProblem.isOfType(one.node, value)
                        && !(one.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.BOOLEAN))
                .map(one -> one.name)
                .toList();
        List<String> names = possible.isEmpty() && !type.hasAny(object) ? names(object) : possible;
        return names.isEmpty() || names.size() > MAX_SHOWN ? "fix the name" : "expected " + String.join(" or ", names);
    }

    private static boolean endsWith(String path, String field) {
        return path.equals(field) || path.endsWith("." + field);
    }

    /**
     * The places in which a field of this name exists, such as {@code spec.devices.requests[]}: below the object that
     * has it rather than elsewhere, and as few levels down as possible.
     */
    private static List<String> homes(ObjectNode root, String here, String name) {
        List<String> below = new ArrayList<>();
        List<String> outside = new ArrayList<>();
        int depthBelow = Integer.MAX_VALUE;
        int depthOutside = Integer.MAX_VALUE;
        Deque<Home> open = new ArrayDeque<>(List.of(new Home(null, "", root, 0)));
        // Level by level: the first places that are found are the nearest to the root.
        while (!open.isEmpty()) {
            Home home = open.remove();
            if (home.type.field(name) != null && !home.path().equals(here)) {
                String path = home.path();
                boolean isBelow = here.isEmpty() || path.startsWith(here + ".") || path.startsWith(here + "[");
                if (isBelow && home.depth <= depthBelow) {
                    depthBelow = home.depth;
                    below.add(path);
                } else if (!isBelow && home.depth <= depthOutside) {
                    depthOutside = home.depth;
                    outside.add(path);
                }
            }
            for (FieldNode field : home.type.fields) {
                ObjectNode inner = ObjectNode.in(field.node);
                if (inner != null && !field.ignored) {
                    String step = field.node == inner ? field.name : field.name + "[]";
                    open.add(new Home(home, step, inner, home.depth + 1));
                }
            }
        }
        return below.isEmpty() ? outside : below;
    }
}
