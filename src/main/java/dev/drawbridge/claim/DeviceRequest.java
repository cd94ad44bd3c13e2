package dev.drawbridge.claim;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A request of a claim. Its devices are in its own fields (v1alpha3, v1beta1), in {@code exactly} (v1beta2, v1), or in
 * the alternatives of {@code firstAvailable}.
 *
 * @param index its place among the entries of {@code requests}
 */
public record DeviceRequest(ClaimDevices claim, ObjectValue value, int index) {

    /** The name. */
    public String name() {
        return value.string("name");
    }

    /** The alternatives, in order of preference; entries of a wrong type are left out. */
    public List<RequestBody> alternatives() {
        return alternatives(Integer.MAX_VALUE);
    }

    private List<RequestBody> alternatives(int max) {
        ListValue list = value.list("firstAvailable");
        List<RequestBody> bodies = new ArrayList<>();
        for (int i = 0; i < Math.min(list.size(), max); i++) {
            if (list.get(i) instanceof ObjectValue alternative) {
                bodies.add(new RequestBody(this, alternative, "firstAvailable", i));
            }
        }
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
