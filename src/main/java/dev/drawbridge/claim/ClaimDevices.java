package dev.drawbridge.claim;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code devices} of a claim: its requests, constraints and configurations.
 *
 * @param path the field with them, in the claim or the template
 */
public record ClaimDevices(ObjectValue value, FieldPath path) {

    private static final FieldPath OF_CLAIM = FieldPath.of("spec", "devices");
    private static final FieldPath OF_TEMPLATE = FieldPath.of("spec", "spec", "devices");

    /** The field with the devices in objects of a kind; null if they have none. */
    public static @Nullable FieldPath path(String kind) {
        return switch (kind) {
            case "ResourceClaim" -> OF_CLAIM;
            case "ResourceClaimTemplate" -> OF_TEMPLATE;
            default -> null;
        };
    }

    /** The devices of a claim or a template; null if it has none. */
    public static @Nullable ClaimDevices of(String kind, ObjectValue object) {
        FieldPath path = path(kind);
        return path != null && Locator.value(object, path) instanceof ObjectValue devices
                ? new ClaimDevices(devices, path)
                : null;
    }

    /** The devices of a specification whose field does not matter. */
    public static ClaimDevices ofSpec(ObjectValue spec) {
        return new ClaimDevices(spec.object("devices"), FieldPath.ROOT);
    }

    /** The requests; entries of a wrong type are left out. */
    public List<DeviceRequest> requests() {
        return requests(Integer.MAX_VALUE);
    }

    /** The requests among the first entries of the list. */
    public List<DeviceRequest> requests(int max) {
        ListValue list = value.list("requests");
        List<DeviceRequest> requests = new ArrayList<>(Math.min(list.size(), max));
        for (int i = 0; i < Math.min(list.size(), max); i++) {
            if (list.get(i) instanceof ObjectValue request) {
                requests.add(new DeviceRequest(this, request, i));
            }
        }
        return requests;
    }
}
