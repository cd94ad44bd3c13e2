package dev.drawbridge.constraint;

import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a driver: a JSON object that the API server does not interpret. Source: {@code
 * pkg/apis/resource/validation/validation.go}, validateRawExtension.
 */
public final class OpaqueParameters {

    private static final Demand OBJECT =
            new Demand(Origin.OPAQUE_PARAMETERS, "must be a JSON object").example("{sharing: none}", "none");

    /** No example: YAML reads 1e309 as a string, and only JSON has such a number. */
    private static final Demand NO_LARGER_NUMBER = new Demand(
            Origin.OPAQUE_PARAMETERS, "must not have a number that exceeds 64-bit floating point, such as 1e309");

    /** The most bytes into which Go's encoder escapes one byte. */
    private static final int MAX_ESCAPE = 6;

    /** A number of this many characters, without an exponent, always fits 64-bit floating point. */
    private static final int MAX_DIGITS = 308;

    private OpaqueParameters() {}

    /** A number in the value that overflows Go's decoder; null if there is none. */
    private static @Nullable NumberValue numberBeyondFloat(Value root) {
        for (Value value : root.all()) {
            if (value instanceof NumberValue number && isBeyondFloat(number.text())) {
                return number;
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
        return new OfAtMost(Integer.MAX_VALUE);
    }

    /**
     * A JSON object of at most this many bytes without white space. The API server counts the text as sent: if only the
     * escapes of Go's encoder exceed the limit, that is a warning, since other clients write none.
     */
    public static Constraint ofAtMost(int maxBytes) {
        return new OfAtMost(maxBytes);
    }

    private record OfAtMost(int maxBytes) implements Constraint {

        @Override
        public List<Demand> demands() {
            return maxBytes == Integer.MAX_VALUE
                    ? List.of(OBJECT, NO_LARGER_NUMBER)
                    : List.of(limit(), OBJECT, NO_LARGER_NUMBER);
        }

        private Demand limit() {
            return new Demand(Origin.MAX_BYTES, "must be no more than " + maxBytes + " bytes of JSON");
        }

        @Override
        public void check(Value value, ValidationContext context) {
            if (!context.isStored() && isTooLong(value, context)) {
                return;
            }
            if (!(value instanceof ObjectValue)) {
                context.report(ErrorType.INVALID, value, OBJECT);
            }
            NumberValue tooLarge = numberBeyondFloat(value);
            if (tooLarge != null) {
                context.report(ErrorType.INVALID, tooLarge, NO_LARGER_NUMBER);
            }
        }

        private boolean isTooLong(Value value, ValidationContext context) {
            long size = value.jsonBytes();
            if (size > maxBytes) {
                context.reportExcess(ErrorType.TOO_LONG, null, limit(), size);
                return true;
            }
            if (size * MAX_ESCAPE > maxBytes && value.goJsonBytes() > maxBytes) {
                String sent = "kubectl sends " + value.goJsonBytes() + ", since it escapes <, > and & in JSON";
                context.warn(ErrorType.TOO_LONG, null, limit().adding(sent));
            }
            return false;
        }
    }
}
