package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON value and, if the reader kept it, its position in the source. The six subclasses are the six JSON types. */
public abstract sealed class Value permits ObjectValue, ListValue, StringValue, NumberValue, BooleanValue, NullValue {

    private static final int SHOWN_CHARACTERS = 64;

    private final @Nullable Position position;

    Value(@Nullable Position position) {
        this.position = position;
    }

    /** The start of the value; null if the reader kept no positions. */
    public final @Nullable Position position() {
        return position;
    }

    /** The JSON type's name, as a sentence uses it: {@code an object}, {@code a list}, {@code a string}, … */
    public abstract String typeName();

    /** The value and all values in it, in no particular order. */
    public final Iterable<Value> all() {
        return () -> new Iterator<>() {
            // Not recursive, since values may be nested deeply.
            private final Deque<Value> open = new ArrayDeque<>(List.of(Value.this));

            @Override
            public boolean hasNext() {
                return !open.isEmpty();
            }

            @Override
            public Value next() {
                Value value = open.pop();
                for (Value content : value.contents()) {
                    open.push(content);
                }
                return value;
            }
        };
    }

    /** The values directly in it; none in a scalar. */
    public List<Value> contents() {
        return List.of();
    }

    /** The value as compact JSON, cut with an ellipsis after 64 characters: enough to recognise it, never a flood. */
    public final String excerpt() {
        return json(SHOWN_CHARACTERS);
    }

    /** The {@link #excerpt()}; of a number or boolean, its text in the source. */
    public String shown() {
        return excerpt();
    }

    /** The value as compact JSON. */
    public final String json() {
        return json(Integer.MAX_VALUE);
    }

    private String json(int limit) {
        JsonWriter out = new JsonWriter(limit);
        write(out);
        return out.toString();
    }

    /** Writes the value as compact JSON, until the writer is full. */
    abstract void write(JsonWriter out);

    /** The size of the value as compact JSON in UTF-8, in bytes: the least that the API server counts. */
    public final long jsonBytes() {
        return allBytes(false);
    }

    /** The size as Go's encoder writes it, and so as kubectl and Helm send it: {@code <} becomes {@code \\u003c}. */
    public final long goJsonBytes() {
        return allBytes(true);
    }

    private long allBytes(boolean escapesHtml) {
        long bytes = 0;
        for (Value value : all()) {
            bytes += value.bytes(escapesHtml);
        }
        return bytes;
    }

    /** The bytes of the value as compact JSON without its contents. */
    abstract long bytes(boolean escapesHtml);

    @Override
    public final String toString() {
        return excerpt();
    }
}
