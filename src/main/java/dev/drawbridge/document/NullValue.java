package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** The JSON {@code null}, which Kubernetes' decoder takes for an absent value. */
public final class NullValue extends Value {

    /** A null that stands nowhere. */
    public static final NullValue ABSENT = new NullValue(null);

    public NullValue(@Nullable Position position) {
        super(position);
    }

    @Override
    public String typeName() {
        return "null";
    }
}
