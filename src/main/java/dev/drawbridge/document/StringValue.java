package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

public final class StringValue extends Value {

    private final String value;

    public StringValue(String value, @Nullable Position position) {
        super(position);
        this.value = value;
    }

    /** The string; empty for another value, as Go reads a null. */
    public static String orEmpty(@Nullable Value value) {
        return value instanceof StringValue string ? string.value : "";
    }

    /** The text of a string, or of a number as it is written; empty for another value. */
    public static String ofScalar(@Nullable Value value) {
        return value instanceof NumberValue number ? number.text() : orEmpty(value);
    }

    public String value() {
        return value;
    }

    @Override
    void write(JsonWriter out) {
        out.string(value);
    }

    @Override
    long bytes(boolean escapesHtml) {
        return JsonWriter.bytes(value, escapesHtml);
    }

    @Override
    public String typeName() {
        return "a string";
    }
}
