package dev.drawbridge.admission;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Maps a path in an updated object to the path of the same value in the stored one. List entries match by key, whatever
 * their index; entries without a key match if they are equal, or else by index.
 */
final class EntryMatcher {

    /** Above this length, lists without keys are not searched for equal entries. */
    private static final int MAX_COMPARED = 256;

    private final Map<ListValue, Map<String, List<Integer>>> indexes = new IdentityHashMap<>();
    private final Map<ListValue, Map<Integer, Integer>> found = new IdentityHashMap<>();

    /** The key fields of a list's entries, by path. */
    private final Function<FieldPath, List<String>> keys;

    EntryMatcher(Function<FieldPath, List<String>> keys) {
        this.keys = keys;
    }

    /** A value of the updated object, and the stored one that it updates. */
    record Match(
            FieldPath storedPath,
            @Nullable Value value,
            @Nullable Value stored) {}

    @Nullable
    Match match(FieldPath path, Value object, Value storedObject) {
        FieldPath storedPath = FieldPath.ROOT;
        Value value = object;
        Value stored = storedObject;
        for (FieldPath step : path.steps()) {
            String name = step.name();
            if (name != null) {
                value = field(value, name);
                stored = field(stored, name);
                storedPath = storedPath.stepLike(step);
                continue;
            }
            if (!(value instanceof ListValue list) || !(stored instanceof ListValue other)) {
                return null;
            }
            int index = indexOf(list, step.index(), other, keys.apply(storedPath));
            if (index < 0) {
                return null;
            }
            value = list.get(step.index());
            stored = other.get(index);
            storedPath = storedPath.index(index);
        }
        return new Match(storedPath, value, stored);
    }

    private static @Nullable Value field(@Nullable Value value, String name) {
        return value instanceof ObjectValue object ? object.get(name) : null;
    }

    /** The index of the matching entry in the other list; negative if there is none. */
    private int indexOf(ListValue list, int entry, ListValue other, List<String> fields) {
        return entry >= list.size()
                ? -1
                : found.computeIfAbsent(list, absent -> new HashMap<>())
                        .computeIfAbsent(entry, absent -> find(list, entry, other, fields));
    }

    private int find(ListValue list, int entry, ListValue other, List<String> fields) {
        String key = key(list.get(entry), fields);
        if (!key.isEmpty()) {
            int occurrence = Collections.binarySearch(indexes(list, fields).get(key), entry);
            List<Integer> others = indexes(other, fields).getOrDefault(key, List.of());
            return occurrence < others.size() ? others.get(occurrence) : -1;
        }
        for (int i = 0; i < other.size() && other.size() <= MAX_COMPARED; i++) {
            if (JsonEquality.same(list.get(entry), other.get(i))) {
                return i;
            }
        }
        return entry < other.size() && key(other.get(entry), fields).isEmpty() ? entry : -1;
    }

    private Map<String, List<Integer>> indexes(ListValue list, List<String> fields) {
        return indexes.computeIfAbsent(
                list,
                absent -> IntStream.range(0, list.size())
                        .boxed()
                        .collect(Collectors.groupingBy(i -> key(list.get(i), fields))));
    }

    private static String key(Value entry, List<String> fields) {
        if (entry instanceof StringValue text) {
            return text.value();
        }
        if (!(entry instanceof ObjectValue object)
                || fields.stream().allMatch(field -> object.string(field).isEmpty())) {
            return "";
        }
        return fields.stream().map(object::string).collect(Collectors.joining("\n"));
    }
}
