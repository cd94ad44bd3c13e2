package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A JSON array. */
public final class ListValue extends Value {

    /** An empty list without a position. */
    public static final ListValue EMPTY = new ListValue(null);

    private static final Value[] NO_ITEMS = {};

    private Value[] items = NO_ITEMS;
    private int size;

    ListValue(@Nullable Position position) {
        super(position);
    }

    /** A list without entries at this place, to be filled. */
    public static ListValue emptyAt(@Nullable Position position) {
        return new ListValue(position);
    }

    /** Another list at this place with the first items of this one, to be filled. */
    public ListValue first(int count) {
        ListValue first = new ListValue(position());
        for (int i = 0; i < count; i++) {
            first.add(items[i]);
        }
        return first;
    }

    /** Adds an entry at the end. */
    public void add(Value item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, Math.max(4, 2 * size));
        }
        items[size++] = item;
    }

    public int size() {
        return size;
    }

    /** The entry at the index, counted from 0. */
    public Value get(int index) {
        return items[Objects.checkIndex(index, size)];
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
    public String typeName() {
        return "a list";
    }
}
