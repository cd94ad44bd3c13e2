package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A JSON array. */
public final class ListValue extends Value {

    private static final Value[] NO_ITEMS = {};

    /** An empty list without a position. */
    public static final ListValue EMPTY = new ListValue(null);

    private Value[] items = NO_ITEMS;
    private int size;

    ListValue(@Nullable Position position) {
        super(position);
    }

    /** Makes a list. The reader of JSON, which makes most of them, fills its own in place. */
    public static final class Builder {

        private @Nullable ListValue list;

        private Builder(@Nullable Position position) {
            list = new ListValue(position);
        }

        public Builder add(Value item) {
            Objects.requireNonNull(list, "built").add(item);
            return this;
        }

        /** The list; the builder has done its work. */
        public ListValue build() {
            ListValue built = Objects.requireNonNull(list, "built");
            list = null;
            return built;
        }
    }

    /** A builder of a list at this place; null for none. */
    public static Builder at(@Nullable Position position) {
        return new Builder(position);
    }

    /** A builder of another list at this place, which has the first items of this one. */
    public Builder first(int count) {
        Builder first = at(position());
        for (int i = 0; i < count; i++) {
            first.add(items[i]);
        }
        return first;
    }

    /** A list of these items without a position. */
    public static ListValue of(Collection<? extends Value> items) {
        ListValue list = new ListValue(null);
        items.forEach(list::add);
        return list;
    }

    /** A list of these strings without positions. */
    public static ListValue ofTexts(Collection<String> texts) {
        return of(texts.stream().map(text -> new StringValue(text, null)).toList());
    }

    /** A copy in which the function replaces each item; null leaves an item out. The list itself if none changes. */
    public ListValue mapped(Function<Value, @Nullable Value> change) {
        return mapped((index, item) -> change.apply(item));
    }

    /** Like {@link #mapped(Function)}, with the index of each item. */
    public ListValue mapped(BiFunction<Integer, Value, @Nullable Value> change) {
        Builder changed = null;
        for (int i = 0; i < size; i++) {
            Value item = change.apply(i, items[i]);
            changed = changed == null && item != items[i] ? first(i) : changed;
            if (changed != null && item != null) {
                changed.add(item);
            }
        }
        return changed == null ? this : changed.build();
    }

    /** A copy with more items at the end. */
    public ListValue with(Collection<? extends Value> more) {
        Builder all = first(size);
        more.forEach(all::add);
        return all.build();
    }

    void add(Value item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, Math.max(4, 2 * size));
        }
        items[size++] = item;
    }

    public int size() {
        return size;
    }

    public Value get(int index) {
        return items[Objects.checkIndex(index, size)];
    }

    /** Does this for each object among the items, with its index. */
    public void forEachObject(BiConsumer<Integer, ObjectValue> action) {
        for (int i = 0; i < size; i++) {
            if (items[i] instanceof ObjectValue object) {
                action.accept(i, object);
            }
        }
    }

    public List<Value> items() {
        return contents();
    }

    /** A string for each item, as Go reads it: empty for null. */
    public List<String> allTexts() {
        return items().stream().map(StringValue::orEmpty).toList();
    }

    /** The strings among its items. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            if (get(i) instanceof StringValue text) {
                texts.add(text.value());
            }
        }
        return texts;
    }

    /** The objects among its items. */
    public List<ObjectValue> objects() {
        List<ObjectValue> objects = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            if (get(i) instanceof ObjectValue object) {
                objects.add(object);
            }
        }
        return objects;
    }

    @Override
    public List<Value> contents() {
        return Collections.unmodifiableList(Arrays.asList(items).subList(0, size));
    }

    @Override
    void write(JsonWriter out) {
        out.raw("[");
        for (int i = 0; i < size && !out.isFull(); i++) {
            out.raw(i > 0 ? "," : "");
            items[i].write(out);
        }
        out.raw("]");
    }

    @Override
    long bytes(boolean escapesHtml) {
        return 2L + Math.max(0, size - 1);
    }

    @Override
    public String typeName() {
        return "a list";
    }
}
