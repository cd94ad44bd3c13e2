package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A constraint on the devices of a claim.
 *
 * @param requests the requests it applies to, or {@code request/alternative}; empty for all
 * @param matchAttribute the attribute whose value must be the same for all devices; null if unset
 * @param distinctAttribute the attribute whose value must differ for all devices; null if unset
 */
public record DeviceConstraint(
        List<String> requests,
        @Nullable String matchAttribute,
        @Nullable String distinctAttribute) {

    static DeviceConstraint of(ObjectValue constraint) {
        return new DeviceConstraint(
                constraint.list("requests").texts(),
                constraint.text("matchAttribute"),
                constraint.text("distinctAttribute"));
    }
}
