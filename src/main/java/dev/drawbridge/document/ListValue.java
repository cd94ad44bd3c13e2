package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON array. */
public final class ListValue extends Value {

    /** A list without entries that stands nowhere. */
    public static final ListValue EMPTY = new ListValue(List.of(), null);

    private final List<Value> items;

    public ListValue(List<Value> items, @Nullable Position position) {
        super(position);
        this.items = items;
    }

    public int size() {
        return items.size();
    }

    /** The entry at the index, counted from 0. */
    public Value get(int index) {
        return items.get(index);
    }

    @Override
    public String typeName() {
        return "list";
    }
}
