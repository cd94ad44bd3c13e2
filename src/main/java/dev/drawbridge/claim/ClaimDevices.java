package dev.drawbridge.claim;

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
        List<DeviceRequest> requests = new ArrayList<>();
        value.list("requests").forEachObject((i, request) -> {
            if (i < max) {
                requests.add(new DeviceRequest(this, request, i));
            }
        });
        return requests;
    }

    /**
     * A request of a claim. Its devices are in its own fields (v1alpha3, v1beta1), in {@code exactly} (v1beta2, v1), or
     * in the alternatives of {@code firstAvailable}.
     *
     * @param index its place among the entries of {@code requests}
     */
    public record DeviceRequest(ClaimDevices claim, ObjectValue value, int index) {

        public String name() {
            return value.string("name");
        }

        /** The alternatives, in order of preference; entries of a wrong type are left out. */
        public List<RequestBody> alternatives() {
            return alternatives(Integer.MAX_VALUE);
        }

        private List<RequestBody> alternatives(int max) {
            List<RequestBody> bodies = new ArrayList<>();
            value.list("firstAvailable").forEachObject((i, alternative) -> {
                if (i < max) {
                    bodies.add(new RequestBody(this, alternative, "firstAvailable", i));
                }
            });
            return bodies;
        }

        /** The exact request: the object of {@code exactly}, or the request itself. */
        public RequestBody exact() {
            return value.has("exactly")
                    ? new RequestBody(this, value.object("exactly"), "exactly", RequestBody.NO_ENTRY)
                    : new RequestBody(this, value, "", RequestBody.NO_ENTRY);
        }

        /** Every body, alternatives first; at least one. */
        public List<RequestBody> bodies() {
            return bodies(Integer.MAX_VALUE);
        }

        /** Every body, with the first alternatives only. */
        public List<RequestBody> bodies(int maxAlternatives) {
            List<RequestBody> bodies = alternatives(maxAlternatives);
            if (bodies.isEmpty() || value.has("exactly")) {
                bodies.add(exact());
            }
            return bodies;
        }
    }

    /**
     * An ExactDeviceRequest or a DeviceSubRequest of {@code k8s.io/api/resource/v1/types.go}, with
     * {@code deviceClassName}.
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

        public FieldPath path() {
            FieldPath path = request.claim().path().child("requests").index(request.index());
            FieldPath own = field.isEmpty() ? path : path.child(field);
            return entry == NO_ENTRY ? own : own.index(entry);
        }
    }
}
