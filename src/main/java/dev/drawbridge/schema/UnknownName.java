package dev.drawbridge.schema;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
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

    private final List<String> names;
    private final @Nullable String map;
    private final @Nullable String nearest;
    private final ObjectNode root;

    /** Where the field exists; null until it is looked for, which takes longest, and empty if it exists nowhere. */
    private @Nullable String home;

    /**
     * A place in an object next to the field.
     *
     * @param holder the field that has the object
     * @param field the field in that object
     * @param isRename whether it has another name there
     */
    record Move(FieldNode holder, FieldNode field, boolean isRename) {}

    /** A place of the whole type; its path is made for the few that have the field. */
    private record Home(@Nullable Home around, String step, ObjectNode type, int depth) {

        String path() {
            return around == null || around.step.isEmpty() ? step : around.path() + "." + step;
        }
    }

    /** The meanings of a name in an object at a path, such as {@code spec.devices.requests[]}, below a root type. */
    UnknownName(ObjectNode root, ObjectNode type, String path, String name) {
        this.root = root;
        this.path = path;
        this.name = name;
        String replacement = type.table.replacement(name);
        String other = replacement != null ? null : type.table.elsewhere(name, type.target);
        List<String> names = names(type);
        this.names = type.table.isPart() ? List.of() : names;
        this.map = names.size() == 1 && type.fields[0].node instanceof MapNode ? names.get(0) : null;
        this.elsewhere = replacement != null ? replacement : other == null ? null : "it " + other;
        Set<String> below = below(type);
        FieldNode holder = replacement != null ? null : holder(type, name);
        String nearest = Spelling.nearest(name, names);
        String longer = nearest != null || holder != null || type.table.isPart() ? null : longer(name, names);
        this.nearest = nearest != null ? nearest : longer;
        String near = Spelling.nearest(name, below);
        String inner = near == null ? longer(name, below) : Spelling.only(name, below);
        this.isAlike = this.nearest != null || inner != null || near != null;
        String meant = holder != null ? name : elsewhere == null && this.nearest == null ? inner : null;
        this.move = meant == null ? null : move(holder != null ? holder : holder(type, meant), meant, holder == null);
    }

    private static @Nullable Move move(@Nullable FieldNode holder, String field, boolean isRename) {
        FieldNode inner = holder == null ? null : ((ObjectNode) holder.node).field(field);
        return holder == null || inner == null ? null : new Move(holder, inner, isRename);
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

    /** The only name that is written like this one, or that begins or ends with it; null if there is none. */
    static @Nullable String only(String name, Collection<String> names) {
        return Spelling.nearest(name, names) == null ? longer(name, names) : Spelling.only(name, names);
    }

    /** The only name that begins or ends with this one, as {@code deviceClassName} does with {@code deviceClass}. */
    private static @Nullable String longer(String name, Collection<String> names) {
        return onlyOne(names, one -> name.length() >= MIN_PART && isEnd(name, one));
    }

    private static boolean isEnd(String part, String name) {
        String whole = name.toLowerCase(Locale.ROOT);
        return whole.startsWith(part.toLowerCase(Locale.ROOT)) || whole.endsWith(part.toLowerCase(Locale.ROOT));
    }

    private static @Nullable String onlyOne(Collection<String> names, Predicate<String> isPossible) {
        List<String> possible = names.stream().filter(isPossible).toList();
        return possible.size() == 1 ? possible.get(0) : null;
    }

    static List<String> names(ObjectNode type) {
        return Arrays.stream(type.fields).map(field -> field.name).toList();
    }

    /** The names of the fields one level down. */
    private static Set<String> below(ObjectNode type) {
        Set<String> below = new LinkedHashSet<>();
        for (FieldNode field : type.fields) {
            if (!field.ignored && field.node instanceof ObjectNode inner) {
                below.addAll(names(inner));
            }
        }
        return below;
    }

    boolean repeatsObject() {
        return endsWith(path, name);
    }

    /** Whether the field exists elsewhere in the object. */
    boolean hasHome() {
        return !home().isEmpty();
    }

    private String home() {
        String known = home;
        if (known == null) {
            known = move == null && elsewhere == null && nearest == null ? home(root, path, name) : "";
            home = known;
        }
        return known;
    }

    /** Whether no field is meant. */
    boolean isNowhere(ObjectValue object) {
        return !isAlike && elsewhere == null && move == null && !hasHome() && guess(object) == null;
    }

    /**
     * The only unset field whose name is a part of this one, as {@code name} is of {@code claimName}, has it as a part,
     * or begins like it, as {@code parameters} like {@code params}; null if there is none, or the field has a home.
     */
    @Nullable
    String related(ObjectValue object) {
        return move != null || elsewhere != null || nearest != null || hasHome()
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

    /** A related field, or the map that is the only field of the type, if this one is no map; null if there is none. */
    private @Nullable String guess(ObjectValue object) {
        String part = related(object);
        return part != null
                ? "did you mean " + part + "?"
                : map == null || object.get(name) instanceof ObjectValue ? null : "move it into " + map;
    }

    /** The end of a sentence on a field at the path with its indexes: the meaning that is most likely. */
    String hint(String here, ObjectValue object) {
        if (repeatsObject()) {
            return UP;
        }
        if (move != null && !move.isRename) {
            // "spec" alone would be the object that it is in.
            return "move it into " + (endsWith(path, move.holder.name) ? here + "." : "") + move.holder.name;
        }
        if (elsewhere != null) {
            return elsewhere;
        }
        if (nearest != null) {
            return "did you mean " + nearest + "?";
        }
        if (move != null) {
            return "did you mean " + move.holder.name + "." + move.field.name + "?";
        }
        String guess = guess(object);
        return hasHome() ? "it belongs " + home() : guess == null ? "remove it or fix the name" : guess;
    }

    private static boolean endsWith(String path, String field) {
        return path.equals(field) || path.endsWith("." + field);
    }

    /**
     * Where a field of this name exists, as the rest of a sentence: {@code in spec.devices.requests[]}. Below the
     * object that has it rather than elsewhere, and as few levels down as possible.
     *
     * @return empty if the field exists nowhere, or in too many places
     */
    private static String home(ObjectNode root, String here, String name) {
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
        List<String> homes = below.isEmpty() ? outside : below;
        if (homes.isEmpty() || homes.size() > MAX_SHOWN) {
            return "";
        }
        return homes.get(0).isEmpty() ? "at the top level" : "in " + String.join(" or ", homes);
    }
}
