package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** A JSON {@code true} or {@code false}. */
public final class BooleanValue extends Value {

    private final boolean value;

    public BooleanValue(boolean value, @Nullable Position position) {
        super(position);
        this.value = value;
    }

    public boolean value() {
        return value;
    }

    @Override
    public String typeName() {
        return "a boolean";
    }
}
