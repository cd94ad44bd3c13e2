package dev.drawbridge.claim;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;

/**
 * An ExactDeviceRequest or a DeviceSubRequest of {@code k8s.io/api/resource/v1/types.go}, with {@code deviceClassName}.
 *
 * @param field the field of the request that has it; empty if it is the request
 * @param entry its place among the alternatives; {@link #NO_ENTRY} if it is not an alternative
 */
public record RequestBody(DeviceRequest request, ObjectValue value, String field, int entry) {

    static final int NO_ENTRY = -1;

    /** The name by which results and configurations refer to it: REQUEST or REQUEST/ALTERNATIVE. */
    public String fullName() {
        return entry == NO_ENTRY ? request.name() : request.name() + "/" + value.string("name");
    }

    /** Whether it is an alternative of {@code firstAvailable}. */
    public boolean isAlternative() {
        return entry != NO_ENTRY;
    }

    /** The name of its class; empty if it has none. */
    public String deviceClassName() {
        return value.string("deviceClassName");
    }

    /** Its field. */
    public FieldPath path() {
        FieldPath path = request.claim().path().child("requests").index(request.index());
        FieldPath own = field.isEmpty() ? path : path.child(field);
        return entry == NO_ENTRY ? own : own.index(entry);
    }
}
