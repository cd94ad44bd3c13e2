package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Parameters of a driver's own: a JSON object that the API server does not look into. Source:
 * {@code pkg/apis/resource/validation/validation.go}, validateRawExtension.
 */
public final class OpaqueParameters {

    private OpaqueParameters() {}

    /** A JSON object. */
    public static Constraint ofAnySize() {
        return new OfAtMost(OptionalInt.empty());
    }

    /** A JSON object whose text, without white space, has at most this many bytes; it is counted as the API server sends it on. */
    public static Constraint ofAtMost(int maxBytes) {
        return new OfAtMost(OptionalInt.of(maxBytes));
    }

    private record OfAtMost(OptionalInt maxBytes) implements Constraint {

        @Override
        public List<Demand> demands() {
            List<Demand> demands = new ArrayList<>();
            maxBytes.ifPresent(max -> demands.add(new Demand(Origin.MAX_BYTES, sentence(max))));
            demands.add(
                    new Demand(Origin.OPAQUE_PARAMETERS, "must be a JSON object").example("{sharing: none}", "none"));
            return demands;
        }

        private static String sentence(int max) {
            return "must be no more than " + max + " bytes of JSON";
        }

        @Override
        public void check(Value value, ValidationContext place) {
            long size = value.jsonBytes();
            if (maxBytes.isPresent() && size > maxBytes.getAsInt() && !place.isStored()) {
                place.reportExcess(
                        ErrorType.TOO_LONG,
                        null,
                        sentence(maxBytes.getAsInt()) + "; found " + size,
                        Origin.MAX_BYTES,
                        size);
            } else if (!(value instanceof ObjectValue)) {
                place.report(ErrorType.INVALID, value, "must be a JSON object", Origin.OPAQUE_PARAMETERS);
            }
        }
    }
}
