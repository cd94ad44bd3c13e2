package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object: its entries in the order in which they appear, a key that appears twice included.
 *
 * <p>Entries lie in two arrays, which is smaller and faster to fill than a map; a lookup in an object of more than 16
 * entries builds an index once. Not safe for lookups from two threads at a time.
 */
public final class ObjectValue extends Value {

    /** The most maps and lists around a manifest; deeper ones are not searched. */
    public static final int MAX_AROUND_MANIFESTS = 32;

    private static final int FIRST_ENTRIES = 4;
    private static final int SCANNED_ENTRIES = 16;
    private static final String[] NO_KEYS = {};
    private static final Value[] NO_VALUES = {};

    /** An empty object without a position. */
    public static final ObjectValue EMPTY = new ObjectValue(null);

    private String[] keys = NO_KEYS;
    private Value[] values = NO_VALUES;
    private Position @Nullable [] keyPositions;
    private int size;
    private @Nullable Map<String, Integer> index;
    private @Nullable BitSet repeated;

    /** The value if it is an object, otherwise an empty one: a wrong type is reported elsewhere. */
    public static ObjectValue orEmpty(@Nullable Value value) {
        return value instanceof ObjectValue object ? object : EMPTY;
    }

    ObjectValue(@Nullable Position position) {
        super(position);
    }

    /**
     * Whether it is a map of names to manifests, or to lists or maps of them, as {@code jsonnet -m} writes files: it is
     * no manifest itself.
     */
    public boolean isMapOfManifests() {
        return isMapOfManifests(0);
    }

    private boolean isMapOfManifests(int depth) {
        boolean isMap = depth < MAX_AROUND_MANIFESTS && size > 0 && !has("apiVersion") && !has("kind");
        for (int i = 0; i < size && isMap; i++) {
            isMap = isManifests(values[i], depth + 1);
        }
        return isMap;
    }

    private static boolean isManifests(Value value, int depth) {
        if (value instanceof ListValue list) {
            boolean isList = depth < MAX_AROUND_MANIFESTS && list.size() > 0;
            for (int i = 0; i < list.size() && isList; i++) {
                isList = isManifests(list.get(i), depth + 1);
            }
            return isList;
        }
        return value instanceof ObjectValue object
                && (object.has("apiVersion") && object.has("kind") || object.isMapOfManifests(depth));
    }

    /** Makes an object. The reader of JSON, which makes most of them, fills its own in place. */
    public static final class Builder {

        private @Nullable ObjectValue object;

        private Builder(@Nullable Position position) {
            object = new ObjectValue(position);
        }

        /**
         * Adds an entry.
         *
         * @param keyPosition the start of the key; null if it has no position
         */
        public Builder add(String key, Value value, @Nullable Position keyPosition) {
            Objects.requireNonNull(object, "built").add(key, value, keyPosition);
            return this;
        }

        /** Adds an entry whose key has no position. */
        public Builder add(String key, Value value) {
            return add(key, value, null);
        }

        public Builder add(String key, String text) {
            return add(key, new StringValue(text, null));
        }

        /** Adds the entries of another object, with their positions. */
        public Builder addAll(ObjectValue other) {
            for (int i = 0; i < other.size(); i++) {
                add(other.key(i), other.value(i), other.keyPosition(i));
            }
            return this;
        }

        /** The object; the builder has done its work. */
        public ObjectValue build() {
            ObjectValue built = Objects.requireNonNull(object, "built");
            object = null;
            return built;
        }
    }

    /** A builder of an object at this place; null for none. */
    public static Builder at(@Nullable Position position) {
        return new Builder(position);
    }

    /** A builder of another object at this place, which has the first entries of this one. */
    public Builder first(int entries) {
        Builder first = at(position());
        for (int i = 0; i < entries; i++) {
            first.add(keys[i], values[i], keyPosition(i));
        }
        return first;
    }

    /** A copy in which the function replaces each value; null leaves a field out. The object itself if none changes. */
    public ObjectValue mapped(BiFunction<String, Value, @Nullable Value> change) {
        Builder changed = null;
        for (int i = 0; i < size; i++) {
            Value value = change.apply(keys[i], values[i]);
            changed = changed == null && value != values[i] ? first(i) : changed;
            if (changed != null && value != null) {
                changed.add(keys[i], value, keyPosition(i));
            }
        }
        return changed == null ? this : changed.build();
    }

    /** A copy of this object with the fields of these names only; itself if it has no others. */
    public ObjectValue only(Predicate<String> names) {
        return mapped((key, value) -> names.test(key) ? value : null);
    }

    /** A copy of this object with another value at this index. */
    public ObjectValue with(int entry, Value value) {
        ObjectValue other = first(size).build();
        other.values[entry] = value;
        return other;
    }

    /** A copy of this object with another value of the key, which is added at the end if it is new. */
    public ObjectValue with(String key, Value value) {
        int entry = indexOf(key);
        return entry < 0 ? first(size).add(key, value, null).build() : with(entry, value);
    }

    /** Adds an entry, as long as none has been looked up. */
    void add(String key, Value value, @Nullable Position keyPosition) {
        if (size == keys.length) {
            grow();
        }
        keys[size] = key;
        values[size] = value;
        if (keyPosition != null) {
            if (keyPositions == null) {
                keyPositions = new Position[keys.length];
            }
            keyPositions[size] = keyPosition;
        }
        size++;
    }

    private void grow() {
        if (size == 0) {
            keys = new String[FIRST_ENTRIES];
            values = new Value[FIRST_ENTRIES];
        } else {
            keys = Arrays.copyOf(keys, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
            keyPositions = keyPositions == null ? null : Arrays.copyOf(keyPositions, 2 * size);
        }
    }

    /** Calls with each entry, in their order, a repeated key included. */
    public void forEach(BiConsumer<String, Value> entry) {
        for (int i = 0; i < size(); i++) {
            entry.accept(key(i), value(i));
        }
    }

    /** The number of entries, a key that appears twice counted twice. */
    public int size() {
        return size;
    }

    /** The keys in the order of the entries, duplicates included. */
    public List<String> keys() {
        return Arrays.asList(keys).subList(0, size);
    }

    /** The key of the entry at this index, counted from 0. */
    public String key(int entry) {
        return keys[entry];
    }

    /** The key of the entry at this index as a text at its place. */
    public StringValue keyText(int entry) {
        return new StringValue(keys[entry], keyPosition(entry));
    }

    /** The value of the entry at this index, counted from 0. */
    public Value value(int entry) {
        return values[entry];
    }

    /** The start of the key at this index; null if the reader kept no positions. */
    public @Nullable Position keyPosition(int entry) {
        return keyPositions == null ? null : keyPositions[entry];
    }

    /** The value of the key, the last one if the key is duplicate, as in Go's decoder; null if there is none. */
    public @Nullable Value get(String key) {
        int entry = indexOf(key);
        return entry < 0 ? null : values[entry];
    }

    /** The index of the key's entry, the last one if the key is duplicate; -1 if there is none. */
    public int indexOf(String key) {
        if (size > SCANNED_ENTRIES) {
            return indexed().getOrDefault(key, -1);
        }
        for (int i = size - 1; i >= 0; i--) {
            if (keys[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the entry's key is at an earlier entry as well. */
    public boolean isRepeated(int entry) {
        if (size > SCANNED_ENTRIES) {
            return repeated().get(entry);
        }
        int hash = keys[entry].hashCode();
        for (int i = 0; i < entry; i++) {
            if (keys[i].hashCode() == hash && keys[i].equals(keys[entry])) {
                return true;
            }
        }
        return false;
    }

    /** Whether any key is a duplicate of an earlier one. */
    public boolean hasRepeatedKey() {
        for (int i = 1; i < size; i++) {
            if (isRepeated(i)) {
                return true;
            }
        }
        return false;
    }

    private BitSet repeated() {
        if (repeated == null) {
            repeated = new BitSet(size);
            Set<String> seen = new HashSet<>(2 * size);
            for (int i = 0; i < size; i++) {
                repeated.set(i, !seen.add(keys[i]));
            }
        }
        return repeated;
    }

    private Map<String, Integer> indexed() {
        if (index == null) {
            index = new HashMap<>(2 * size);
            for (int i = 0; i < size; i++) {
                index.put(keys[i], i);
            }
        }
        return index;
    }

    /** The object at the key; empty if it is missing or not an object. */
    public ObjectValue object(String key) {
        return get(key) instanceof ObjectValue object ? object : EMPTY;
    }

    /** The list at the key; empty if it is missing or not a list. */
    public ListValue list(String key) {
        return get(key) instanceof ListValue list ? list : ListValue.EMPTY;
    }

    /** The string at the key; empty if it is missing or not a string, like an unset string in Go. */
    public String string(String key) {
        return StringValue.orEmpty(get(key));
    }

    /** The {@code apiVersion} or {@code kind} of a manifest, even if that field is misspelled; empty if unknown. */
    public String typeField(String field) {
        int entry = has("metadata") || has("spec") ? indexLike(field) : indexOf(field);
        return entry < 0 ? "" : StringValue.orEmpty(values[entry]);
    }

    /** The index of the key's entry, or of the only string whose key is a misspelling of it; -1 if there is none. */
    public int indexLike(String key) {
        int found = indexOf(key);
        for (int i = found < 0 ? 0 : size; i < size; i++) {
            if (values[i] instanceof StringValue && Spelling.nearest(keys[i], List.of(key)) != null) {
                if (found >= 0) {
                    return -1;
                }
                found = i;
            }
        }
        return found;
    }

    /** The string at the key; null if it is missing or not a string. */
    public @Nullable String text(String key) {
        return get(key) instanceof StringValue string ? string.value() : null;
    }

    /** Its strings, by key. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        forEach((key, value) -> {
            if (value instanceof StringValue text) {
                texts.put(key, text.value());
            }
        });
        return texts;
    }

    /** Whether there is a {@code true} at the key. */
    public boolean isTrue(String key) {
        return get(key) instanceof BooleanValue bool && bool.value();
    }

    /** Whether there is anything at the key but null. */
    public boolean has(String key) {
        Value value = get(key);
        return value != null && !(value instanceof NullValue);
    }

    @Override
    public List<Value> contents() {
        return Collections.unmodifiableList(Arrays.asList(values).subList(0, size));
    }

    @Override
    void write(JsonWriter out) {
        out.raw("{");
        for (int i = 0; i < size && !out.isFull(); i++) {
            out.raw(i > 0 ? "," : "");
            out.string(keys[i]);
            out.raw(":");
            values[i].write(out);
        }
        out.raw("}");
    }

    @Override
    long bytes(boolean escapesHtml) {
        long bytes = 2L + Math.max(0, size - 1);
        for (int i = 0; i < size; i++) {
            bytes += 1 + JsonWriter.bytes(keys[i], escapesHtml);
        }
        return bytes;
    }

    @Override
    public String typeName() {
        return "an object";
    }
}
