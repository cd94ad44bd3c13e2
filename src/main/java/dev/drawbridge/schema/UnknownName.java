package dev.drawbridge.schema;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The possible meanings of a field name that an object type does not have, at one place of the whole type. */
final class UnknownName {

    /** The hint for a level too many. */
    static final String UP = "move its content up by one level";

    private static final int MAX_SHOWN = 2;

    /** The length from which a name may be a part of a longer one. */
    private static final int MIN_PART = 5;

    /** The length from which a name may be meant by a longer one. */
    private static final int MIN_OWN_PART = 4;

    private final String path;
    private final String name;

    /** The place that a misplaced field moves to; null if no field one level down is meant, or several are. */
    final @Nullable Move move;

    /** A replacement, or the versions and releases that have the field, as the end of a sentence; null for none. */
    final @Nullable String elsewhere;

    /** Whether a field of the type, or one level down, is spelled alike. */
    final boolean isAlike;

    /** The only field of the type that is meant; null if none is, or several are. */
    final @Nullable FieldNode meant;

    /** Whether a person must look at {@code meant}. */
    final boolean isGuess;

    private final List<String> names;
    private final @Nullable String map;
    private final @Nullable String any;

    /** The fields of the type that are most likely meant. */
    private final List<String> nearest;

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
        String replacement = type.table.replacement(name);
        String other = replacement != null ? null : type.table.elsewhere(name, type.target);
        Map<String, FieldNode> own = new LinkedHashMap<>();
        Arrays.stream(type.fields).forEach(field -> own.put(field.name, field));
        this.names = List.copyOf(own.keySet());
        this.map = own.size() == 1 && type.fields[0].node instanceof MapNode ? type.fields[0].name : null;
        this.any = onlyOne(
                names,
                one -> Objects.requireNonNull(own.get(one)).node instanceof ScalarNode node
                        && node.kind() == ScalarKind.RAW);
        this.elsewhere = replacement != null ? replacement : other == null ? null : "it " + other;
        FieldNode holder = replacement != null ? null : holder(type, name);
        Map<String, FieldNode> below = below(type);
        String near = Spelling.nearest(name, own.keySet());
        String nearBelow = Spelling.nearest(name, below.keySet());
        List<String> likely =
                near != null ? List.of(near) : holder != null || type.table.isPart() ? List.of() : longer(name, own);
        List<String> inner = nearBelow != null
                ? Stream.ofNullable(Spelling.only(name, below.keySet())).toList()
                : longer(name, below);
        this.isAlike = !likely.isEmpty() || !inner.isEmpty() || nearBelow != null;
        boolean isKnown = elsewhere != null || holder != null || !likely.isEmpty() || inner.size() == 1;
        this.homes = isKnown ? List.of() : homes(root, path, name);
        if (!isKnown && homes.isEmpty()) {
            likely = type.table.isPart() ? List.of() : shortened(name, own);
            inner = likely.isEmpty() ? shortened(name, below) : List.of();
        }
        this.nearest = likely;
        String only = near != null ? Spelling.only(name, own.keySet()) : likely.size() == 1 ? likely.get(0) : null;
        this.meant = only == null ? null : own.get(only);
        this.isGuess = meant != null && near == null && isGuess(name, meant);
        String moved = holder != null
                ? name
                : elsewhere == null && nearest.isEmpty() && inner.size() == 1 ? inner.get(0) : null;
        FieldNode target = moved == null ? null : holder != null ? holder : holder(type, moved);
        FieldNode field = target == null || moved == null ? null : ((ObjectNode) target.node).field(moved);
        boolean isSure = holder != null || nearBelow != null;
        this.move = target == null || field == null
                ? null
                : new Move(target, field, holder == null, !isSure && isGuess(name, field));
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

    /**
     * The fields that begin or end with a name, as {@code deviceClassName} does with {@code deviceClass}, or that users
     * call so, and all others that it may be short for; empty if there are too many.
     */
    private static List<String> longer(String name, Map<String, FieldNode> fields) {
        boolean isAny = fields.values().stream().anyMatch(one -> isLonger(name, one) || isCalled(name, one));
        return isAny ? shortened(name, fields) : List.of();
    }

    private static List<String> shortened(String name, Map<String, FieldNode> fields) {
        List<String> called = fields.values().stream()
                .filter(one -> isCalled(name, one))
                .map(one -> one.name)
                .toList();
        Pattern letters = shortened(name);
        List<String> all = fields.values().stream()
                .filter(one -> isLonger(name, one)
                        || one.name.length() <= MIN_OWN_PART * name.length()
                                && letters.matcher(one.name).find())
                .map(one -> one.name)
                .toList();
        List<String> few = all.size() <= MAX_SHOWN
                ? all
                : all.stream().filter(one -> one.startsWith(name)).toList();
        return !called.isEmpty() ? called : few.size() > MAX_SHOWN ? List.of() : few;
    }

    private static boolean isCalled(String name, FieldNode field) {
        return field.aliases.stream().anyMatch(name::equalsIgnoreCase);
    }

    private static boolean isLonger(String name, FieldNode field) {
        return name.length() >= MIN_PART && isEnd(name, field.name);
    }

    /** What a name leaves out letters of, from the start of a word on, as {@code expr} does. */
    private static Pattern shortened(String name) {
        String letters = name.matches("\\w{4,32}") ? name.substring(1).replaceAll("(\\w)", "[^$1]*+$1") : "(?!)";
        return Pattern.compile("(?:^|(?=[A-Z]))(?i:" + name.replaceAll("\\W.*|(?<=.).*", "") + letters + ")");
    }

    /** Whether a longer name is a guess: a few letters may mean any field, and a switch is not turned on by a guess. */
    private static boolean isGuess(String name, FieldNode field) {
        return !isLonger(name, field) || field.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.BOOLEAN;
    }

    private static boolean isEnd(String part, String name) {
        String whole = name.toLowerCase(Locale.ROOT);
        return whole.startsWith(part.toLowerCase(Locale.ROOT)) || whole.endsWith(part.toLowerCase(Locale.ROOT));
    }

    private static @Nullable String onlyOne(Collection<String> names, Predicate<String> isPossible) {
        List<String> possible = names.stream().filter(isPossible).toList();
        return possible.size() == 1 ? possible.get(0) : null;
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

    boolean isNowhere(ObjectValue object) {
        boolean isMeant = isAlike || elsewhere != null || move != null || !nearest.isEmpty();
        return !isMeant && !hasHome() && guess(object) == null;
    }

    /**
     * The only unset field whose name is a part of this one, as {@code name} is of {@code claimName}, has it as a part,
     * or begins like it, as {@code parameters} like {@code params}; null if there is none, or the field has a home.
     */
    @Nullable
    String related(ObjectValue object) {
        return move != null || elsewhere != null || !nearest.isEmpty() || hasHome()
                ? null
                : onlyOne(names, one -> !object.has(one) && isRelated(one));
    }

    private boolean isRelated(String one) {
        String wanted = name.toLowerCase(Locale.ROOT);
        String other = one.toLowerCase(Locale.ROOT);
        int same = 0;
        while (same < Math.min(wanted.length(), other.length()) && wanted.charAt(same) == other.charAt(same)) {
            same++;
        }
        return one.length() >= MIN_OWN_PART && isEnd(one, name)
                || name.length() >= MIN_OWN_PART
                        && (other.contains(wanted)
                                || same >= MIN_OWN_PART && 2 * same >= Math.min(wanted.length(), other.length()));
    }

    /**
     * A related field, the field that takes any, or the map that is the only field of the type, if this one is no map;
     * null if there is none.
     */
    private @Nullable String guess(ObjectValue object) {
        String part = related(object);
        return part != null
                ? "did you mean " + part + "?"
                : any != null
                        ? "move it into " + any
                        : map == null || object.get(name) instanceof ObjectValue ? null : "move it into " + map;
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
        if (!nearest.isEmpty()) {
            return "did you mean " + String.join(" or ", nearest) + "?";
        }
        if (move != null) {
            return "did you mean " + move.holder.name + "." + move.field.name + "?";
        }
        String guess = guess(object);
        if (hasHome()) {
            return "it belongs " + (homes.get(0).isEmpty() ? "at the top level" : "in " + String.join(" or ", homes));
        }
        return guess == null ? "remove it or fix the name" : guess;
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
