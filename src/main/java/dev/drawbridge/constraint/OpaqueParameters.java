package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;

/**
 * Parameters of a driver's own: a JSON object that the API server does not look into. Source:
 * {@code pkg/apis/resource/validation/validation.go}, validateRawExtension.
 */
public final class OpaqueParameters {

    private OpaqueParameters() {}

    /** A JSON object whose text, without white space, has at most this many bytes; it is counted as the API server sends it on. */
    public static Constraint ofAtMost(int maxBytes) {
        return new OfAtMost(maxBytes);
    }

    private record OfAtMost(int maxBytes) implements Constraint {

        @Override
        public List<Demand> demands() {
            return List.of(
                    new Demand(Origin.MAX_BYTES, "must be no more than " + maxBytes + " bytes of JSON"),
                    new Demand(Origin.OPAQUE_PARAMETERS, "must be a JSON object").example("{sharing: none}", "none"));
        }

        @Override
        public void check(Value value, ValidationContext place) {
            long size = value.jsonBytes();
            if (size > maxBytes && !place.isStored()) {
                place.reportExcess(
                        ErrorType.TOO_LONG,
                        null,
                        "must be no more than " + maxBytes + " bytes of JSON; found " + size,
                        Origin.MAX_BYTES,
                        size);
            } else if (!(value instanceof ObjectValue)) {
                place.report(ErrorType.INVALID, value, "must be a JSON object", Origin.OPAQUE_PARAMETERS);
            }
        }
    }
}
