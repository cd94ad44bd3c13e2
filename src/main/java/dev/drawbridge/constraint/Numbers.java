package dev.drawbridge.constraint;

import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import org.jspecify.annotations.Nullable;

/** Reads JSON values as numbers. */
public final class Numbers {

    private Numbers() {}

    /** The quantity of a JSON string or number; null for other values. */
    public static @Nullable Quantity amount(@Nullable Value value) {
        return value instanceof StringValue string
                ? Quantity.unmarshal(string.value())
                : value instanceof NumberValue number ? Quantity.parse(number.text()) : null;
    }

    /** The quantity of a JSON string or number; zero if it is malformed, which the walk reports. */
    public static Quantity quantity(@Nullable Value value) {
        Quantity quantity = amount(value);
        return quantity == null ? Quantity.ZERO : quantity;
    }
}
