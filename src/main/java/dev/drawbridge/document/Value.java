package dev.drawbridge.document;

import dev.drawbridge.field.Position;
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
        return () -> new Descent(this);
    }

    /** The value as compact JSON, cut with an ellipsis after 64 characters: enough to recognise it, never a flood. */
    public final String excerpt() {
        return JsonWriter.write(this, SHOWN_CHARACTERS);
    }

    /** The value as compact JSON. */
    public final String json() {
        return JsonWriter.write(this, Integer.MAX_VALUE);
    }

    /**
     * The size of the value as compact JSON in UTF-8, in bytes: the least that the API server counts, whatever the
     * client.
     */
    public final long jsonBytes() {
        return JsonWriter.bytes(this, false);
    }

    /** The size as Go's encoder writes it, and so as kubectl and Helm send it: {@code <} becomes {@code \\u003c}. */
    public final long goJsonBytes() {
        return JsonWriter.bytes(this, true);
    }

    @Override
    public final String toString() {
        return excerpt();
    }
}
