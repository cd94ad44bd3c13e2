package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Suggestion.Kind;
import dev.drawbridge.schema.UnknownName.Place;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An unknown field of an object, with what its value and the other fields tell about its meaning. */
record UnknownField(UnknownName unknown, ObjectNode type, ObjectValue object, int entry, FieldPath path) {

    /** The hint for a level too many. */
    static final String UP = "move its content up by one level";

    String name() {
        return unknown.name;
    }

    Value value() {
        return object.value(entry);
    }

    FieldPath around() {
        return Objects.requireNonNull(path.parent(), "a field is in an object");
    }

    /** A change of the field; null if it has no place in a text. */
    @Nullable
    Suggestion change(Kind kind, @Nullable FieldPath target, boolean isUnsafe) {
        Position position = object.keyPosition(entry);
        return position == null ? null : new Suggestion(kind, position, path, target, "", "", isUnsafe);
    }

    /** A meaning of the field, which may be one that its object misses if nothing changes. */
    Meaning meaning(String hint, @Nullable Suggestion change) {
        if (change != null) {
            return new Meaning(hint, change);
        }
        boolean isAny = unknown.isReplaced || unknown.elsewhere == null && !type.hasAny(object);
        List<String> possible = fields().filter(one -> !object.has(one.name)
                        && (isAny || unknown.nearest.contains(one) || unknown.elsewhere == null && isPossible(one)))
                .map(one -> one.name)
                .toList();
        return new Meaning(hint, null, possible);
    }

    /** The change of its name; null if it is no other field, or the value is not one of that. */
    @Nullable
    Suggestion renamed(@Nullable FieldNode meant) {
        if (meant == null || object.get(meant.name) != null || !TypeProblem.fits(meant.node, value())) {
            return null;
        }
        boolean isGuess = unknown.isGuess(meant);
        return isGuess && value() instanceof NullValue
                ? null
                : change(Kind.RENAME, around().child(meant.name), isGuess);
    }

    /** A level too many, whose fields are those of the object; null if it is none. */
    @Nullable
    Meaning level() {
        boolean isElsewhere = unknown.elsewhere != null;
        boolean isNowhere = isNowhere();
        ObjectValue level = ObjectValue.orEmpty(value());
        boolean isLevel = type.hasAll(level) || isElsewhere && type.hasAny(level);
        boolean isFree = level.keys().stream().noneMatch(key -> object.get(key) != null);
        boolean isMeant = isElsewhere || unknown.hasHome() || isNowhere && isFree;
        if (!unknown.repeatsObject && (!isLevel || !isMeant || isWholeElsewhere(level))) {
            return null;
        }
        String hint = unknown.elsewhere != null ? unknown.elsewhere : UP;
        return meaning(hint, isLevel && isFree ? change(Kind.UP, around(), isNowhere) : null);
    }

    /** Whether a field of this name elsewhere takes all of its content, in which the same names are other objects. */
    private boolean isWholeElsewhere(ObjectValue content) {
        return unknown.homes.stream()
                .map(home -> home.type().field(name()))
                .anyMatch(field -> field != null
                        && field.node instanceof ObjectNode inner
                        && inner.hasAll(content)
                        && content.keys().stream().anyMatch(key -> isOther(inner.field(key), type.field(key))));
    }

    private static boolean isOther(@Nullable FieldNode one, @Nullable FieldNode other) {
        ObjectNode inOne = one == null ? null : ObjectNode.in(one.node);
        ObjectNode inOther = other == null ? null : ObjectNode.in(other.node);
        return inOne != null && inOther != null && inOne.table != inOther.table;
    }

    /** A field that belongs in another object. */
    Meaning ofHomes(List<Place> homes) {
        String places = homes.stream().map(Place::path).collect(Collectors.joining(" or "));
        return meaning("it belongs " + (places.isEmpty() ? "at the top level" : "in " + places), null);
    }

    /** What a name means that says little: a field that the object lacks, or that is elsewhere; or nothing. */
    Meaning byItsObject() {
        FieldNode meant = meant();
        if (unknown.hasHome() && meant == null) {
            return ofHomes(unknown.homes);
        }
        String holder = holder();
        if (meant != null || holder != null) {
            String hint = meant != null ? "did you mean " + meant.name + "?" : "move it into " + holder;
            return meaning(hint, renamed(meant));
        }
        // An object or list is more than a switch or a number: what it means belongs elsewhere.
        boolean isContent = value() instanceof ObjectValue || value() instanceof ListValue;
        boolean isRemoved = isNowhere() && !isContent && isRemovable() && !hasRelated();
        return meaning(
                isRemovable() ? "remove it or fix the name" : expected(),
                isRemoved ? change(Kind.REMOVE, null, true) : null);
    }

    private Stream<FieldNode> fields() {
        return Arrays.stream(type.fields);
    }

    private static @Nullable FieldNode only(Stream<FieldNode> fields) {
        List<FieldNode> all = fields.limit(2).toList();
        return all.size() == 1 ? all.get(0) : null;
    }

    /** Whether no field is meant. */
    private boolean isNowhere() {
        boolean isMeant = unknown.isAlike || unknown.elsewhere != null || !unknown.nearest.isEmpty();
        return !isMeant && !unknown.hasHome() && meant() == null && holder() == null;
    }

    /**
     * The field of the type that is meant, or the only unset one that is related; null if there are several, or if the
     * name has another place.
     */
    @Nullable
    FieldNode meant() {
        List<FieldNode> alike =
                unknown.nearest.stream().filter(one -> !isReplaced(one)).toList();
        if (!alike.isEmpty()) {
            return alike.size() == 1 ? alike.get(0) : only(alike.stream().filter(this::isPossible));
        }
        FieldNode related =
                only(fields().filter(one -> !object.has(one.name) && !isReplaced(one) && unknown.isRelated(one)));
        // A related scalar is what an object without any known field is about, as the name of a reference.
        boolean isName = related != null && related.node instanceof ScalarNode && !type.hasAny(object);
        boolean isElsewhere = unknown.elsewhere != null || unknown.hasHome() && !isName;
        return isElsewhere
                ? null
                : related != null ? related : only(fields().filter(one -> isPossible(one) && isNeeded(one)));
    }

    /** Whether a field is unset, and may have the value. */
    private boolean isPossible(FieldNode field) {
        boolean isOther = value() instanceof ObjectValue content
                && field.node instanceof ObjectNode inner
                && !inner.hasAll(content);
        return !field.ignored && !object.has(field.name) && !isOther && TypeProblem.fits(field.node, value());
    }

    /** Whether the object has a field of the type that is spelled a little like the name. */
    private boolean hasRelated() {
        return fields().anyMatch(one -> object.has(one.name) && unknown.isRelated(one));
    }

    /**
     * Whether an object means the same without the field: it has other fields, and lacks none that the value may be
     * meant for. A toleration without its key, or a selector without its driver, matches more than was meant.
     */
    private boolean isRemovable() {
        return type.hasAny(object) && (hasRelated() || fields().noneMatch(this::isPossible));
    }

    /** Whether an object lacks the field, or looks like it: a field whose name says nothing is meant to be that one. */
    private boolean isNeeded(FieldNode field) {
        return any() == null
                && (!hasRelated() || unknown.nearest.stream().anyMatch(this::isReplaced))
                && (field.presence == Presence.REQUIRED
                        || field.node instanceof ObjectNode
                        || unions(field).anyMatch(one -> one.stream().noneMatch(object::has)));
    }

    /** Whether the object has the only one of several fields that it may have, of which this is one. */
    private boolean isReplaced(FieldNode field) {
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

    /** The only field of the type that takes any JSON; null if there is none. */
    private @Nullable FieldNode any() {
        return only(fields().filter(one -> one.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.RAW));
    }

    /** The field with any JSON, or the map, that the field may be an entry of; null if there is none. */
    private @Nullable String holder() {
        Stream<FieldNode> maps = fields().filter(one -> one.node instanceof MapNode map
                && (value() instanceof ObjectValue content
                        ? map.value() instanceof ObjectNode inner && inner.hasAll(content)
                        : type.fields.length == 1));
        FieldNode any = any();
        FieldNode holder = any != null ? any : only(maps);
        return holder == null ? null : holder.name;
    }

    /** A hint for a field that is needed by another name: those that may have the value, or all, if they are few. */
    private String expected() {
        List<String> possible = fields().filter(one -> isPossible(one)
                        && TypeProblem.isOfType(one.node, value())
                        && !(one.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.BOOLEAN))
                .map(one -> one.name)
                .toList();
        List<String> names =
                possible.isEmpty() && !type.hasAny(object) ? meaning("", null).possible() : possible;
        return names.isEmpty() || names.size() > UnknownName.MAX_SHOWN
                ? "fix the name"
                : "expected " + String.join(" or ", names);
    }
}
