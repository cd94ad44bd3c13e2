package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** The JSON {@code null}, which Kubernetes' decoder takes for an absent value. */
public final class NullValue extends Value {

    private final boolean replacesValue;

    public NullValue(@Nullable Position position) {
        this(position, false);
    }

    private NullValue(@Nullable Position position, boolean replacesValue) {
        super(position);
        this.replacesValue = replacesValue;
    }

    /** A null that replaces a value the server drops. */
    public static NullValue inPlaceOf(Value dropped) {
        return new NullValue(dropped.position(), true);
    }

    /** Whether the server drops the value that the user wrote here. Most rules can ignore this. */
    public static boolean isDropped(@Nullable Value value) {
        return value instanceof NullValue none && none.replacesValue;
    }

    @Override
    void write(JsonWriter out) {
        out.raw("null");
    }

    @Override
    long bytes(boolean escapesHtml) {
        return 4;
    }

    @Override
    public String typeName() {
        return "null";
    }
}
