package dev.drawbridge.fit.cause;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceConstraint;

/** A constraint of a claim, by its index. */
public record ClaimConstraint(Claim claim, int index) {

    private DeviceConstraint constraint() {
        return claim.constraints().get(index);
    }

    /** Whether devices must have the same value of the attribute, and not different ones. */
    public boolean isMatch() {
        return constraint().matchAttribute() != null;
    }

    /** Whether it applies to the devices of this request of its claim. */
    public boolean concerns(RequestedDevices requested) {
        return claim.requests().get(requested.request()).isNamedIn(constraint().requests(), requested.alternative());
    }

    public String attribute() {
        return String.valueOf(
                isMatch() ? constraint().matchAttribute() : constraint().distinctAttribute());
    }

    /** The place in the claim, and the attribute. */
    public String inClaim() {
        return "constraints[" + index + "] (" + (isMatch() ? "matchAttribute " : "distinctAttribute ") + attribute()
                + ")";
    }

    @Override
    public String toString() {
        return claim + ": spec.devices." + inClaim();
    }
}
