package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** A JSON {@code true} or {@code false}. */
public final class BooleanValue extends Value {

    private final boolean value;
    private final String written;

    public BooleanValue(boolean value, @Nullable Position position) {
        this(value, Boolean.toString(value), position);
    }

    /**
     * A boolean that YAML writes in another way than JSON.
     *
     * @param written its text in the source, such as {@code yes}
     */
    public BooleanValue(boolean value, String written, @Nullable Position position) {
        super(position);
        this.value = value;
        this.written = written;
    }

    /** The boolean's text in the source. */
    public String written() {
        return written;
    }

    public boolean value() {
        return value;
    }

    @Override
    public String shown() {
        return written;
    }

    @Override
    void write(JsonWriter out) {
        out.raw(Boolean.toString(value));
    }

    @Override
    long bytes(boolean escapesHtml) {
        return value ? 4 : 5;
    }

    @Override
    public String typeName() {
        return "a boolean";
    }
}
