package dev.drawbridge.resource.rule;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request of v1beta1, in which the fields of an exact request are by themselves, has any of them.
 *
 * <p>Source: {@code pkg/apis/resource/<version>/conversion.go}, hasAnyMainRequestFieldsSet.
 */
public final class RequestIsExact implements Predicate<ObjectValue> {

    private static final List<String> SCALARS = List.of("deviceClassName", "allocationMode", "count");
    private static final List<String> POINTERS =
            List.of("selectors", "adminAccess", "tolerations", "capacity", "derivedAttributes");

    @Override
    public boolean test(ObjectValue request) {
        return SCALARS.stream().anyMatch(field -> isNonZero(request.get(field)))
                || POINTERS.stream().anyMatch(field -> isWritten(request, field));
    }

    /** The server looks for the fields before it drops those whose gate is off. */
    private static boolean isWritten(ObjectValue request, String field) {
        return request.has(field) || NullValue.isDropped(request.get(field));
    }

    static boolean isNonZero(@Nullable Value value) {
        return value != null
                && !(value instanceof NullValue)
                && !(value instanceof StringValue text && text.value().isEmpty())
                && !(value instanceof BooleanValue bool && !bool.value())
                && !(value instanceof NumberValue number && number.isIntegerBetween(0, 0));
    }
}
