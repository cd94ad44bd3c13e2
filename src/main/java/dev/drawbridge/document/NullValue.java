package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** The JSON {@code null}, which Kubernetes' decoder takes for an absent value. */
public final class NullValue extends Value {

    /** A null without a position. */
    public static final NullValue ABSENT = new NullValue(null);

    /** What is left of a value that the server drops: null to every rule but one that needs what the user wrote. */
    public static final NullValue TAKEN_AWAY = new NullValue(null);

    public NullValue(@Nullable Position position) {
        super(position);
    }

    @Override
    public String typeName() {
        return "null";
    }
}
