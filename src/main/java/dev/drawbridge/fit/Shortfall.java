package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The devices that one alternative of a request finds on the nodes of a workload if nothing is taken.
 *
 * @param requested the alternative
 * @param subject the request as text
 * @param failed the first condition that leaves too few devices; null if there are enough
 * @param selector the index of the selector that leaves too few; -1 if none does
 * @param mostOnANode the largest number of devices on one node that meet all conditions
 * @param devices the devices that meet all conditions
 * @param lines the number of devices that each condition leaves
 */
public record Shortfall(
        RequestedDevices requested,
        String subject,
        @Nullable Condition failed,
        int selector,
        int mostOnANode,
        List<DeviceId> devices,
        List<String> lines) {

    /** The claim. */
    public Claim claim() {
        return requested.claim();
    }

    /** The index of the request. */
    public int request() {
        return requested.request();
    }

    /** The alternative; for an exact request, its only one. */
    public Alternative alternative() {
        return requested.alternative();
    }

    /** The conditions on devices, in the order of the checks. */
    public enum Condition {
        /** In the class: the class has no devices, or does not exist. */
        CLASS,
        /** Matching the selectors of the request. */
        SELECTOR,
        /** With the requested capacity. */
        CAPACITY,
        /** Without a taint that the request does not tolerate. */
        TAINT,
        /** As many as requested, on one node. */
        COUNT
    }
}
