package dev.drawbridge.fix;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Suggestion.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object after some suggestions. Values with a position are from the original object.
 *
 * @param object the object; the original if nothing has changed
 * @param moved the places of the keys and values that are validated only at their new place
 */
public record Applied(ObjectValue object, Set<Position> moved) {

    public static Applied of(ObjectValue object, Collection<Suggestion> suggestions) {
        Application application = new Application(suggestions);
        ObjectValue changed = application.object(object, FieldPath.ROOT);
        return new Applied(changed, application.moved);
    }

    /** A field that moves into an object around its own. */
    private record Leaving(FieldPath target, Value value, Position key) {}

    private static final class Application {

        private final Map<Position, Suggestion> fields = new HashMap<>();
        private final Map<Position, Suggestion> values = new HashMap<>();
        private final List<Leaving> leaving = new ArrayList<>();
        private final Set<Position> moved = new HashSet<>();

        Application(Collection<Suggestion> suggestions) {
            for (Suggestion suggestion : suggestions) {
                switch (suggestion.kind()) {
                    case INTO, OUT, UP, RENAME, SPLIT, NAME, DUPLICATE, REMOVE ->
                        fields.putIfAbsent(suggestion.position(), suggestion);
                    case WRAP, LIST, ONLY, REPLACE, QUOTE, UNQUOTE ->
                        values.putIfAbsent(suggestion.position(), suggestion);
                    case VERSION, RULE ->
                        throw new IllegalArgumentException(
                                "a version is converted by the scheme, a rule added to a list");
                }
            }
        }

        private Value value(Value value, FieldPath path) {
            Suggestion suggestion = value.position() == null ? null : values.get(value.position());
            if (suggestion != null && suggestion.kind() == Kind.LIST) {
                moves(value);
                return ListValue.of(
                        List.of(value instanceof ObjectValue object ? object(object, path.index(0)) : value));
            }
            if (suggestion != null && suggestion.kind() == Kind.ONLY) {
                Value only = value instanceof ListValue list ? list.get(0) : ((ObjectValue) value).value(0);
                moves(only);
                return value(only, path);
            }
            if (value instanceof ObjectValue object) {
                return object(object, path);
            }
            if (value instanceof ListValue list) {
                return entries(list).mapped((index, item) -> value(item, path.index(index)));
            }
            if (suggestion == null) {
                return value;
            }
            return switch (suggestion.kind()) {
                case WRAP -> {
                    moves(value);
                    yield ObjectValue.at(null).add(suggestion.newName(), value).build();
                }
                case UNQUOTE ->
                    suggestion.after().equals("true") || suggestion.after().equals("false")
                            ? new BooleanValue(suggestion.after().equals("true"), null)
                            : new NumberValue(suggestion.after(), null);
                default -> new StringValue(suggestion.after(), null);
            };
        }

        /** The list with a new entry from each field on that begins one. */
        private ListValue entries(ListValue list) {
            ListValue.Builder entries = ListValue.at(list.position());
            int size = 0;
            for (Value item : list.items()) {
                int begin = 0;
                for (int i = 1; item instanceof ObjectValue object && i < object.size(); i++) {
                    Suggestion suggestion = object.keyPosition(i) == null ? null : fields.get(object.keyPosition(i));
                    if (suggestion != null && suggestion.kind() == Kind.SPLIT) {
                        entries.add(part(object, begin, i));
                        size++;
                        begin = i;
                    }
                }
                entries.add(begin == 0 ? item : part((ObjectValue) item, begin, ((ObjectValue) item).size()));
                size++;
            }
            return size == list.size() ? list : entries.build();
        }

        private static ObjectValue part(ObjectValue object, int begin, int end) {
            ObjectValue.Builder part = ObjectValue.at(begin == 0 ? object.position() : null);
            for (int i = begin; i < end; i++) {
                part.add(object.key(i), object.value(i), object.keyPosition(i));
            }
            return part.build();
        }

        ObjectValue object(ObjectValue object, FieldPath path) {
            int before = leaving.size();
            @Nullable Suggestion[] here = suggestions(object);
            Map<String, ObjectValue.Builder> into = into(object, here);
            ObjectValue.Builder changed = ObjectValue.at(object.position());
            boolean isChanged = false;
            for (int i = 0; i < object.size(); i++) {
                String name = object.key(i);
                Suggestion suggestion = here[i];
                if (suggestion == null || suggestion.kind() == Kind.SPLIT) {
                    Value value = value(object.value(i), path.child(name));
                    boolean isNull = value instanceof NullValue;
                    ObjectValue.Builder held = isNull || value instanceof ObjectValue ? into.remove(name) : null;
                    value = held == null ? value : joined(name, value, held.build(), here);
                    isChanged |= value != object.value(i);
                    // What moves into a field without a value is written as a new field.
                    changed.add(name, value, isNull && held != null ? null : object.keyPosition(i));
                    continue;
                }
                isChanged = true;
                if (suggestion.kind() != Kind.INTO) {
                    field(suggestion, object, i, changed);
                } else if (object.get(suggestion.holder()) == null && into.containsKey(suggestion.holder())) {
                    changed.add(
                            suggestion.holder(),
                            into.remove(suggestion.holder()).build(),
                            null);
                }
            }
            isChanged |= adopt(path, leaving.subList(before, leaving.size()), changed);
            return isChanged ? changed.build() : object;
        }

        /** The suggestions for the entries; entries that are equal to an earlier one have its suggestion. */
        private @Nullable Suggestion[] suggestions(ObjectValue object) {
            @Nullable Suggestion[] here = new Suggestion[object.size()];
            Map<String, Integer> firsts = new HashMap<>();
            for (int i = 0; i < here.length && !fields.isEmpty(); i++) {
                Position position = object.keyPosition(i);
                here[i] = position == null ? null : fields.get(position);
                Integer first = firsts.putIfAbsent(object.key(i), i);
                boolean isEqual = first != null
                        && here[first] != null
                        && here[i] == null
                        && JsonEquality.same(object.value(first), object.value(i));
                here[i] = isEqual ? here[first] : here[i];
            }
            return here;
        }

        /** The fields that move into objects next to them, by the name of the field that has the object. */
        private Map<String, ObjectValue.Builder> into(ObjectValue object, @Nullable Suggestion[] here) {
            Map<String, ObjectValue.Builder> into = new HashMap<>();
            for (int i = 0; i < here.length; i++) {
                Suggestion suggestion = here[i];
                if (suggestion != null
                        && suggestion.kind() == Kind.INTO
                        && (suggestion.isOfEntry() || !object.isRepeated(i))) {
                    moves(object.value(i));
                    into.computeIfAbsent(suggestion.holder(), none -> ObjectValue.at(null))
                            .add(suggestion.newName(), object.value(i), object.keyPosition(i));
                }
            }
            return into;
        }

        /** The value of a field with the fields that move into it, or into its first entry. */
        private static Value joined(String name, Value value, ObjectValue more, @Nullable Suggestion[] moves) {
            boolean isOfEntry = Arrays.stream(moves)
                    .anyMatch(one -> one != null
                            && one.kind() == Kind.INTO
                            && one.isOfEntry()
                            && one.holder().equals(name));
            ObjectValue object = ObjectValue.orEmpty(value);
            return isOfEntry
                    ? ListValue.of(List.of(more))
                    : object.first(object.size()).addAll(more).build();
        }

        /** Adds an entry that has a suggestion, unless it leaves the object. */
        private void field(Suggestion suggestion, ObjectValue object, int entry, ObjectValue.Builder changed) {
            if (object.isRepeated(entry)) {
                // It is removed: a duplicate, or equal to the first, which moves.
                return;
            }
            Value value = object.value(entry);
            if (suggestion.isMove()) {
                moves(value);
            }
            switch (suggestion.kind()) {
                case RENAME -> changed.add(suggestion.newName(), value, object.keyPosition(entry));
                case NAME ->
                    changed.add("name", new StringValue(object.key(entry), null), null)
                            .addAll(ObjectValue.orEmpty(value));
                case UP -> changed.addAll((ObjectValue) value);
                case OUT -> {
                    FieldPath target = Objects.requireNonNull(suggestion.target());
                    leaving.add(new Leaving(target, value, suggestion.position()));
                }
                default -> {}
            }
        }

        private static boolean adopt(FieldPath path, List<Leaving> inner, ObjectValue.Builder changed) {
            return inner.removeIf(one -> {
                boolean isHere = path.equals(one.target.parent());
                if (isHere) {
                    changed.add(String.valueOf(one.target.name()), one.value, one.key);
                }
                return isHere;
            });
        }

        private void moves(Value value) {
            for (Value one : value.all()) {
                add(one.position());
                if (one instanceof ObjectValue object) {
                    for (int i = 0; i < object.size(); i++) {
                        add(object.keyPosition(i));
                    }
                }
            }
        }

        private void add(@Nullable Position position) {
            if (position != null) {
                moved.add(position);
            }
        }
    }
}
