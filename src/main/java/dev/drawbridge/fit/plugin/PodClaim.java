package dev.drawbridge.fit.plugin;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.claim.ClaimDevices.RequestBody;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A claim of a pod.
 *
 * @param claim the claim, or the one that its template makes
 * @param spec the field of its specification; null if it is not from a file
 * @param isShared whether other pods may use the claim, too; false if it is made for the pod
 * @param isOfGroup whether it is reserved for the group of the pod, and not for the pod
 */
public record PodClaim(Claim claim, @Nullable ObjectField spec, boolean isShared, boolean isOfGroup) {

    /** A claim that is made for one pod. */
    public static PodClaim ofOne(Claim claim, @Nullable ObjectField spec) {
        return new PodClaim(claim, spec, false, false);
    }

    public boolean isAllocated() {
        return claim.allocation() != null;
    }

    /** The field of an alternative, as its API version spells it; null if it is not from a file. */
    @Nullable
    public ObjectField alternative(int index, Alternative alternative) {
        if (spec == null) {
            return null;
        }
        FieldPath path = spec.path().child("devices");
        ObjectValue devices = ObjectValue.orEmpty(Locator.value(spec.object().object(), path));
        List<DeviceRequest> requests = new ClaimDevices(devices, path).requests();
        if (index >= requests.size()) {
            return spec.child("devices").child("requests").index(index);
        }
        Request request = claim.requests().get(index);
        RequestBody body = request.isPrioritized()
                ? requests.get(index).alternatives().get(request.alternatives().indexOf(alternative))
                : requests.get(index).exact();
        return new ObjectField(spec.object(), body.path());
    }
}
