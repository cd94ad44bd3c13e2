package dev.drawbridge.fit.cause;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Request;
import org.jspecify.annotations.Nullable;

/**
 * One alternative of a request of a claim.
 *
 * @param request the index of the request
 * @param alternative the alternative; for an exact request, its only one
 * @param resource the extended resource for which the scheduler makes the request; null for a user's request
 */
public record RequestedDevices(
        Claim claim,
        int request,
        Alternative alternative,
        @Nullable ContainerResource resource) {

    /** The request, or {@code request/alternative}, as in an allocation. */
    public String name() {
        return claim.requests().get(request).fullName(alternative);
    }

    /** The claim with another alternative instead of this one. */
    public Claim with(Alternative other) {
        return claim.withAlternative(request, alternative, other);
    }

    /** The request as the field of its claim, such as {@code requests[0]}, or of its alternative. */
    public String path() {
        Request whole = claim.requests().get(request);
        return "requests[" + request + "]"
                + (whole.isPrioritized()
                        ? ".firstAvailable[" + whole.alternatives().indexOf(alternative) + "]"
                        : "");
    }

    /** The place in a claim, or the container and resource, and what is requested. */
    @Override
    public String toString() {
        if (resource != null) {
            return resource + ": " + wanted()
                    + (resource.amount() > alternative.count()
                            ? " (of " + resource.amount() + " requested; the others are shared with later containers)"
                            : "");
        }
        return "claim " + claim + ": spec.devices." + inClaim();
    }

    /** The place within its claim, and what is requested. */
    public String inClaim() {
        return inRequest() + ": " + wanted();
    }

    /** The place within its claim. */
    public String inRequest() {
        Request whole = claim.requests().get(request);
        return "requests[" + request + "] \"" + whole.name() + "\""
                + (whole.isPrioritized() ? " alternative \"" + alternative.name() + "\"" : "");
    }

    private String wanted() {
        return (alternative.isAll() ? "all devices" : Printable.count(alternative.count(), "device")) + " of class "
                + alternative.deviceClassName();
    }
}
