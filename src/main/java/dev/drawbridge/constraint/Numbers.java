package dev.drawbridge.constraint;

import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import org.jspecify.annotations.Nullable;

/** What JSON values are as numbers. */
public final class Numbers {

    private Numbers() {}

    /** The quantity that a JSON text or number is; zero if it is none, which the walk has reported. */
    public static Quantity quantity(@Nullable Value value) {
        Quantity quantity = value instanceof StringValue string
                ? Quantity.unmarshal(string.value())
                : value instanceof NumberValue number ? Quantity.parse(number.text()) : null;
        return quantity == null ? Quantity.ZERO : quantity;
    }
}
