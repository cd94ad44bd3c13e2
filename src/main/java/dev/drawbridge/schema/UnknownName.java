package dev.drawbridge.schema;

import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a name may mean that an object type does not have, whatever its value. A field of the type or one
 * level down is meant if it is spelled alike, or else if it is the only one of its {@link Likeness}.
 */
final class UnknownName {

    /** The number of places and names up to which they are shown. */
    static final int MAX_SHOWN = 2;

    /** The length from which a name may be a part of a longer one. */
    private static final int MIN_PART = 5;

    /** The length from which a name may be like another in a weaker way. */
    private static final int MIN_LETTERS = 4;

    /** How a name may mean a field whose name is spelled differently, from the least likely way on. */
    enum Likeness {
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

    /**
     * A field that may be meant.
     *
     * @param holder the field next to the unknown one whose object has it; null if it is itself next to that
     */
    record Candidate(@Nullable FieldNode holder, FieldNode field) {

        String name() {
            return field.name;
        }
    }

    /**
     * An object type within the type of the whole object.
     *
     * @param path its path, such as {@code spec.devices.requests[]}
     * @param steps the number of fields and entries in its path
     */
    record Place(String path, ObjectNode type, int depth, int steps) {

        /** Whether the type has the field, and takes it there. */
        boolean has(String name) {
            FieldNode field = type.field(name);
            return field != null && field.presence != Presence.FORBIDDEN;
        }

        boolean isAround(String inner) {
            return path.isEmpty() ? !inner.isEmpty() : inner.startsWith(path + ".") || inner.startsWith(path + "[");
        }
    }

    final String name;
    private final String lower;

    /** A replacement, or the versions and releases that have the field, as the end of a sentence; null for none. */
    final @Nullable String elsewhere;

    /** Whether another field of the type replaces it. */
    final boolean isReplaced;

    /** Whether a field of the type, or one level down, is spelled alike. */
    final boolean isAlike;

    /** The fields of the type that are most likely meant. */
    final List<FieldNode> nearest;

    /** The field one level down to which the unknown one moves; null if none is meant, or several are. */
    final @Nullable Candidate move;

    /** Where a field of this name exists; empty if a field that is meant is found before. */
    final List<Place> homes;

    /** Whether the object itself is the value of a field of this name. */
    final boolean repeatsObject;

    /** The meanings of a name in an object at a path, such as {@code spec.devices.requests[]}, of these places. */
    UnknownName(List<Place> places, ObjectNode type, String path, String name) {
        this.name = name;
        this.lower = name.toLowerCase(Locale.ROOT);
        this.repeatsObject = endsWith(path, name);
        String replacement = type.table.replacement(name);
        String other = replacement != null ? null : type.table.elsewhere(name, type.target);
        this.isReplaced = replacement != null;
        this.elsewhere = replacement != null ? replacement : other == null ? null : "it " + other;
        List<Candidate> own =
                Stream.of(type.fields).map(field -> new Candidate(null, field)).toList();
        List<Candidate> below = below(type);
        Candidate same = isReplaced
                ? null
                : only(below.stream().filter(one -> one.name().equals(name)).toList());
        // Of a type that may have others of such names, a field is only named.
        List<Candidate> whole = type.table.covers(name) ? own : List.of();
        List<Candidate> likely = alike(own);
        // "poolName" is pool.name, though it begins like pool.
        Candidate composed = elsewhere != null || !likely.isEmpty() ? null : composed(below);
        likely = likely.isEmpty() && same == null ? like(whole, Likeness.PART) : likely;
        List<Candidate> inner = alike(below);
        inner = inner.isEmpty() ? like(below, Likeness.PART) : inner;
        this.isAlike = !likely.isEmpty() || !inner.isEmpty();
        boolean isKnown = elsewhere != null || same != null || !likely.isEmpty() || inner.size() == 1;
        this.homes = isKnown ? List.of() : homes(places, path, name);
        if (!isKnown && homes.isEmpty()) {
            likely = like(whole, Likeness.SHORT);
            inner = likely.isEmpty() ? like(below, Likeness.SHORT) : List.of();
        }
        this.nearest = composed != null
                ? List.of()
                : likely.stream().map(Candidate::field).toList();
        boolean isBelow = same == null && elsewhere == null && likely.isEmpty();
        this.move = composed != null ? composed : isBelow ? only(inner) : same;
    }

    private static <T> @Nullable T only(List<T> all) {
        return all.size() == 1 ? all.get(0) : null;
    }

    /** The field in an object next to this one whose names together are this name; null if there is none. */
    private @Nullable Candidate composed(List<Candidate> below) {
        return below.stream().filter(this::isComposed).findFirst().orElse(null);
    }

    private boolean isComposed(Candidate one) {
        return one.holder != null && name.equalsIgnoreCase(one.holder.name + one.name());
    }

    /** The fields one level down, but in what the server drops. */
    private static List<Candidate> below(ObjectNode type) {
        List<Candidate> below = new ArrayList<>();
        for (FieldNode field : type.fields) {
            if (!field.ignored && !field.dropped && field.node instanceof ObjectNode inner) {
                Stream.of(inner.fields).forEach(one -> below.add(new Candidate(field, one)));
            }
        }
        return below;
    }

    /** The fields whose names have the fewest mistakes. */
    private List<Candidate> alike(List<Candidate> fields) {
        List<String> alike =
                Spelling.alike(name, fields.stream().map(Candidate::name).toList());
        return fields.stream().filter(one -> alike.contains(one.name())).toList();
    }

    /** The fields that the name may mean, if it is as like to one of them as this; empty if there are too many. */
    private List<Candidate> like(List<Candidate> fields, Likeness least) {
        List<Candidate> called = atLeast(Likeness.ALIAS, fields);
        List<Candidate> all = atLeast(Likeness.SHORT, fields);
        // Of many, those that begin with it are meant.
        List<Candidate> few = all.size() <= MAX_SHOWN
                ? all
                : all.stream().filter(one -> one.name().startsWith(name)).toList();
        List<Candidate> meant = called.isEmpty() ? few : called;
        return atLeast(least, fields).isEmpty() || called.isEmpty() && few.size() > MAX_SHOWN ? List.of() : meant;
    }

    private List<Candidate> atLeast(Likeness least, List<Candidate> fields) {
        return fields.stream()
                .filter(one -> likeness(one.field).compareTo(least) >= 0)
                .toList();
    }

    boolean isRelated(FieldNode field) {
        return likeness(field) != Likeness.NONE;
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
                && (nearest.size() > 1
                        || likeness(field) != Likeness.PART
                        || field.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.BOOLEAN);
    }

    boolean isGuess(Candidate one) {
        return isRename(one) && !isComposed(one) && isGuess(one.field);
    }

    private static boolean isEnd(String part, String whole) {
        return whole.startsWith(part) || whole.endsWith(part);
    }

    static boolean endsWith(String path, String field) {
        return path.equals(field) || path.endsWith("." + field);
    }

    /** Whether the field moves under another name. */
    boolean isRename(Candidate one) {
        return !one.name().equals(name);
    }

    /** Whether the field exists elsewhere in the object, in not too many places. */
    boolean hasHome() {
        return !homes.isEmpty() && homes.size() <= MAX_SHOWN;
    }

    /** Whether it is the name of a field of another object, or of another version. */
    boolean isOfOther() {
        return elsewhere != null || move != null || repeatsObject || !homes.isEmpty();
    }

    /**
     * The places in which a field of this name exists: below the object that has it rather than elsewhere, and as few
     * levels down as possible.
     */
    static List<Place> homes(List<Place> places, String here, String name) {
        Place object = new Place(here, places.get(0).type(), 0, 0);
        List<Place> all = places.stream()
                .filter(one -> one.has(name) && !one.path.equals(here))
                .toList();
        List<Place> below = all.stream()
                .filter(one -> here.isEmpty() || object.isAround(one.path))
                .toList();
        List<Place> homes = below.isEmpty() ? all : below;
        return homes.stream().filter(one -> one.depth == homes.get(0).depth).toList();
    }

    /** The object types of a whole object, level by level, but of what the server drops. */
    static List<Place> places(ObjectNode root) {
        List<Place> places = new ArrayList<>(List.of(new Place("", root, 0, 0)));
        for (int i = 0; i < places.size(); i++) {
            Place around = places.get(i);
            String before = around.path.isEmpty() ? "" : around.path + ".";
            for (FieldNode field : around.type.fields) {
                ObjectNode inner = ObjectNode.in(field.node);
                boolean isEntry = inner != field.node;
                if (inner != null && !field.ignored && !field.dropped) {
                    String path = before + field.name + (isEntry ? "[]" : "");
                    places.add(new Place(path, inner, around.depth + 1, around.steps + (isEntry ? 2 : 1)));
                }
            }
        }
        return places;
    }
}
