package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a driver's own: a JSON object that the API server does not look into. Source:
 * {@code pkg/apis/resource/validation/validation.go}, validateRawExtension.
 */
public final class OpaqueParameters {

    private static final String NO_LARGER_NUMBER = "must have no number beyond 64-bit floating point, as 1e309 is";

    /** How many bytes Go's encoder makes of one at most. */
    private static final int MAX_ESCAPE = 6;

    /** A number of so few characters without an exponent is no larger than 64-bit floating point has. */
    private static final int MAX_DIGITS = 308;

    private OpaqueParameters() {}

    /**
     * A number anywhere in the value that Go's decoder cannot hold; null where there is none. Without recursion: values
     * may be deep.
     */
    private static @Nullable NumberValue numberBeyondFloat(Value root) {
        Deque<Value> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Value value = open.pop();
            if (value instanceof NumberValue number && isBeyondFloat(number.text())) {
                return number;
            }
            if (value instanceof ObjectValue object) {
                for (int i = 0; i < object.size(); i++) {
                    open.push(object.value(i));
                }
            } else if (value instanceof ListValue list) {
                for (int i = 0; i < list.size(); i++) {
                    open.push(list.get(i));
                }
            }
        }
        return null;
    }

    private static boolean isBeyondFloat(String number) {
        boolean mayBe = number.length() > MAX_DIGITS || number.indexOf('e') >= 0 || number.indexOf('E') >= 0;
        return mayBe && Double.isInfinite(Double.parseDouble(number));
    }

    /** A JSON object. */
    public static Constraint ofAnySize() {
        return new OfAtMost(OptionalInt.empty());
    }

    /**
     * A JSON object whose text, without white space, has at most this many bytes. The API server counts the text that
     * it is sent: where only the escapes of Go's encoder are too many, that is a warning, since other clients write
     * none.
     */
    public static Constraint ofAtMost(int maxBytes) {
        return new OfAtMost(OptionalInt.of(maxBytes));
    }

    private record OfAtMost(OptionalInt maxBytes) implements Constraint {

        @Override
        public List<Demand> demands() {
            List<Demand> demands = new ArrayList<>();
            maxBytes.ifPresent(max -> demands.add(new Demand(Origin.MAX_BYTES, sentence(max))));
            demands.add(new Demand(
                            Origin.OPAQUE_PARAMETERS,
                            "must be a JSON object, and have no number beyond 64-bit floating point")
                    .example("{sharing: none}", "none"));
            return demands;
        }

        private static String sentence(int max) {
            return "must be no more than " + max + " bytes of JSON";
        }

        @Override
        public void check(Value value, ValidationContext place) {
            if (maxBytes.isPresent() && !place.isStored() && isTooLong(value, maxBytes.getAsInt(), place)) {
                return;
            }
            if (!(value instanceof ObjectValue)) {
                place.report(ErrorType.INVALID, value, "must be a JSON object", Origin.OPAQUE_PARAMETERS);
            }
            NumberValue tooLarge = numberBeyondFloat(value);
            if (tooLarge != null) {
                place.report(ErrorType.INVALID, tooLarge, NO_LARGER_NUMBER, Origin.OPAQUE_PARAMETERS);
            }
        }

        private static boolean isTooLong(Value value, int max, ValidationContext place) {
            long size = value.jsonBytes();
            if (size > max) {
                place.reportExcess(ErrorType.TOO_LONG, null, sentence(max) + "; found " + size, Origin.MAX_BYTES, size);
                return true;
            }
            if (size * MAX_ESCAPE > max && value.goJsonBytes() > max) {
                String detail = sentence(max) + "; kubectl sends " + value.goJsonBytes()
                        + ", since it escapes <, > and & in JSON";
                place.warn(ErrorType.TOO_LONG, null, detail, Origin.MAX_BYTES);
            }
            return false;
        }
    }
}
