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
import dev.drawbridge.schema.UnknownName.Candidate;
import dev.drawbridge.schema.UnknownName.Place;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the unknown and duplicate fields of one object mean. */
final class FieldSuggestions {

    private static final Pattern ENTRY = Pattern.compile("\\[[^]]*]");

    /** The number of fields of an entry without its dash up to which its list is looked for. */
    private static final int MAX_ENTRY = 32;

    private final UnknownNames names;
    private final List<Place> places;
    private final ObjectValue whole;

    /** The keys of objects that have different values. */
    private final Map<ObjectValue, Set<String>> ambiguous = new IdentityHashMap<>();

    /** By type, since an alias may be at places of several. */
    private final Map<ObjectNode, Map<ObjectValue, Strangers>> strangers = new IdentityHashMap<>();

    /**
     * All unknown fields of an object.
     *
     * @param areMoving whether none of them may be meant for the object itself
     * @param holders the names of the objects next to them that one of them fits into
     * @param together the places that have all fields of an object with several, of which its own type has none
     */
    private record Strangers(boolean areMoving, Set<String> holders, List<Place> together) {}

    FieldSuggestions(UnknownNames names, ObjectValue whole) {
        this.names = names;
        this.places = names.places();
        this.whole = whole;
    }

    /**
     * What an unknown field means.
     *
     * @param fields the path of the field, with keys of maps as fields
     */
    Meaning of(ObjectNode type, ObjectValue object, int entry, String path, FieldPath fields) {
        String pattern = ENTRY.matcher(path).replaceAll("[]");
        UnknownField field = new UnknownField(names.of(type, pattern, object.key(entry)), type, object, entry, fields);
        if (field.name().startsWith("-")) {
            return field.meaning("put a space after the \"-\"", null);
        }
        if (isName(field)) {
            boolean isText = field.value() instanceof StringValue;
            Suggestion change =
                    isText ? null : field.change(Kind.NAME, field.around().child("name"), false);
            return field.meaning("write \"name: " + field.name() + "\"", change);
        }
        int above = emptyListAbove(type, object, entry);
        if (above >= 0) {
            return ofEntry(object, above, entry, fields);
        }
        Candidate move = field.unknown().move;
        if (move != null) {
            return ofMove(field, move, path, pattern);
        }
        Meaning level = field.level();
        if (level != null) {
            return level;
        }
        if (field.unknown().elsewhere != null) {
            return field.meaning(field.unknown().elsewhere, null);
        }
        if (!field.unknown().nearest.isEmpty()) {
            return ofNearest(field, pattern);
        }
        List<Place> together = strangers(type, object, pattern).together;
        if (together.size() == 1) {
            return field.ofHomes(together);
        }
        Meaning outside = field.unknown().isAlike ? null : ofAround(field, pattern);
        return outside != null ? outside : field.byItsObject();
    }

    /** Whether the key that begins the entry of a list is its name: it has no value, the entry, or another name. */
    private static boolean isName(UnknownField field) {
        Value value = field.value();
        ObjectValue object = field.object();
        return field.around().name() == null
                && field.around().isEntry()
                && field.entry() == 0
                && !field.unknown().isAlike
                && !field.unknown().isOfOther()
                && field.name().chars().noneMatch(Character::isUpperCase)
                && !object.has("name")
                && field.type().field("name") != null
                && (value instanceof NullValue
                        || value instanceof ObjectValue content && field.type().hasAll(content)
                        || value instanceof StringValue && object.size() == 1);
    }

    /**
     * The list without a value of whose first entry a field is, which lacks its dash: fields between them are of it,
     * too. Negative if there is none.
     */
    static int emptyListAbove(ObjectNode type, ObjectValue object, int entry) {
        int above = entry - 1;
        while (above >= 0
                && entry - above <= MAX_ENTRY
                && (type.field(object.key(above)) == null || object.isRepeated(above))) {
            above--;
        }
        FieldNode list =
                above < 0 || !(object.value(above) instanceof NullValue) ? null : type.field(object.key(above));
        ObjectNode item = list != null && list.node instanceof ListNode ? ObjectNode.in(list.node) : null;
        boolean isEntry = item != null
                && IntStream.rangeClosed(above + 1, entry).allMatch(i -> {
                    FieldNode field = item.field(object.key(i));
                    return field != null && TypeProblem.fits(field.node, object.value(i));
                });
        return isEntry ? above : -1;
    }

    /** A field of the first entry of the list above it, which lacks its dash. */
    private static Meaning ofEntry(ObjectValue object, int above, int entry, FieldPath fields) {
        Position position = object.keyPosition(entry);
        String list = object.key(above);
        FieldPath target =
                Objects.requireNonNull(fields.parent()).child(list).index(0).child(object.key(entry));
        return new Meaning(
                "put \"- \" before it: it begins an entry of " + list,
                position == null ? null : Suggestion.move(Kind.INTO, position, fields, target));
    }

    /** A field of an object next to it, maybe by another name there. */
    private Meaning ofMove(UnknownField field, Candidate move, String path, String pattern) {
        FieldNode holder = Objects.requireNonNull(move.holder());
        ObjectValue object = field.object();
        boolean isRename = field.unknown().isRename(move);
        Value known = object.get(holder.name) instanceof ObjectValue inner ? inner.get(move.name()) : null;
        if (known != null && !field.unknown().isGuess(move)) {
            boolean isSame = JsonEquality.same(known, field.value());
            return new Meaning(
                    "remove it: " + holder.name + " has " + (isRename ? move.name() : "it") + " already",
                    isSame ? field.change(Kind.DUPLICATE, null, false) : null);
        }
        if (move.field().presence == Presence.FORBIDDEN) {
            return new Meaning("remove it: it must not be set in " + holder.name + " here");
        }
        FieldNode instead = field.type().instead(holder, object);
        if (instead != null) {
            ObjectNode inner = ObjectNode.in(instead.node);
            boolean isThere = inner != null && inner.field(move.name()) != null;
            String there = (instead.node instanceof ListNode ? "an entry of " : "") + instead.name;
            return new Meaning(
                    isThere
                            ? "it belongs in " + there + (isRename ? ", as " + move.name() : "")
                            : "remove it: " + instead.name + " does not have it");
        }
        // "spec" alone would be the object that it is in.
        String to = UnknownName.endsWith(pattern, holder.name) ? path + "." + holder.name : holder.name;
        String hint = isRename ? "did you mean " + holder.name + "." + move.name() + "?" : "move it into " + to;
        Strangers all = strangers(field.type(), object, pattern);
        boolean isLikely = field.type().table.covers(field.name())
                || field.type().isMissingBelow(field.name(), field.value(), object);
        // A value of a different type moves only together with others: alone it may be another field.
        boolean isFit =
                TypeProblem.fits(move.field().node, field.value()) || !isRename && all.holders.contains(holder.name);
        FieldPath target = field.around().child(holder.name).child(move.name());
        boolean isMoved =
                isLikely && isFit && isFree(move, object) && !ambiguous(object).contains(field.name());
        boolean isUnsafe = !all.areMoving || field.unknown().isGuess(move);
        return field.meaning(hint, isMoved ? field.change(Kind.INTO, target, isUnsafe) : null);
    }

    private Strangers strangers(ObjectNode type, ObjectValue object, String pattern) {
        return strangers
                .computeIfAbsent(type, any -> new IdentityHashMap<>())
                .computeIfAbsent(object, any -> found(type, object, pattern));
    }

    private Strangers found(ObjectNode type, ObjectValue object, String pattern) {
        Set<String> holders = new HashSet<>();
        boolean isWhole = true;
        boolean areCovered = true;
        // Only so many errors are kept.
        for (int i = 0; i < Math.min(object.size(), ValidationContext.MAX_ERRORS); i++) {
            String key = object.key(i);
            if (type.field(key) == null) {
                Candidate move = names.of(type, pattern, key).move;
                isWhole &= move != null;
                // Of a part of a type, fields without a row may belong there, too.
                areCovered &= move == null || type.table.covers(key);
                if (move != null && TypeProblem.fits(move.field().node, object.value(i))) {
                    holders.add(Objects.requireNonNull(move.holder()).name);
                }
            }
        }
        List<String> keys = object.keys();
        boolean isOther = keys.size() > 1 && !type.hasAny(object);
        List<Place> together = places.stream()
                .filter(place -> isOther
                        && !place.path().equals(pattern)
                        && keys.stream().allMatch(place::has))
                .toList();
        return new Strangers(isWhole || areCovered, holders, together);
    }

    private static boolean isFree(Candidate move, ObjectValue object) {
        Value inner = object.get(Objects.requireNonNull(move.holder()).name);
        return inner == null
                || inner instanceof NullValue
                || inner instanceof ObjectValue one && one.get(move.name()) == null;
    }

    /** A misspelled field of its object. */
    private Meaning ofNearest(UnknownField field, String pattern) {
        FieldNode meant = field.meant();
        List<FieldNode> nearest = field.unknown().nearest;
        FieldNode there = meant != null ? meant : nearest.size() == 1 ? nearest.get(0) : null;
        if (there == null || !field.object().has(there.name)) {
            String names = (meant == null ? nearest : List.of(meant))
                    .stream().limit(UnknownName.MAX_SHOWN).map(one -> one.name).collect(Collectors.joining(" or "));
            return field.meaning("did you mean " + names + "?", field.renamed(meant));
        }
        boolean isRaw = there.node instanceof ScalarNode scalar && scalar.kind() == ScalarKind.RAW;
        boolean isOther =
                !(field.value() instanceof ObjectValue) && (isRaw || !TypeProblem.fits(there.node, field.value()));
        List<Place> homes = isOther ? UnknownName.homes(places, pattern, field.name()) : List.of();
        return field.meaning(
                homes.size() == 1
                        ? "it belongs in " + homes.get(0).path()
                        : "remove it: " + there.name + " is set already",
                null);
    }

    /** A field of the only object around its own whose type has one of its name; null if none has, or several. */
    private @Nullable Meaning ofAround(UnknownField field, String pattern) {
        String name = field.name();
        List<Place> around = places.stream()
                .filter(one -> one.isAround(pattern) && one.has(name))
                .toList();
        if (around.size() != 1 || Locator.value(whole, field.around()) != field.object()) {
            return null;
        }
        Place place = around.get(0);
        FieldPath home =
                place.steps() == 0 ? FieldPath.ROOT : field.around().steps().get(place.steps() - 1);
        ObjectValue object = ObjectValue.orEmpty(Locator.value(whole, home));
        FieldNode there = Objects.requireNonNull(place.type().field(name));
        if (object.has(name)) {
            return TypeProblem.fits(there.node, field.value())
                    ? new Meaning("remove it: " + (place.steps() == 0 ? "the top level" : home) + " has it already")
                    : null;
        }
        FieldNode instead = place.type().instead(there, object);
        if (instead != null) {
            return new Meaning("remove it: " + home + " has " + instead.name + " instead");
        }
        boolean isMoved = !(field.value() instanceof NullValue) && TypeProblem.isOfType(there.node, field.value());
        return !isMoved
                ? null
                : field.meaning(
                        "it belongs " + (place.steps() == 0 ? "at the top level" : "in " + home),
                        field.change(Kind.OUT, home.child(name), isOfSeveral(field.around(), home)));
    }

    /** Whether an object is in one of several entries of a list: a field that leaves it then counts for all of them. */
    private boolean isOfSeveral(FieldPath object, FieldPath home) {
        return object.steps().stream()
                .skip(home.steps().size())
                .anyMatch(step -> step.name() == null
                        && Locator.value(whole, Objects.requireNonNull(step.parent())) instanceof ListValue list
                        && list.size() > 1);
    }

    /**
     * What a duplicate field means. If it is equal to the first with its key, it is removed. If one of the object's
     * duplicates is not, two objects have become one: a new entry of a list begins with the key that began the first,
     * or below an empty list.
     */
    Meaning ofDuplicate(@Nullable ObjectNode type, ObjectValue object, int entry, FieldPath fields) {
        Position position = object.keyPosition(entry);
        FieldPath around = fields.parent();
        if (position == null || around == null || ambiguous(object).isEmpty()) {
            return new Meaning(
                    "remove one",
                    position == null || around == null ? null : Suggestion.remove(Kind.DUPLICATE, position, fields));
        }
        int above = type == null ? -1 : emptyListAbove(type, object, entry);
        if (above >= 0) {
            return ofEntry(object, above, entry, fields);
        }
        int begin = entry;
        while (begin > 0 && !object.key(begin).equals(object.key(0))) {
            begin--;
        }
        Position start = object.keyPosition(begin);
        boolean isEntry = around.isEntry() && type != null;
        return !isEntry || begin == 0 || start == null
                ? new Meaning(isEntry ? "remove one, or begin another entry with \"- \"" : "remove one")
                : new Meaning(
                        "is a \"- \" missing before it?",
                        new Suggestion(Kind.SPLIT, start, around.child(object.key(0)), null, "", "", true));
    }

    private Set<String> ambiguous(ObjectValue object) {
        return ambiguous.computeIfAbsent(object, any -> {
            Map<String, Value> firsts = new HashMap<>();
            return IntStream.range(0, object.size())
                    .filter(i -> {
                        Value first = firsts.putIfAbsent(object.key(i), object.value(i));
                        return first != null && !JsonEquality.same(first, object.value(i));
                    })
                    .mapToObj(object::key)
                    .collect(Collectors.toSet());
        });
    }
}
