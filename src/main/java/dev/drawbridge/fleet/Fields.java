package dev.drawbridge.fleet;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.Times;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads fields of objects. A field of a wrong type counts as unset; {@code drawbridge check} reports it. */
public final class Fields {

    private Fields() {}

    /** A time of RFC 3339; null if the field is unset, or something else. */
    public static @Nullable Instant time(ObjectValue object, String field) {
        return Times.instant(object.string(field));
    }

    static List<String> selectors(ListValue selectors) {
        return objects(selectors, selector -> selector.object("cel").string("expression"));
    }

    /** Amounts by name, of counters or requested capacity. */
    public static Map<String, Quantity> amounts(ObjectValue object) {
        return map(
                object, value -> Numbers.amount(value instanceof ObjectValue counter ? counter.get("value") : value));
    }

    /** A whole number; of another type or unset, {@code otherwise}. */
    public static long integer(@Nullable Value value, long otherwise) {
        if (!(value instanceof NumberValue number)) {
            return otherwise;
        }
        if (number.isIntegerBetween(Long.MIN_VALUE, Long.MAX_VALUE)) {
            return Long.parseLong(number.text());
        }
        Quantity amount = Quantity.parse(number.text());
        return amount == null ? otherwise : amount.value();
    }

    static <T> List<T> objects(ListValue list, Function<ObjectValue, T> reader) {
        return list.objects().stream().map(reader).toList();
    }

    static <T> Map<String, T> map(ObjectValue object, Function<Value, @Nullable T> reader) {
        Map<String, T> map = new LinkedHashMap<>();
        for (int i = 0; i < object.size(); i++) {
            T value = reader.apply(object.value(i));
            if (value != null) {
                map.put(object.key(i), value);
            }
        }
        return map;
    }
}
